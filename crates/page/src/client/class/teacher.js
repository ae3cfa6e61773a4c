// The page of the teacher: pauses the boards, changes the lesson, looks after the groups, and collects their machines.
"use strict";
import { PATHS, stepOf } from "/lessons.js";
import { $, ask, el, follow, speakClass, t } from "./class.js";
import { collectedTable, guessBars, partSaid, sumOf } from "./pictures.js";

let told = null, games = [], shown = null, lost = null, refused = null;

const reason = error => !error ? "" : error instanceof TypeError ? t("failed") : error.message;
const fail = error => {
  refused = error;
  $("wrong").textContent = reason(error);
};
async function order(what, body = {}) {
  fail(null);
  try {
    const now = await ask("class/" + what, body);
    // The teacher's own action is always shown, even if a field has the focus.
    shown = null;
    await take(now);
  } catch (error) { fail(error); }
}
// A button that ends something needs a second press: after the first one its label tells what will happen.
const SURE = 6000;
function surely(label, asks, act, more = {}) {
  const made = el("button", { type: "button", ...more }, label);
  let until = 0;
  made.onclick = () => {
    if (Date.now() < until) return act();
    until = Date.now() + SURE;
    // As wide as before: else another button could come to lie where this one is pressed again.
    made.style.width = `${made.offsetWidth}px`;
    made.textContent = asks;
    setTimeout(() => { if (made.textContent === asks) made.textContent = label; made.style.width = ""; }, SURE);
  };
  return made;
}

const LESSONS = ["cups", "hexapawn", "tic-tac-toe"], WAYS = ["each", "one"];
function choices(select, names, of) {
  const chosen = select.value || told[of];
  select.replaceChildren(...names.map(name => el("option", { value: name }, t(`${of}.${name}`))));
  select.value = chosen;
}
const fitTurn = () => { $("turn").disabled = $("lesson").value === told.lesson && $("way").value === told.way; };
for (const id of ["lesson", "way"]) $(id).onchange = fitTurn;

// How the groups go through the steps of the lesson: without them, at their own pace, or all at the same one.
async function lead(pace) {
  await order("lead", { pace, from: told.pace });
  // What was refused is chosen no more.
  delete $("pace").dataset.about;
  show();
}
const allAt = step => ({ all: { step, answered: false } });
function showSteps() {
  const step = stepOf(told), { steps } = PATHS[told.lesson], { pace } = told;
  const ways = [["free", t("pace.free")], ["own", t("pace.own")], ...Array.from({ length: steps }, (_, i) => [String(i + 1), t("pace.step", { n: i + 1, all: steps })])];
  // A list that is open stays as it is until something else is chosen.
  const about = JSON.stringify([ways, pace]);
  if ($("pace").dataset.about !== about) {
    $("pace").replaceChildren(...ways.map(([value, text]) => el("option", { value }, text)));
    Object.assign($("pace"), { value: step || pace }).dataset.about = about;
  }
  $("step-back").disabled = !step || step === 1;
  $("step-next").disabled = step === steps;
  $("answer").hidden = $("guesses").hidden = $("step-text").hidden = !step;
  if (!step) return;
  $("answer").textContent = t(pace.all.answered ? "hideAnswer" : "showAnswer");
  $("step-text").replaceChildren(el("b", {}, partSaid(told, "do")), " ", partSaid(told, "look"), " ", el("em", {}, partSaid(told, "ask")));
  $("guesses").replaceChildren(...guessBars(told));
}
$("pace").onchange = () => lead(Number($("pace").value) ? allAt(Number($("pace").value)) : $("pace").value);
$("step-back").onclick = () => lead(allAt(stepOf(told) - 1));
$("step-next").onclick = () => lead(allAt((stepOf(told) || 0) + 1));
$("answer").onclick = () => lead({ all: { ...told.pace.all, answered: !told.pace.all.answered } });

function groupRow({ number, name, code, file, games: n, machine }) {
  const field = el("input", { value: name, "aria-label": t("nameOf", { name }), hidden: true });
  const called = el("span", { class: "name", title: name }, name);
  field.onchange = () => order("rename", { group: number, name: field.value, from: name });
  field.onblur = () => { field.hidden = true; called.hidden = false; };
  // One press takes a name off the wall.
  const others = told.groups.filter(other => other.number !== number).map(other => other.name);
  let next = number, plain;
  while (others.includes(plain = t("plainName", { n: next }))) next++;
  const replace = el("button", { type: "button", hidden: plain === name, "aria-label": t("replaceName", { name, plain }), onclick: () => order("rename", { group: number, name: plain, from: name }) }, plain);
  const rename = el("button", { type: "button", "aria-label": t("renameOf", { name }), onclick: () => { field.hidden = false; called.hidden = true; field.focus(); } }, t("rename"));
  const remove = surely(t("remove"), t("removeSure"), () => order("remove", { group: number }));
  return el("li", {}, called, field, el("span", {}, machine ? sumOf(told, machine, "ledgerShort") : t("games", { n })), el("code", { title: t("codeAbout") }, code), el("span", { class: "soft" }, `${file}.menace`), rename, replace, remove);
}
function gameRow({ number, group, result }) {
  return el("li", {}, el("span", { class: "name", title: group }, `${number} · ${group}`), el("span", {}, t("result." + result)),
    surely(t("takeBack"), t("takeBackSure"), () => order("take-back", { game: number })));
}

function show() {
  // What holds until it is over, unlike the refusal of an order.
  $("standing").textContent = lost || !told || !told.unsaved ? reason(lost) : t("unsaved", { error: told.unsaved.error });
  if (!told) return;
  document.title = `${told.class} · MENACE`;
  $("class").textContent = told.class;
  $("where").textContent = told.addresses[0] || "";
  $("pause").textContent = t(told.paused ? "goOn" : "pause");
  choices($("lesson"), LESSONS, "lesson");
  choices($("way"), WAYS, "way");
  fitTurn();
  showSteps();
  $("collected").replaceChildren(...(told.collected ? [collectedTable(told), el("p", { class: "soft" }, t("collectedAs", { file: told.collected.file })), ...told.collected.left.map(left => el("p", { class: "left" }, t("notCollected", left)))] : []));
  // A list with an open field or question is not redrawn.
  const about = JSON.stringify([told.groups, games, document.documentElement.lang]);
  const isHeld = document.activeElement && document.activeElement.matches("#groups input, #groups button, #games button");
  if (about === shown || isHeld && shown) return;
  shown = about;
  $("groups").replaceChildren(...told.groups.map(groupRow));
  $("games").replaceChildren(...games.map(gameRow));
}

async function take(now) {
  const before = told;
  told = now;
  if (before && (before.lesson !== now.lesson || before.way !== now.way)) for (const id of ["lesson", "way"]) $(id).value = now[id];
  games = (await ask("class/games")).games;
  show();
}

$("pause").onclick = () => order("pause", { paused: !told.paused });
$("turn").onclick = () => order("turn", { lesson: $("lesson").value, way: $("way").value, from: [told.lesson, told.way] });
$("collect").onclick = () => order("collect");
addEventListener("focusout", () => setTimeout(show));

speakClass(show);
follow(take, error => {
  // An order that was not answered can be given again.
  if (!error && refused instanceof TypeError) fail(null);
  if (lost !== error) { lost = error; show(); }
});
