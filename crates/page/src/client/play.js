// The board to play on, the box that was used, and the changes by a game.
"use strict";
import {
  $, alter, amount, beadOf, beadSpan, calledOf, deltas, does, effects, el, factsOf, fail, has, isCups, isPaused, language, machine, moveText, name, nameOf, note, onShow,
  other, ruleOf, show, state, t, tv, valued, worth,
} from "./base.js";
import { options } from "./lists.js";
import { guessAsked, guessSaid, guessView, isAsking, isRuleHidden, onlyTakes } from "./guess.js";
import { boxView, countOf, heap, otherMoves, playBoard, slip, slipHeap, smallBoard } from "./board.js";

const round = () => state.round || state.scene.round;
function moment() {
  const { turns } = round(), { frame } = state;
  const place = frame ? frame.at : state.at === null ? turns.length : Math.min(state.at, turns.length);
  return { place, turn: turns[place], before: turns[place - 1] };
}
const isPresent = () => !state.round && !state.frame && moment().place === round().turns.length;
const canPlay = () => isPresent() && state.scene.round.waits && !state.training && !isPaused();

// Whether a part of the page must be redrawn, because something that it shows has changed.
export function changed(node, ...what) {
  const key = JSON.stringify([language, isCups(), ...what]);
  if (node.dataset.key === key) return false;
  node.dataset.key = key;
  return true;
}

export const playerName = name => name === "person" ? t("you") : has("player." + name) ? nameOf("player", name) : calledOf(name);

// Fills a list of opponents: random and perfect play and a second machine first, the others behind "more".
const SHOWN_FIRST = ["person", "random", "perfect", "second-machine"];
export function opponentsOf(select, names) {
  const few = SHOWN_FIRST.filter(name => names.includes(name));
  options(select, [...few, ...names.filter(name => !few.includes(name))], playerName, few.length);
}

function sideName(side) {
  const { person } = state.scene;
  if (person) return t(side === person ? "you" : "theMachine");
  return playerName(state.scene.names[side === "first" ? 0 : 1]);
}

export function ending(ended) {
  return howItEnded(ended) + (ended.points ? t("discs", { first: ended.points[0], second: ended.points[1] }) : "");
}

function howItEnded(ended) {
  if (ended.stopped) return t("refused");
  const { person } = state.scene;
  if (!ended.winner) return t("aDraw");
  if (!person && ended.resigned && ended.box) return t("emptyResigned") + t("won", { who: sideName(ended.winner) });
  if (!person) return (ended.resigned ? t("resigned", { who: sideName(ended.resigned) }) : "") + t("won", { who: sideName(ended.winner) });
  const gaveUp = ended.resigned ? t(ended.resigned === person ? "youResigned" : ended.box ? "emptyResigned" : "itResigned") : "";
  return gaveUp + t(ended.winner === person ? "youWon" : "youLost");
}

function learnt(changes) {
  if (!changes.length) return "";
  const values = valued(changes[0].after), changed = changes.filter(isChanged);
  if (!values && changed.length === 1) return fateOf(changed[0], changes.at(-1));
  let added = 0, gone = 0;
  for (const more of changed.flatMap(deltas)) {
    const n = values ? Math.sign(more) : more;
    if (n > 0) added += n; else gone -= n;
  }
  if (!added && !gone) return tv(values, "learntNothing");
  if (values) return t("learntValues", { added, gone });
  return (added ? tv(values, "learntAdded", { n: added }) : "") + (gone ? tv(values, "learntGone", { n: gone }) : "");
}

export const isChanged = change => deltas(change).some(Boolean);
export const nameOfBox = ({ position, number: which }) => isCups() ? t("cup", { n: countOf(position) }) : which ? t("h.box", { box: which }) : t("theBox");
// What becomes of the bead drawn. Where no other one goes, it is said if it is the last.
export function fateOf(change, last = null) {
  const { before, move } = change, n = deltas(change)[before.colours.findIndex(({ moves }) => moves.includes(move))];
  const key = n > 0 ? "fate.more" : !n ? "fate.back" : n === -1 && change === last ? "fate.last" : "fate.gone";
  return t(key, { which: nameOfBox(before), n: Math.abs(n), move: moveText(move) });
}

const colourOf = (box, move) => box.colours.find(({ moves }) => moves.includes(move));

export function drewSaid({ box, move }) {
  const key = !box ? "itMoved" : colourOf(box, move).beads ? "itDrew" : "itExplored";
  return tv(valued(box), key, { move: moveText(move) });
}
// Whether the end of the game is in sight.
export const isOver = () => Boolean(state.scene.round.ended) && !state.frame;

function status() {
  const { round: now, person } = state.scene;
  if (state.training) return t("inTraining");
  if (isPaused()) return t("pausedByTeacher");
  if (state.frame) return state.frame.words();
  if (state.round || !isPresent()) return t("lookingBack", { game: round().number, n: moment().place, all: round().turns.length });
  if (isAsking()) return ending(now.ended) + guessAsked();
  if (now.ended) return guessSaid() + ending(now.ended) + learnt(now.ended.changes);
  const last = now.turns.at(-1);
  let said = "";
  if (last && !last.person) said = person || last.box && state.scene.taught && last.side !== state.scene.teacher ? drewSaid(last) : t("whoMoved", { move: moveText(last.move), who: sideName(last.side) });
  if (state.best.length) return said + t("hintIs", { moves: state.best.map(moveText).join(", ") });
  if (now.waits) {
    const { white } = state.scene, mark = now.side === "first" ? "X" : "O";
    if (!now.board.columns || now.board.rows.length || !factsOf(state.scene.game).pieces) return said + t("yourMove");
    return said + t("yourMoveAs", { mark: white ? t(mark === white ? "colour.white" : "colour.black") : mark });
  }
  return said + t("whoIsToMove", { who: sideName(now.side) });
}

function showHeader() {
  const { game, rule, names, learns, person, sealed } = state.scene;
  const { learnt: games, boxes } = state.training || { ...state.scene, learnt: state.scene.games };
  const by = learns && (isRuleHidden() ? t("theMachine") : t("machineBy", { rule: nameOf("rule", rule) }));
  const who = person ? [by || playerName(names[person === "first" ? 1 : 0])] : names.map(playerName);
  const parts = [nameOf("game", game), person ? who[0] : t("against", { a: who[0], b: who[1] })];
  if (learns && !person) parts.push(by);
  if (learns) parts.push(t("gamesLearnt", { n: games }), tv(state.scene.values, "boxesMet", { n: boxes }));
  if (sealed) parts.push(t("sealed"));
  $("who").textContent = parts.join(" · ");
  $("who").dataset.rule = rule || "";
  $("about").hidden = !learns;
  // The line on how to play is shown through the first game, so that the board stays where it is.
  const isFirst = state.scene.round.number === 1 && state.scene.games <= 1;
  for (const id of ["about", "rules"]) $(id).classList.toggle("rest", !isFirst);
  const kind = game.split(":")[0];
  const about = (state.shelf.games.find(other => other.name === game) || {}).about || "";
  $("rules").textContent = [`rules.${game}`, `rules.${kind}`].filter(has).map(key => t(key, {}, false))[0] || about;
}

function showBoard() {
  const { place, turn, before } = moment();
  const { scene } = state;
  const board = turn ? turn.board : round().board;
  const choose = canPlay() ? move : null, { going = [] } = state.frame || {};
  const { ended } = round(), row = !turn && ended ? ended.row : [];
  const isHeld = $("board").contains(document.activeElement);
  focused = document.activeElement.dataset.cell ?? focused;
  if (changed($("board"), board, Boolean(choose), place, going, row, round().number, state.best, state.worths, scene.game)) drawBoard({ board, before, choose, going, row });
  // A cell that has the focus keeps it.
  if (!isHeld || document.activeElement.dataset.cell) return;
  const again = choose ? $("board").querySelector(`button[data-cell="${focused}"]`) || $("board").querySelector("button") : state.frame ? $("board") : $("matchbox").querySelector(".guesses button");
  (again || $("new")).focus();
}
let focused = null; // the cell with the focus, which stays on the board while a turn is seen

function drawBoard({ board, before, choose, going, row }) {
  const { scene } = state;
  const last = before && !board.rows.length ? (before.board.moves.find(other => other.move === before.move) || { cells: [] }).cells : [];
  const boards = [board, ...round().turns.map(made => made.board)];
  const widest = Math.max(...boards.map(({ columns }) => columns));
  const drawn = playBoard(board, { game: scene.game, choose, last, going, row, best: choose ? state.best : [], worths: choose ? state.worths : [], label: t("board"), widest });
  $("board").replaceChildren(drawn);
  keepHeight(board);
  $("moves").replaceChildren(...(choose ? otherMoves(board, choose, state.best, state.worths) : []));
  $("moves").setAttribute("aria-label", t("moves"));
  // Moves that can be made on the board are only repeated here.
  const onBoard = least => boards.every(({ moves, rows }) => !rows.length && moves.every(({ cells }) => cells.length && cells.length <= least));
  $("moves").hidden = !scene.person || onBoard(1);
  $("moves").classList.toggle("rest", onBoard(2));
}

// Keeps the height of the board when piles shrink, so that the page below does not move.
let tallest = { game: null, height: 0 };
function keepHeight(board) {
  const { game } = state.scene;
  if (tallest.game !== game) tallest = { game, height: 0 };
  const piles = board.rows.length || !board.cells.length;
  tallest.height = piles ? Math.max(tallest.height, $("board").firstChild.offsetHeight) : 0;
  $("board").style.minHeight = tallest.height + "px";
}
addEventListener("resize", () => { tallest.height = 0; $("board").style.minHeight = ""; });

function showControls() {
  const { scene } = state;
  const watched = !scene.person, { taught } = scene;
  const { turns } = scene.round;
  const own = turns.some(turn => turn.person || turn.hand);
  const still = Boolean(state.training) || isPaused();
  $("new").disabled = still || isAsking();
  $("new").hidden = taught;
  $("new").classList.toggle("main", isOver() && !isAsking());
  for (const id of ["undo", "undo-game"]) { $(id).disabled = still || !scene.can_undo; $(id).hidden = watched; }
  for (const id of ["hint", "resign"]) { $(id).disabled = !canPlay(); $(id).hidden = watched; }
  if (scene.class && !own) $("resign").disabled = true;
}

let told = [];
function showSteps() {
  if (state.frame && state.scene.round.ended) return;
  const now = state.scene.round.number;
  const earlier = told.filter(game => game.number < now).map(game => game.number);
  const names = [...new Set([...earlier, now])];
  const label = n => {
    const game = told.find(other => other.number === Number(n));
    const isNow = Number(n) === now;
    const end = isNow ? state.scene.round.ended : game && game.ended ? game : null;
    const byPerson = isNow ? state.scene.person : game.person;
    return `${n} · ${end ? shortEnd(end, byPerson) : t(isNow ? "goingOn" : "shortUnended")}`;
  };
  options($("which"), names, label);
  $("which").value = round().number;
  const { place } = moment();
  const all = round().turns.length;
  $("at").textContent = t("atMove", { n: place, all });
  $("to-start").disabled = $("back").disabled = place === 0;
  $("to-end").disabled = $("forth").disabled = place === all;
}

function shortEnd(ended, byPerson) {
  if (ended.stopped) return t("shortStopped");
  if (!ended.winner) return t("drawn");
  if (!other()) return t(ended.winner === "first" ? "wonShareBySeat" : "lostShareBySeat");
  return t(ended.winner !== other() ? "shortLost" : byPerson ? "shortWon" : "shortOther");
}

function showBox() {
  const { place, turn } = moment();
  const { scene } = state;
  const now = round();
  const { frame } = state, changes = now.ended && !turn ? now.ended.changes : [];
  let title = "boxDrawn", matchbox = null, drawn = null, change = frame ? frame.change : changes.filter(isChanged).at(-1) || changes.at(-1);
  if (frame) ({ box: matchbox, drawn } = frame);
  else if (turn && turn.box) { matchbox = turn.box; drawn = turn.move; }
  else if (!turn && now.ended && now.ended.box) { matchbox = now.ended.box; title = "boxOpened"; }
  else if (!turn && now.box) { matchbox = now.box; title = "boxOpen"; }
  else {
    // The box opened last; a forced move has no box.
    const last = now.turns.slice(0, place).filter(made => made.box).pop();
    if (last) { matchbox = last.box; drawn = last.move; }
  }
  const plain = !scene.learns && (scene.person || now.turns.length);
  const asks = isPresent() && isAsking();
  if (asks || change && valued(change.after)) change = null;
  if (!changed($("matchbox"), matchbox, drawn, title, scene.game, scene.learns, plain, asks, change, frame && frame.kind)) return;
  $("matchbox").dataset.step = frame ? frame.kind : "";
  if (valued(matchbox) && drawn) title = "boxOpened";
  // The box used last would tell which bead goes.
  const shown = asks && onlyTakes() ? null : change ? change.after : matchbox, box = shown && boxView(shown, { game: scene.game, drawn: change ? null : drawn });
  $("box-title").textContent = asks ? guessAsked() : shown && (frame || change) ? nameOfBox(shown) : tv(scene.values, shown ? title : "theBox");
  const parts = [asks ? guessView() : null, shown && (drawn || frame) && !change && !scene.values ? piece(shown, drawn) : null, change ? outcome(frame ? [change] : changes) : null, box];
  $("matchbox").replaceChildren(...shown || asks ? parts.filter(Boolean) : [note(plain ? t("none.no-boxes") : tv(scene.values, "waiting"))]);
}

// What was drawn, as it is held up.
const piece = (box, move) => el("p", { class: "piece", "aria-hidden": "true" }, ...!move ? [] : isCups() ? [slip(move)] : [beadSpan(beadOf(box, box.colours.findIndex(({ moves }) => moves.includes(move)))), " ", moveText(move)]);
// What a game has put into boxes, and what lies in the bin since.
function outcome(changes) {
  const all = changes.flatMap(change => deltas(change).map((n, i) => ({ n, i, box: change.before })));
  const line = (key, here) => here.length ? el("div", { class: key }, el("b", {}, t(key)),
    ...here.map(({ n, i, box }) => el("span", {}, isCups() ? slipHeap(box.colours[i].moves[0], Math.abs(n), Math.abs(n)) : heap(beadOf(box, i), Math.abs(n), Math.abs(n)), " ", nameOfBox(box)))) : "";
  return el("div", { class: "outcome" }, line("bin", all.filter(({ n }) => n < 0)), line("putIn", all.filter(({ n }) => n > 0)));
}

function showChanges() {
  if (state.frame) return;
  const now = round();
  const changes = now.ended && (state.round || !isAsking()) ? now.ended.changes : null;
  const boxes = now.turns.filter(turn => turn.box);
  if (!changed($("changes"), changes || boxes.map(turn => turn.move + turn.board.text), now.number, isRuleHidden())) return;
  const learned = changes && changes.length;
  $("changes-title").textContent = tv(state.scene.values, learned ? "changesTitle" : "usedTitle");
  const rule = ruleOf(state.scene), known = rule && rule.start.length && state.scene.learns && !isRuleHidden();
  const done = known ? effects(rule, state.scene.game) : tv(state.scene.values, "usedAbout");
  const about = changes || !boxes.length ? t("usedNone") : done;
  $("changes-none").textContent = learned ? ending(now.ended) + learnt(changes) : about;
  $("changes").replaceChildren(...(learned ? changes.map(changeView) : boxes.map(usedView)));
}

const whichBox = board => isCups() ? el("b", {}, t("cup", { n: countOf(board.text) })) : smallBoard(board, state.scene.game);

function usedView({ box, move, board }) {
  const own = colourOf(box, move), values = valued(box);
  const words = values ? { value: worth(own.value), best: worth(box.colours.find(({ beads }) => beads).value) } : { n: own.beads, all: box.total };
  return el("li", {}, whichBox(board),
    el("div", {}, tv(values, "drewBead", { move: moveText(move) }), el("br"), el("span", { class: "soft" }, tv(values, "ofBeads", words))));
}

// The changes of a box in words, with as many decimals as distinguish the values; changes of beads also as a
// picture.
export function changeLines(change) {
  const values = valued(change.after);
  const lines = change.after.colours.map((colour, i) => {
    const [before, after] = [change.before.colours[i], colour].map(amount);
    if (before === after) return null;
    let digits = 3;
    while (digits < 10 && before.toFixed(digits) === after.toFixed(digits)) digits++;
    const shown = values ? { before: worth(before, digits), after: worth(after, digits) } : { before, after };
    const words = { n: Math.abs(after - before), move: colour.moves.map(moveText).join(" "), ...shown };
    return el("div", { class: "line" }, values ? null : isCups() ? slipHeap(colour.moves[0], before, after) : heap(beadOf(change.after, i), before, after),
      el("span", {}, tv(values, after > before ? "put" : "took", words)));
  }).filter(Boolean);
  return lines.length ? lines : [el("div", { class: "soft" }, t(values ? "learntNothing.values" : "unchanged"))];
}

function changeView(change) {
  return el("li", {}, whichBox(change.before.board),
    el("div", {}, tv(valued(change.after), "drewBead", { move: moveText(change.move) }), ...changeLines(change)));
}

onShow(() => {
  if (!state.scene) return;
  showHeader();
  $("status").textContent = status();
  $("status").dataset.over = isOver();
  showBox();
  showControls();
  showBoard();
  listGames();
  showSteps();
  showChanges();
});

const move = m => does(() => alter("move", { move: m }));
const act = verb => does(() => alter("act/" + verb));

let listed = null;
async function listGames() {
  const { seat, version, round: { number } } = state.scene, about = [name, seat, version, number].join(" ");
  if (about === listed) return;
  listed = about;
  told = [];
  if (number === 1) return;
  try { told = (await machine("games")).games; } catch (error) { fail(error); }
  if (state.scene) showSteps();
}

// Undoes all moves of the person in this game, or in the game before if there are none.
const undoGame = () => does(async () => {
  let answer = await alter("act/undo");
  // The beads to put back are the beads of all these steps.
  const steps = answer.steps || [];
  while (answer.scene.round.turns.some(turn => turn.person || turn.hand)) {
    answer = await alter("act/undo", {}, answer.scene);
    steps.push(...answer.steps || []);
  }
  return { ...answer, steps };
});

$("undo").onclick = () => act("undo");
$("undo-game").onclick = undoGame;
$("resign").onclick = () => act("resign");
$("new").onclick = () => act("new").then(() => {
  const cell = $("board").querySelector("button[tabindex='0']");
  if (cell && document.activeElement === $("new")) cell.focus();
});
$("hint").onclick = async () => {
  try {
    const { moves, worths } = await machine("hint");
    Object.assign(state, { best: moves, worths });
    show();
  } catch (error) { fail(error); }
};

const stepTo = place => { state.at = place; show(); };
$("to-start").onclick = () => stepTo(0);
$("back").onclick = () => stepTo(moment().place - 1);
$("forth").onclick = () => stepTo(moment().place + 1 >= round().turns.length ? null : moment().place + 1);
$("to-end").onclick = () => stepTo(null);
$("which").onchange = async () => {
  const number = Number($("which").value);
  try {
    state.round = number === state.scene.round.number ? null : (await machine("games/" + number)).round;
    stepTo(state.round ? 0 : null);
  } catch (error) { fail(error); }
};

// Keys that work while the focus is on the board or its buttons.
$("table").addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const id = { u: "undo", n: "new", h: "hint", "[": "back", "]": "forth" }[event.key];
  if (id && !$(id).disabled && !$(id).hidden) { event.preventDefault(); $(id).click(); }
});
