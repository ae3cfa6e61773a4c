// Guess first: after a game the person chooses which bead goes, before it is shown.
"use strict";
import { $, beadOf, beadSpan, deltas, el, film, isCups, memory, moveText, name, onShow, ruleOf, show, state, t, tabMemory, valued, RESULTS } from "./base.js";
import { countOf, smallBoard } from "./board.js";

// Off except in lessons, unless the person turns it on.
let guessing = memory.get("guessing") === "yes", inLesson = false;
export function guessInLesson(is) { inLesson = is; }
$("guess-first").onchange = () => {
  guessing = $("guess-first").checked;
  memory.set("guessing", guessing ? "yes" : "no");
  // What has been seen cannot be guessed.
  if (state.scene.round.ended) answered = { about: gameAsked(), right: null };
  show();
};

onShow(() => Object.assign($("guess-first"), { checked: guessing || inLesson, disabled: inLesson }));

// The game about which was last guessed in this tab, and whether that was right.
let answered = tabMemory.read("answered") || { about: null, right: false };
const gameAsked = () => `${name} ${state.scene.seat} ${state.scene.round.number}`;

// Whether the end of a game is hidden until there is a guess. A game that is only watched needs none.
export function isAsking() {
  const { scene } = state, { ended } = scene.round;
  return (guessing || inLesson) && Boolean(ended) && Boolean(scene.person) && !scene.hand
    && ended.changes.length > 0 && !valued(ended.changes[0].after) && answered.about !== gameAsked();
}
// Whether the rule would answer the question that comes or is open.
export const isRuleHidden = () => isAsking() || (guessing || inLesson) && Boolean(state.scene.person) && !state.scene.hand && !state.scene.round.ended;
export function guessSaid() {
  const { scene, round } = state;
  return answered.about === gameAsked() && answered.right !== null && scene.round.ended && !round ? t(answered.right ? "guessRight" : "guessWrong") : "";
}

const changeOfBeads = change => deltas(change).reduce((sum, n) => sum + n, 0);
// Where beads only go, the question is which; elsewhere what happens to them.
export const onlyTakes = () => {
  const rule = ruleOf(state.scene);
  return Boolean(rule) && !RESULTS.some(result => rule[result].startsWith("+"));
};
export const guessAsked = () => t(onlyTakes() ? "whichGoes" : "whatHappens");

const reply = right => () => {
  answered = { about: gameAsked(), right };
  tabMemory.set("answered", JSON.stringify(answered));
  film(null);
  show();
  $("new").focus();
};
export function guessView() {
  const { changes } = state.scene.round.ended, all = changes.map(changeOfBeads);
  const button = (right, ...inside) => el("button", { type: "button", class: "main", onclick: reply(right) }, ...inside);
  const choices = onlyTakes() ? changes.map(({ before, move }, i) => {
    const colour = before.colours.findIndex(({ moves }) => moves.includes(move));
    return button(all[i] < 0, ...isCups() ? [t("cupMove", { n: countOf(before.position), move: moveText(move) })] : [smallBoard(before.board, state.scene.game), beadSpan(beadOf(before, colour)), moveText(move)]);
  }) : ["someIn", "someOut"].map((key, i) => button(all.some(n => i ? n < 0 : n > 0), t(key)));
  return el("div", { class: "guesses", role: "group", "aria-label": guessAsked() }, ...choices, button(all.every(n => !n), t(onlyTakes() ? "noneGoes" : "nothingHappens")));
}
