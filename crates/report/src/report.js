for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  const text = button.textContent;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      // Browsers without that interface, or that refuse it to files, copy what is selected.
      source.closest("details").open = true;
      getSelection().selectAllChildren(source);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = text; }, 1500);
  });
}
// A tree that is wider than the screen shows its root first.
for (const tree of document.querySelectorAll(".tree")) {
  tree.scrollLeft = (tree.scrollWidth - tree.clientWidth) / 2;
}
