// The shelf of boxes: finding a box, its content and its history.
"use strict";
import { $, el, fail, isCups, machine, moveText, note, onShow, other, percent, state, t, tv, valued, worth } from "./base.js";
import { beadsOf, boxView, otherMoves, playBoard, positionSaid, spoken } from "./board.js";
import { changeLines, changed, playerName } from "./play.js";

let looked = null, trail = [], questions = 0;
let drawn = null; // the marks of the board that the person draws
// The person's last search, until its result is shown or refused.
let asking = Promise.resolve();

async function look(position, move) {
  const asked = new URLSearchParams();
  if (position) asked.set("position", position);
  if (move) asked.set("move", move);
  const question = asked.toString();
  const { games } = state.scene;
  const number = ++questions;
  const told = await machine("find" + (question && "?" + question));
  // Another search has been started since.
  if (number !== questions) return false;
  looked = { ...told, of: state.scene.game };
  $("found").dataset.games = games;
  showFound();
  return true;
}

const find = (...what) => asking = finds(...what);
async function finds(position, move, way = []) {
  try {
    drawn = null;
    if (!await look(position, move)) return false;
    trail = way;
    $("failure").textContent = "";
    $("finder-back").disabled = !trail.length;
    return true;
  } catch (error) { fail(error); return false; }
}

function showFound() {
  const { board } = looked;
  // Redrawing the cells while one is pressed would lose the click.
  if (!drawn && changed($("finder"), board, state.scene.game)) showFinder(board);
  $("finder-back").disabled = !trail.length;
  $("found").replaceChildren(looked.box ? boxView(looked.box, { game: state.scene.game }) : note(t("none." + looked.none)));
  const changes = looked.changes || [];
  const told = changes.some(change => change.game);
  const { box } = looked;
  const met = changes.length ? "storyTrained" : "storyUntold";
  const about = told ? "storyAbout" : box && box.met ? met : "storyUnmet";
  const listed = told || about === "storyTrained";
  const story = box ? [note(t(about)), listed ? el("ol", {}, ...changes.map(event)) : ""] : [];
  $("story").replaceChildren(...story);
}

function showFinder(board) {
  const focused = $("finder").querySelector(":focus");
  const step = move => find(looked.board.text, move, [...trail, looked.board.text]);
  const made = playBoard(board, { game: state.scene.game, choose: drawn ? drawIn : board.moves.length ? step : null, label: t("findTitle") });
  made.classList.add("finder");
  $("finder").replaceChildren(made);
  $("finder-moves").replaceChildren(...drawn ? [] : otherMoves(board, step));
  if (focused) (made.querySelector(`[data-cell="${focused.dataset.cell}"]`) || $("finder-back")).focus();
  $("finder-draw").textContent = t(drawn ? "find" : "drawBoard");
  $("finder-draw").classList.toggle("main", Boolean(drawn));
  // A board of squares can be drawn.
  $("finder-draw").hidden = !/^[XO.]+\//.test(looked.board.text);
}

// A board that is drawn: each tap puts the next mark into a cell.
const MARKS = ["", "X", "O"];
function showDrawn() {
  const moves = drawn.map((_, i) => ({ move: i, cells: [i] }));
  delete $("finder").dataset.key;
  showFinder({ ...looked.board, cells: drawn, moves });
}
function drawIn(i) {
  drawn[i] = MARKS[(MARKS.indexOf(drawn[i]) + 1) % MARKS.length];
  showDrawn();
}
// It is the machine's turn on that board, where its text says whose turn it is.
function findDrawn() {
  const { text, columns } = looked.board, seat = other() === "first" ? "O" : "X";
  const rows = Array.from({ length: drawn.length / columns }, (_, row) => drawn.slice(row * columns, (row + 1) * columns).map(mark => mark || ".").join(""));
  find(rows.join("/") + (text.includes(" ") ? " " + seat : ""));
}

function event(change) {
  if (change.training) {
    const { games: n, opponent } = change.training;
    return el("li", {}, t("storyTraining", { n, who: playerName(opponent) }), ...change.emptied.map(emptied));
  }
  const end = change.winner ? t(change.winner === (other() || "second") ? "machineLost" : "machineWon") : t("machineDrew");
  return el("li", {}, tv(valued(change.after), "storyGame", { game: change.game, move: moveText(change.move), end }), ...changeLines(change));
}

// The game or games of a training, counted from its beginning, that took the last bead for a move.
function emptied({ games: [from, to], colour }) {
  const move = looked.box.colours[colour].moves.map(moveText).join(" ");
  return el("div", {}, t(from === to ? "storyEmptied" : "storyEmptiedIn", { from, to, move }));
}

const KINDS = ["full", "some", "none", "unmet"];
const kindOf = box => !box.met ? "unmet" : box.left === box.colours ? "full" : box.left ? "some" : "none";

// What lies over the page is closed by its button, by Escape, and by the way back of the browser.
const isNarrow = matchMedia("(max-width: 52rem)"), lid = $("lid");
export function layOver(label, back, ...contents) {
  lid.replaceChildren(el("button", { type: "button", class: "main", onclick: () => history.back() }, t(back)), ...contents);
  lid.setAttribute("aria-label", label);
  history.pushState(history.state, "");
  lid.showModal();
}
lid.oncancel = event => { event.preventDefault(); history.back(); };
addEventListener("popstate", () => lid.close());

// On a phone a box is opened over the board.
async function openOver(position) {
  if (!await find(position)) return;
  const title = isCups() ? "" : el("h2", {}, looked.box && looked.box.number ? t("h.box", { box: looked.box.number }) : t("theBox"));
  const contents = ["found", "story"].map(id => el("div", {}, ...$(id).cloneNode(true).childNodes));
  layOver(t("theBox"), "backToGame", title, ...contents);
}

export async function goToBox(position) {
  if (isNarrow.matches && $("boxes").hidden) return openOver(position);
  if ($("boxes").hidden) $("tab-boxes").click();
  if (!await find(position)) return;
  $("found-title").scrollIntoView({ block: "nearest" });
  $("found-title").focus({ preventScroll: true });
}

export function openBox(matchbox, onclick = () => goToBox(matchbox.position)) {
  const left = matchbox.colours.filter(({ beads }) => beads).length;
  const kind = kindOf({ met: matchbox.met, left, colours: matchbox.colours.length });
  const label = `${positionSaid(matchbox.position)}, ${tv(valued(matchbox), kind)}: ${spoken(matchbox)}`;
  return el("button", { type: "button", class: "open-box " + kind, onclick },
    el("span", { class: "sr" }, label), el("div", { "aria-hidden": "true" }, beadsOf(matchbox, state.scene.game)));
}

function inWords(box) {
  const { met, total, best, value, number: which } = box, values = value !== undefined;
  const number = which ? t("h.box", { box: which }) : "";
  const content = !met || !total ? "" : values ? worth(value) : `${t("beads", { n: total })}, ${t("bestChance", { share: percent(best / total) })}`;
  return [number || positionSaid(box.position), tv(values, kindOf(box)), content].filter(Boolean).join(", ");
}

function square(box) {
  const share = box.met && box.total ? box.best / box.total : 0;
  return el("li", { role: "option", tabindex: -1, class: "square " + kindOf(box), "aria-label": inWords(box), "aria-selected": "false", style: { "--share": Math.round(100 * share) + "%" } });
}

// Boxes as small squares, the darker the greater the chance of the best move. They are one stop of the Tab key; arrow keys
// go from box to box, and below stands which one is meant.
export function mosaic(boxes, label) {
  const all = boxes.map(square);
  if (all.length) all[0].tabIndex = 0;
  const of = target => all.indexOf(target.closest("li"));
  const look = ({ target }) => { if (of(target) >= 0) goToBox(boxes[of(target)].position); };
  const tell = ({ target }) => { if (of(target) >= 0) list.closest(".mosaic").querySelector("p").textContent = all[of(target)].getAttribute("aria-label"); };
  const list = el("ul", {
    class: "squares", role: "listbox", "aria-label": label, onclick: look, onmouseover: tell, onfocusin: tell,
    onkeydown: event => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); return look(event); }
      const perRow = Math.max(1, all.filter(one => one.offsetTop === all[0].offsetTop).length);
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow, Home: -all.length, End: all.length }[event.key];
      if (!step) return;
      event.preventDefault();
      const from = of(event.target), to = all[Math.max(0, Math.min(all.length - 1, from + step))];
      all[from].tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    },
  }, ...all);
  return list;
}
export const meant = () => el("p", { class: "soft", "aria-hidden": "true" });

let openStages = new Set();
async function showShelf() {
  const { learns, boxes, values } = state.scene;
  $("key").hidden = !learns && !boxes;
  if ($("key").hidden) {
    $("stages").replaceChildren(note(t("none.no-boxes")));
    return;
  }
  const { stages } = await machine("stages");
  const sample = kind => el("span", { class: "square sample " + kind, "aria-hidden": "true" });
  const kinds = KINDS.filter(kind => !values || kind !== "none");
  $("key").replaceChildren(...kinds.map(kind => el("span", {}, sample(kind), tv(values, kind))));
  const most = Math.max(...stages.map(stage => stage.boxes.length), 0);
  $("stages").replaceChildren(...stages.map((stage, i) => {
    const counts = stage.all === null ? t("boxesMet", { n: stage.met }) : t("stageMetOf", { n: stage.met, all: stage.all });
    const extra = (stage.lacking ? tv(values, "stageLacking", { n: stage.lacking }) : "") + (stage.empty ? t("stageEmpty", { n: stage.empty }) : "");
    const share = stage.all ? stage.met / stage.all : 1;
    const meter = el("span", { class: "meter", "aria-hidden": "true", style: { "--share": 100 * share + "%" } });
    const shelf = el("details", { class: "stage" },
      el("summary", {}, el("b", {}, t("stage", { n: stage.ply })), " ", el("span", {}, counts + extra), meter));
    // A stage can have hundreds of boxes, which are drawn only when it is open.
    const fill = () => {
      if (!shelf.open || shelf.children.length > 1) return;
      shelf.append(stage.open.length ? el("div", { class: "open-boxes" }, ...stage.open.map(one => openBox(one))) : el("div", { class: "mosaic" }, mosaic(stage.boxes, t("stage", { n: stage.ply })), meant()));
    };
    shelf.ontoggle = () => { fill(); openStages[shelf.open ? "add" : "delete"](stage.ply); };
    shelf.open = openStages.size ? openStages.has(stage.ply) : stage.open.length > 0 || i === 0 || most < 40;
    fill();
    return shelf;
  }));
}

export async function openShelf() {
  const { scene } = state;
  if (state.training) return;
  const key = [scene.seat, scene.game, scene.games, scene.boxes, scene.round.number, scene.round.turns.length, scene.round.ended !== null];
  if (!changed($("stages"), key)) return;
  try { await showShelf(); } catch (error) { fail(error); }
  // A search by the person in the meantime comes first.
  for (let last; last !== asking;) await (last = asking);
  const there = looked && looked.of === scene.game ? looked.board.text : null;
  try { await look(there); } catch { trail = []; try { await look(); } catch { forgetFinder(); } }
}

function forgetFinder() {
  $("finder").replaceChildren();
  delete $("finder").dataset.key;
}

$("finder-draw").onclick = () => {
  if (drawn) return findDrawn();
  drawn = [...looked.board.cells];
  showDrawn();
};
$("finder-now").onclick = () => find(state.scene.round.board.text);
$("finder-start").onclick = () => find();
$("finder-back").onclick = () => find(trail.at(-1), undefined, trail.slice(0, -1));
onShow(() => { if (state.scene && !$("boxes").hidden) openShelf(); });
export function forgetBoxes() { looked = null; trail = []; openStages = new Set(); }
