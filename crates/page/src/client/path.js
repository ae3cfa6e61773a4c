// A lesson as a path of steps: what to do, what to look at, a question. It can be left at any time.
"use strict";
import { $, between, el, has, memory, name, onShow, show, state, t } from "./base.js";
import { guessInLesson } from "./guess.js";
import { PATHS, partOf, stepOf } from "./lessons.js";
import { changed } from "./play.js";

// The lesson of the machine at the board, if one is in progress, and its step. A class may be led through the lesson.
function pathOf() {
  const kept = memory.read("path"), led = state.scene && state.scene.class;
  const own = kept && kept.name === name && PATHS[kept.lesson] && !state.shelf.kiosk ? kept : null;
  if (!led) return own;
  const { lesson, pace } = led, step = stepOf(led), inClass = true;
  if (step) return { name, lesson, step, inClass, isLed: true };
  return pace === "own" ? { step: 1, ...own && own.lesson === lesson && own, name, lesson, inClass } : null;
}
const keepPath = path => memory.set("path", path ? JSON.stringify(path) : "");

export function beginPath(lesson) {
  keepPath({ name, lesson, step: 1 });
  guessInLesson(true);
  show();
}
// A group of a class has no tab for trainings.
function openTab({ lesson, step, inClass }) {
  const tab = PATHS[lesson].tabs[step] || "game";
  $("tab-" + (inClass && tab === "training" ? "game" : tab)).click();
}
function goToStep(step) {
  const path = { ...pathOf(), step }, { trainings } = PATHS[path.lesson];
  keepPath(path);
  openTab(path);
  if (trainings[step]) [$("opponent").value, $("games").value] = trainings[step];
  show();
  $("path-title").focus();
}
function leavePath() {
  keepPath(null);
  show();
  $("more").focus();
}
$("path-back").onclick = () => goToStep(pathOf().step - 1);
$("path-next").onclick = () => {
  const { lesson, step } = pathOf();
  if (step < PATHS[lesson].steps) goToStep(step + 1); else leavePath();
};
$("path-leave").onclick = leavePath;

let reached = null; // the step that was shown last
onShow(() => {
  const path = state.scene && pathOf();
  $("path").hidden = !path;
  document.body.classList.toggle("on-path", Boolean(path));
  guessInLesson(Boolean(path));
  if (!path || !changed($("path"), path)) return;
  const { lesson, step, inClass, isLed } = path, { steps } = PATHS[lesson];
  if (isLed && reached !== lesson + step) setTimeout(() => openTab(path));
  reached = lesson + step;
  $("path-title").textContent = t("path.step", { n: step, all: steps });
  const [act, look, asked] = ["do", "look", "ask"].map(part => t(partOf(has, path, part)));
  $("path-text").replaceChildren(el("strong", {}, act), between(), look, between(), el("em", {}, asked));
  $("path-back").disabled = step === 1;
  $("path-next").textContent = t(step < steps ? "path.next" : "path.end");
  $("path-next").disabled = Boolean(inClass) && step === steps;
  $("path-leave").hidden = Boolean(inClass);
  $("path-back").parentNode.hidden = Boolean(isLed);
});
