import { defineConfig } from "vitest/config";

// One browser and one server at a time: the machine that tests may be small.
export default defineConfig({
  test: { testTimeout: 120_000, hookTimeout: 60_000, fileParallelism: false, expect: { poll: { timeout: 30_000 } } },
});
