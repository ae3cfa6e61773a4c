// Sheets of paper to build a machine, which the browser prints: the pages of `menace print`.
"use strict";
import { ask, el, fail, language, machine, memory, note, t } from "./base.js";
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

export const sheetsButton = (game, rule, learner) => el("button", {
  type: "button", class: "prints", onclick: () => printSheets(SHEETS, usualPaper(), { game, rule, learner }).catch(fail),
}, t("sheets.all"));

// The form that prints sheets of the machine at the board. It is made once, so that what is chosen stays.
let sheetForm = null, sheetKinds = [], sheetPaper = null;
export function sheetsForm() {
  sheetForm = sheetForm || el("form", { class: "sheets" });
  if (!changed(sheetForm, language)) return sheetForm;
  const chosen = sheetKinds.map(box => box.checked);
  sheetKinds = SHEETS.map((kind, i) => el("input", { type: "checkbox", value: kind, checked: chosen.length ? chosen[i] : kind !== "paper-beads" }));
  sheetPaper = el("select", {}, ...PAPERS.map(size => el("option", { value: size }, t("paper." + size))));
  sheetPaper.value = usualPaper();
  sheetPaper.onchange = () => memory.set("paper", JSON.stringify(sheetPaper.value));
  sheetForm.onsubmit = event => {
    event.preventDefault();
    const kinds = sheetKinds.filter(box => box.checked).map(box => box.value);
    if (kinds.length) printSheets(kinds, sheetPaper.value).catch(fail);
  };
  sheetForm.replaceChildren(el("h3", {}, t("sheets")), note(t("sheets.about")),
    el("div", { class: "kinds" }, ...sheetKinds.map((box, i) => el("label", { class: "inline" }, box, el("span", {}, t("sheet." + SHEETS[i]))))),
    el("div", { class: "row" }, el("label", {}, el("span", {}, t("paper")), sheetPaper), el("button", {}, t("sheets.print"))));
  return sheetForm;
}
