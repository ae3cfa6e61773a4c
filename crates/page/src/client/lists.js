// Drop-down lists.
"use strict";
import { el, onShow, t } from "./base.js";

// Fills a list of choices and keeps the present choice. The choices after the first few are a group called
// "more".
export function options(select, names, text = name => name, few = 0) {
  const before = select.value;
  const all = Array.from(names);
  const rows = all.map(name => [name, text(name)]);
  const same = select.options.length === rows.length
    && rows.every(([name, label], i) => select.options[i].value === String(name) && select.options[i].textContent === label);
  if (same) return;
  const made = rows.map(([value, label]) => el("option", { value }, label));
  const more = few && made.length > few ? [el("optgroup", { label: t("more") }, ...made.splice(few))] : [];
  select.replaceChildren(...made, ...more);
  if (all.map(String).includes(before)) select.value = before;
}

// A name that is cut in a closed list is shown below it too.
const pen = el("canvas").getContext("2d");
function spellOut() {
  for (const select of document.querySelectorAll("select")) {
    const room = select.clientWidth - 36, [chosen] = select.selectedOptions;
    if (room < 0 || !chosen) continue;
    pen.font = getComputedStyle(select).font;
    const below = select.parentNode.querySelector(".full");
    const text = pen.measureText(chosen.label).width > room ? chosen.label : "";
    if (below) below.textContent = text;
    else if (text) select.after(el("span", { class: "full", "aria-hidden": "true" }, text));
  }
}
for (const kind of ["change", "click", "resize"]) addEventListener(kind, () => requestAnimationFrame(spellOut));
onShow(() => requestAnimationFrame(spellOut));
