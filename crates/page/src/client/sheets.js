// Sheets of paper to build a machine, which the browser prints: the pages of `menace print`.
"use strict";
import { ask, el, fail, isCups, isRow, language, machine, memory, note, t } from "./base.js";
import { layOver } from "./boxes.js";
import { changed } from "./play.js";

const SHEETS = ["guide", "labels", "index", "beads", "filling", "slips", "paper-beads"];
const PAPERS = ["a4", "letter"];
// Letter paper is usual in North America, by the language of the browser.
const usualPaper = () => PAPERS.includes(memory.read("paper")) ? memory.read("paper") : /^en-(US|CA)$/.test(navigator.language) ? "letter" : "a4";

// In browsers from before 2023 a script cannot set the size of the paper; they print with its usual margins.
const pageStyle = "adoptedStyleSheets" in document ? new CSSStyleSheet() : null;
let printedSheets = null;
function putSheetsAway() {
  if (printedSheets) printedSheets.remove();
  printedSheets = null;
  document.documentElement.classList.remove("prints-sheets");
  if (pageStyle) document.adoptedStyleSheets = document.adoptedStyleSheets.filter(style => style !== pageStyle);
}

async function printSheets(kinds, paper, made) {
  const asked = new URLSearchParams({ ...made, sheets: kinds.join(","), paper, language });
  const { pages, width, height } = await (made ? ask("sheets?" + asked) : machine("sheets?" + asked));
  putSheetsAway();
  const drawn = pages.map(page => document.importNode(new DOMParser().parseFromString(page, "image/svg+xml").documentElement, true));
  printedSheets = el("div", { id: "sheets", "aria-hidden": "true" }, ...drawn);
  document.body.append(printedSheets);
  if (pageStyle) {
    pageStyle.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageStyle];
  }
  document.documentElement.classList.add("prints-sheets");
  print();
}
// Some browsers print only after `print` has returned, so the pages stay until then.
addEventListener("afterprint", putSheetsAway);

// A form that asks which sheets are printed, of a machine that has not played or of the one at the board. What is chosen stays.
// Cups need four of them: the other sheets would say again what is on their labels.
const FOR_CUPS = ["guide", "labels", "slips", "paper-beads"];
function fill(form, made, inCups) {
  const known = form.dataset.inCups === String(inCups) && Array.from(form.querySelectorAll(":checked[type=checkbox]"), box => box.value);
  const chosen = known || SHEETS.filter(kind => inCups ? FOR_CUPS.includes(kind) : kind !== "paper-beads");
  const say = key => t(key, {}, inCups);
  const boxes = SHEETS.map(kind => el("input", { type: "checkbox", value: kind, checked: chosen.includes(kind) }));
  const paper = el("select", {}, ...PAPERS.map(size => el("option", { value: size }, t("paper." + size))));
  paper.value = usualPaper();
  paper.onchange = () => memory.set("paper", JSON.stringify(paper.value));
  form.onsubmit = event => {
    event.preventDefault();
    const kinds = boxes.filter(box => box.checked).map(box => box.value);
    if (kinds.length) printSheets(kinds, paper.value, made).catch(fail);
  };
  form.dataset.inCups = inCups;
  form.replaceChildren(el("h3", {}, say("sheets")), note(say("sheets.about")),
    el("div", { class: "kinds" }, ...boxes.map((box, i) => el("label", { class: "inline" }, box, el("span", {}, say("sheet." + SHEETS[i]))))),
    el("div", { class: "row" }, el("label", {}, el("span", {}, t("paper")), paper), el("button", { class: "main" }, t("sheets.print"))));
}
export const sheetsButton = (game, rule, learner) => el("button", { type: "button", class: "prints", onclick: () => {
  const form = el("form", { class: "sheets" });
  fill(form, { game, rule, learner }, isRow(game));
  layOver(t("sheets"), "h.leave", form);
} }, t("sheets.all"));

let sheetForm = null;
export function sheetsForm() {
  sheetForm ||= el("form", { class: "sheets" });
  if (changed(sheetForm)) fill(sheetForm, null, isCups());
  return sheetForm;
}
