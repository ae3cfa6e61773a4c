// All boxes of a machine, where they can be seen at once: cups with slips, large enough for the last row of a class, boxes
// with beads, or a small square for each. The one that is open lights up.
"use strict";
import { $, el, fail, isCups, language, machine, name, onShow, state, t } from "./base.js";
import { countOf, cupView } from "./board.js";
import { meant, mosaic, openBox } from "./boxes.js";
import { isAsking } from "./guess.js";
import { changed } from "./play.js";

function openedNow() {
  if (state.frame) {
    const { box, drawn, change } = state.frame;
    return { at: change ? change.before : box, move: drawn };
  }
  const round = state.round || state.scene.round;
  const turn = state.at === null ? null : round.turns[state.at];
  // Only the boxes of the machine that learns are here, none of a machine that teaches it.
  const { teacher } = state.scene;
  const isOwn = one => one && one.box && one.side !== teacher;
  if (turn) return isOwn(turn) ? { at: turn.box, move: turn.move } : {};
  const last = round.turns.at(-1);
  const box = isOwn(round) ? round.box : round.ended && round.ended.box;
  if (box) return { at: box };
  return isOwn(last) && !round.ended ? { at: last.box, move: last.move } : {};
}

// The most boxes that are shown beside the board with their beads, and as squares.
const FEW = 24, MANY = 400;
// Boxes that can be built have numbers; the board on the table may be turned.
const isSame = (box, at) => Boolean(at) && (box.number ? box.number === at.number : box.position === at.position);

// The contents of all boxes, read again whenever the machine has learnt.
let all = [], byStage = [], readFor = null, whose = "";
async function read() {
  const { seat, version, games, round } = state.scene;
  const about = [name, seat, version, games, round.number, Boolean(round.ended)].join(" ");
  // What a game has changed is not shown while a guess is awaited or the turn is just seen.
  if (about === readFor || state.training || state.frame || isAsking()) return;
  readFor = about;
  // The changes of another machine are left out.
  if (whose !== name + seat) [all, byStage, whose] = [[], [], name + seat];
  try {
    const { stages } = await machine("stages");
    if (about !== readFor) return;
    byStage = stages;
    all = stages.flatMap(({ open, boxes }) => isMany() ? boxes : open);
    if (isCups()) all.sort((a, b) => countOf(a.position) - countOf(b.position));
    draw();
  } catch (error) { readFor = null; if (error.kind !== "training") fail(error); }
}

function cup(box, { at, move }) {
  const isNow = Boolean(at) && countOf(box.position) === countOf(at.position);
  return cupView(box, { isNow, drawn: move });
}
const shelved = (box, { at }) => el("li", { class: isSame(box, at) ? "now" : "" }, openBox(box));

const isMany = () => !isCups() && state.scene.boxes_in_all > FEW;

function drawSquares({ at }) {
  if (changed($("mosaic"), all, language)) {
    $("mosaic").replaceChildren(...byStage.map(({ ply, boxes }) => {
      const label = t("stage", { n: ply });
      return el("div", {}, el("span", { class: "soft" }, label), mosaic(boxes, label));
    }), meant());
  }
  $("mosaic").querySelectorAll(".square").forEach((square, i) => {
    const isNow = isSame(all[i], at);
    square.classList.toggle("now", isNow);
    square.setAttribute("aria-selected", isNow);
  });
}

function draw() {
  const opened = openedNow();
  $("mosaic").hidden = !isMany();
  $("row").hidden = isMany();
  if (isMany()) return drawSquares(opened);
  if (!changed($("row"), all, opened, language)) return;
  $("row").classList.toggle("few", !isCups());
  $("row").replaceChildren(...all.map(box => (isCups() ? cup : shelved)(box, opened)));
}

onShow(() => {
  const { scene } = state;
  const here = Boolean(scene && scene.learns && (isCups() || scene.boxes_in_all !== null && scene.boxes_in_all <= MANY));
  $("cups").hidden = !here;
  document.body.classList.toggle("with-cups", here && isCups());
  document.body.classList.toggle("with-squares", here && !isCups());
  if (!here) return;
  read();
  draw();
});
