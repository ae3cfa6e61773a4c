// A turn that is seen: what goes, which box is used and why, what is drawn from it, and what the game changes, step by step.
// All of it is in the answer; the page can leave the steps at any time and shows what is so.
"use strict";
import { $, isCups, memory, moveText, name, onFilm, onShow, show, state, t, tv, valued } from "./base.js";
import { countOf } from "./board.js";
import { guessSaid, isAsking } from "./guess.js";
import { drewSaid, ending, fateOf, isChanged, isOver, nameOfBox } from "./play.js";

// Milliseconds of each kind of step.
const TIMES = { move: 450, open: 650, draw: 650, lift: 900, done: 500 };
// A test brings a clock of its own, which it turns.
const later = window.turnClock || ((time, work) => setTimeout(work, time));

let quick = memory.get("quick") === "yes", coming = [];
function step() {
  const frame = state.frame = coming.shift() || null;
  if (!frame) return;
  if (frame.kind === "draw") ring(660);
  later(TIMES[frame.kind], () => {
    if (state.frame !== frame) return;
    step();
    show();
  });
}
function hurry() {
  if (!state.frame) return;
  state.frame = null;
  show();
}

// Why it is this box, and whether it is empty.
function usedSaid(box) {
  const which = isCups() ? t("turn.cup", { n: countOf(box.position) }) : t("turn.open", { which: nameOfBox(box) });
  return box.total || valued(box) ? which : which + t("boxIsEmpty");
}
// A move is seen on the board before it while its counters go, else on the board after it.
function moved({ board }, at, after) {
  const going = board.rows.length ? board.cells.flatMap((cell, i) => cell !== null && (after.cells[i] ?? null) === null ? [i] : []) : [];
  return { kind: "move", at: going.length ? at : at + 1, going };
}
function turnFrames(before) {
  const { seat, round: { number, turns, ended, board } } = state.scene;
  const isSame = before && before.seat === seat && before.round.number === number;
  const from = isSame ? before.round.turns.length : 0;
  const frames = turns.slice(from).flatMap((turn, i) => {
    const at = from + i, { box, move, person } = turn, made = moved(turn, at, (turns[at + 1] || { board }).board);
    if (!box) {
      const { box: used, move: drawn } = turns.slice(0, at).filter(other => other.box).pop() || {};
      return [{ ...made, box: used, drawn, words: () => t(person ? "turn.mine" : "itMoved", { move: moveText(move) }) }];
    }
    return [
      { kind: "open", at, box, words: () => usedSaid(box) },
      { kind: "draw", at, box, drawn: move, words: () => drewSaid(turn) },
      { ...made, box, drawn: move, words: () => tv(valued(box), "turn.its", { move: moveText(move) }) },
    ];
  });
  if (ended && ended.box) frames.push({ kind: "open", at: turns.length, box: ended.box, words: () => usedSaid(ended.box) });
  return frames;
}
// What the game changes: each bead is lifted out of its box, or goes back into it, and perhaps others with it.
const MOST = 4;
function changeFrames() {
  const { turns, ended } = state.scene.round, changes = ended && !isAsking() ? ended.changes : [];
  if (!changes.length || valued(changes[0].after)) return [];
  const at = turns.length, changed = changes.filter(isChanged), said = fate => () => guessSaid() + ending(ended) + fate();
  const lift = ({ before: box, move: drawn }, fate) => ({ kind: "lift", at, box, drawn, words: said(fate) });
  if (!changed.length) return [lift(changes.at(-1), () => t("learntNothing"))];
  return changed.slice(-MOST).flatMap(change => {
    const fate = () => fateOf(change, changed.length === 1 ? changes.at(-1) : null);
    return [lift(change, fate), { kind: "done", at, change, words: said(fate) }];
  }).slice(0, -1);
}

onFilm(before => {
  const { person, hand } = state.scene;
  coming = quick || !person || hand ? [] : [...before === null ? [] : turnFrames(before), ...changeFrames()];
  step();
});

// The first key or tap shows the end of the turn, and does nothing else at the board.
// What the tap itself does comes before, such as a tick.
addEventListener("click", () => { if (state.frame) setTimeout(hurry); }, true);
addEventListener("keydown", event => {
  if (!state.frame || event.key === "Tab" || event.ctrlKey || event.metaKey || event.altKey) return;
  hurry();
  if (event.target.closest("button, input, select, summary")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// A soft sound for what is drawn, won and lost.
let sounds = memory.get("sound") === "yes", air = null;
function ring(...tones) {
  if (!sounds) return;
  air ||= new AudioContext();
  tones.forEach((tone, i) => {
    const wave = air.createOscillator(), soft = air.createGain(), at = air.currentTime + i * 0.16;
    wave.frequency.value = tone;
    soft.gain.setValueAtTime(0.08, at);
    soft.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
    wave.connect(soft).connect(air.destination);
    wave.start(at);
    wave.stop(at + 0.3);
  });
}
let heard; // the game whose end was heard; undefined before the first look
onShow(() => {
  const { scene } = state;
  if (!scene) return;
  Object.assign($("quick"), { checked: quick });
  Object.assign($("sound"), { checked: sounds });
  const { ended, number } = scene.round, now = isOver() ? `${name} ${number}` : null;
  if (now && heard !== undefined && now !== heard && ended.winner) ring(...ended.winner === scene.person ? [523, 659, 784] : [440, 349]);
  heard = now;
});
$("quick").onchange = () => { memory.set("quick", (quick = $("quick").checked) ? "yes" : "no"); };
$("sound").onchange = () => { memory.set("sound", (sounds = $("sound").checked) ? "yes" : "no"); };
