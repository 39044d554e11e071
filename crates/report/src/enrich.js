const boxes = [...document.querySelectorAll("input[data-axiom]")];
const button = document.getElementById("save");
const ticked = () => boxes.filter((box) => box.checked).map((box) => box.dataset.axiom);
const show = () => { document.getElementById("count").textContent = `${ticked().length} of ${boxes.length} ticked`; };
button.hidden = false;
button.addEventListener("click", () => {
  const part = (id) => document.getElementById(id).textContent;
  const text = part("start") + ticked().map((axiom) => axiom + "\n").join("") + part("end");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/owl-functional" }));
  link.download = "suggestions.ofn";
  link.click();
  URL.revokeObjectURL(link.href);
});
for (const box of boxes) box.addEventListener("change", show);
show();
