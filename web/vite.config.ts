import { defineConfig } from "vite";

// The result is committed and compiled into the binary: names carry no hashes, and nothing in it
// depends on the machine that built it.
export default defineConfig({
  base: "/",
  build: {
    outDir: "../crates/server/page",
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", reference: "reference.html" },
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/shared.js",
        assetFileNames: "assets/style[extname]",
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8080" } },
});
