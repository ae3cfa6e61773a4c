// A group of a class at its own board: its name, the code for its other devices, and the teacher's settings.
"use strict";
import { $, ask, call, does, el, fail, has, machine, onShow, state, t } from "./base.js";
import { PATHS, partOf, stepOf } from "./lessons.js";
import { changed } from "./play.js";

const notice = el("p", { id: "group", role: "status" }), choiceRow = el("div", { id: "path-choices", role: "group", "aria-labelledby": "path-text" }), learntLine = el("p", { id: "learnt" });

// Begins at the board of this group; false if the page is not one of a class.
export function beginInClass() {
  const { group } = state.shelf;
  if (!group) return false;
  call(group.machine);
  document.body.classList.add("in-class");
  $("who").before(notice);
  $("path-text").after(choiceRow);
  $("score").after(learntLine);
  return true;
}

// The user who runs the server can open a class from the first page.
$("class-open").onsubmit = async event => {
  event.preventDefault();
  try { location.assign((await ask("class/open", { name: $("class-name").value })).teacher); } catch (error) { fail(error); }
};

// The question of the step at which all groups are: a group can guess until the answer is shown.
function showChoices(now) {
  const step = stepOf(now), { guess } = now, isOpen = Boolean(step) && !now.pace.all.answered;
  choiceRow.hidden = !step;
  if (!step || !changed(choiceRow, now.lesson, now.pace, guess)) return;
  const right = PATHS[now.lesson].right[step - 1];
  const made = t(partOf(has, { ...now, step, inClass: true }, "choices")).split("|").map((text, i) => el("button", {
    type: "button", class: (i === guess ? "main" : "") + (!isOpen && i === right ? " right" : ""), "aria-pressed": String(i === guess), disabled: !isOpen,
    onclick: () => does(() => machine("guess", { step: now.pace.all.step, choice: i })),
  }, text));
  const said = isOpen ? t(guess === null ? "guessNow" : "guessMade") : guess === null ? "" : t(guess === right ? "guessRight" : "guessWrong");
  choiceRow.replaceChildren(...made, el("p", { role: "status" }, said));
}
// Its score, and what its machine has learnt since its first games.
function showLearnt({ score, learnt: since }) {
  const [won, drawn, lost] = score || [0, 0, 0];
  const parts = won + drawn + lost ? [t(drawn ? "ourScoreDrawn" : "ourScore", { won: lost, drawn, lost: won })] : [];
  if (since) parts.push(t("itHasLearnt", { of: since[0], before: since[1], now: since[2] }));
  learntLine.replaceChildren(...parts.map(part => el("span", {}, part)));
}

let before = null; // the lesson and the way that were shown last
onShow(() => {
  $("class-open").hidden = !state.shelf || !state.shelf.classes;
  const now = state.scene && state.scene.class;
  if (!now) return;
  const about = now.lesson + now.way, isTurned = before && before !== about;
  before = about;
  if (isTurned) fail({ message: t("turnedByTeacher") });
  const text = now.paused ? t("pausedByTeacher") : [t("groupIs", now), t(now.way === "one" ? "groupsTeachOne" : "groupTeaches")].join(" · ");
  if (notice.textContent !== now.name + text) notice.replaceChildren(el("b", { title: now.name }, now.name), text);
  document.body.classList.toggle("paused", now.paused);
  showChoices(now);
  showLearnt(now);
});
