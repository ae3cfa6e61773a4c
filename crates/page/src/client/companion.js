// The companion of a machine played by hand: which box to open, which bead was drawn, which beads go in or out.
"use strict";
import { $, alter, beadSpan, beadOf, does, el, fail, freshName, isCups, language, machine, memory, moveText, name, nameOf, note, number, onShow, remember, remembered, state, t } from "./base.js";
import { options } from "./lists.js";
import { placeMoves, playBoard, positionText } from "./board.js";
import { changed } from "./play.js";
import { scoreChart } from "./training.js";
import { sheetsForm } from "./sheets.js";
import { change, freeName, sideAgainst, sit, upload } from "./settings.js";

const panel = () => $("hand");
const OTHER_SIDE = { first: "second", second: "first" };
// A slip of a cup is named by its text, the number that its letter counts.
const colourName = ({ colour, large, letter }) => isCups() ? t("h.slip", { n: letter.charCodeAt(0) - 64 }) : (large ? t("h.large", { colour: t("colour." + colour) }) : t("colour." + colour)) + " " + letter;
const handButton = (text, onclick, kind = "") => el("button", { type: "button", class: kind, onclick }, text);
const atWood = (what, body) => does(() => alter(what, body));

// What is still to be done with the beads. It outlasts a reload.

let tasks = { name: null, steps: [], later: false };
let toldLast = null;
const keepTasks = () => memory.set("hand-" + tasks.name, JSON.stringify(tasks));
const undone = () => tasks.steps.filter(step => !step.done);
const isBlocked = () => undone().length > 0 && !tasks.later;

function takeSteps() {
  if (tasks.name !== name) {
    correcting = null;
    tasks = memory.read("hand-" + name) || { name, steps: [], later: false };
  }
  const { told } = state;
  if (!told || told === toldLast) return;
  toldLast = told;
  const { steps = [] } = told;
  if (!steps.length) return;
  // A step that is taken back before it was done need not be done at all.
  const left = undone();
  for (const step of steps) {
    const same = left.find(other => other.number === step.number && other.letter === step.letter);
    if (same) same.n += step.n; else left.push(step);
  }
  tasks = { name, steps: left.filter(step => step.n !== 0), later: false };
  keepTasks();
}

function tasksView() {
  if (!undone().length) return [];
  const line = step => {
    const box = el("input", { type: "checkbox", checked: Boolean(step.done) });
    box.onchange = () => {
      step.done = box.checked;
      keepTasks();
      // The list stays as it is, with the keyboard in it, until all is done.
      if (undone().length) return;
      drawHand();
      if (!$("new").disabled && state.scene.round.ended) $("new").focus();
    };
    const text = t(step.n > 0 ? "h.in" : "h.out", { box: step.number, n: Math.abs(step.n), colour: colourName(step) });
    return el("li", {}, el("label", { class: "inline" }, box, beadSpan({ ...step, label: step.letter }), " ", el("span", {}, text)));
  };
  return [el("section", { class: "tasks" }, el("h3", {}, t("h.tasks")), state.scene.round.ended ? el("p", {}, t("h.overTasks")) : null, el("ol", {}, ...tasks.steps.map(line)),
    tasks.later ? note(t("h.isLater")) : handButton(t("h.later"), () => { tasks.later = true; keepTasks(); drawHand(); }))];
}

function labelView(matchbox, game) {
  const { board } = matchbox;
  const made = playBoard(board, { game, coordinates: false });
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", t("h.label", { box: matchbox.number }));
  if (!board.cells.length) return el("div", { class: "tray label" }, made, el("p", {}, matchbox.colours.map((colour, i) => `${beadOf(matchbox, i).label}: ${colour.moves.join(" ")}`).join(", ")));
  placeMoves(made, matchbox, (cell, colour, look) => cell.replaceChildren(beadSpan(look)), () => 1);
  return el("div", { class: "tray label" }, el("b", { class: "number", "aria-hidden": "true" }, String(matchbox.number)), made);
}

let correcting = null; // { number, beads: [{ letter, ... n }], why }
const listOf = async () => (await machine("list")).list;

async function lookUp(wanted, why = "", more = null) {
  $("failure").textContent = "";
  try {
    const found = (await listOf()).find(box => box.number === wanted);
    correcting = found ? { ...found, why, beads: found.beads.map(bead => ({ ...bead, shown: bead.letter === more ? Math.max(1, bead.n) : bead.n })) } : null;
    if (!found) fail(new Error(t("h.noBox", { box: wanted })));
  } catch (error) { fail(error); }
  drawHand();
  const first = panel().querySelector(".correct input");
  if (first && correcting) { first.focus(); panel().querySelector(".correct").scrollIntoView({ block: "nearest" }); }
}

function correctView() {
  if (!correcting) return [];
  const { number: box, beads, why, position } = correcting;
  const inputs = beads.map(bead => el("input", { type: "number", min: 0, max: 9999, value: bead.shown, required: true }));
  const rows = beads.map((bead, i) => el("label", { class: "inline" }, beadSpan({ ...bead, label: bead.letter }), " ", el("span", {}, `${colourName(bead)} · ${t("h.record", { n: bead.n })}`), inputs[i]));
  const form = el("form", { class: "correct" }, el("h3", {}, t("h.box", { box })), why ? el("p", { class: "warn" }, why) : note(t("h.correctAbout")), ...rows,
    el("div", { class: "row" }, el("button", { class: "main" }, t("h.correct")), handButton(t("h.leave"), () => { correcting = null; drawHand(); })));
  form.onsubmit = event => {
    event.preventDefault();
    const wanted = inputs.map(input => Number(input.value));
    correcting = null;
    atWood("correct", { number: box, beads: wanted });
  };
  return [form];
}

function nowView() {
  const { scene } = state;
  const { hand, round } = scene;
  const last = round.turns.at(-1);
  const parts = [];
  if (last && !last.person) {
    const { box, move } = last;
    const i = box ? box.colours.findIndex(({ moves }) => moves.includes(move)) : -1;
    const known = { box: box && box.number, move: moveText(move), colour: box ? colourName(box.colours[i]) : "" };
    parts.push(el("p", { class: "done" }, t(last.hand ? box && (box.colours[i].beads || box.when_empty !== "it plays any move") ? "h.drew" : "h.lotDone" : box ? "h.oneColour" : "h.forced", known)));
  }
  if (round.ended) {
    const { box, stopped } = round.ended;
    if (box) {
      parts.push(el("p", {}, el("strong", {}, t("h.open", { box: box.number })), " ", t("h.isEmpty", { what: t("when." + box.when_empty) })),
        handButton(t("h.notEmpty"), () => lookUp(box.number, t("h.recordEmpty", { box: box.number }))));
    }
    if (!stopped && !undone().length) parts.push(el("p", {}, t("h.over")));
    return parts;
  }
  if (hand.seats) {
    parts.push(el("div", { class: "row" }, el("span", {}, t(hand.machine === "first" ? "h.itBegins" : "h.theyBegin")), handButton(t("h.changeSeats"), () => atWood("seats"))));
  }
  if (round.waits) return [...parts, el("p", {}, t("h.theirs"))];
  const { label, asks, turning } = hand;
  if (label && !["no-box", "not-yet"].includes(asks)) {
    parts.push(el("h3", { class: "open" }, t("h.open", { box: label.number })));
    // A cup has no board on it, and is shown above.
    if (!isCups()) parts.push(el("div", { class: "shown" }, labelView(label, scene.game), el("div", {}, el("p", {}, turningView(turning)), el("p", {}, t("h.turn." + turning)))));
  }
  parts.push(el("p", {}, t("h.ask." + asks, { n: hand.start })));
  if (["any-move", "no-box", "not-yet"].includes(asks)) {
    return [...parts, el("div", { class: "row", role: "group", "aria-label": t("h.ask." + asks) }, ...round.legal.map(move => handButton(moveText(move), () => atWood("move", { move }))))];
  }
  const { box } = round;
  const choices = box.colours.map((colour, i) => {
    const gone = asks === "bead" && !colour.beads;
    const drawn = () => gone ? lookUp(box.number, t("h.recordLacks", { box: box.number, colour: colourName(colour) }), colour.letter) : atWood("move", { move: colour.moves[0] });
    return el("button", { type: "button", class: "choice" + (gone ? " gone" : ""), "data-letter": colour.letter, onclick: drawn }, beadSpan(beadOf(box, i)), " ", colourName(colour));
  });
  const other = handButton(t("h.otherColour"), () => fail(new Error(t("h.wrongBox", { box: box.number, letters: box.colours.map(colourName).join(", ") }))));
  return [...parts, el("div", { class: "row", role: "group", "aria-label": t("h.whichBead") }, ...choices, other)];
}

const TURNS = { same: "=", right: "\u21bb \u00bc", left: "\u21ba \u00bc", half: "\u21bb \u00bd", mirror: "\u21d4", upside: "\u21d5", diagonal: "\u2921", "other-diagonal": "\u2922", order: "\u21c4" };
const turningView = turning => el("span", { class: "turning", "aria-hidden": "true" }, TURNS[turning]);

function scoreView() {
  const { hand, scores, scores_every: every } = state.scene;
  const [won, drawn, lost] = hand.results;
  // A win adds 3 to the score, a draw 1, a loss takes 1.
  const plain = { 3: 1, 1: 0, [-1]: -1 };
  const points = every > 1 || hand.scored ? scores : scores.reduce((made, score, i) => [...made, i ? made[i - 1] + plain[score - scores[i - 1]] : 0], []);
  const key = hand.scored || every > 1 ? "h.score" : "h.difference";
  const parts = [el("p", { class: "score" }, el("b", {}, t(key, { n: points.at(-1) })), " ", t("h.results", { won, drawn, lost }))];
  if (points.length > 1) {
    const values = points.map((score, i) => [i * every, score]);
    const dots = points.length > 60 ? [] : values.map(([games, value]) => [games, value, "seen"]);
    parts.push(el("div", { class: "chart" }, scoreChart(t(key, { n: points.at(-1) }), 180, values, dots)));
  }
  return parts;
}

let gamesSeen = { about: null, games: [] };
async function readGames() {
  const { round, games, version, seat } = state.scene;
  const about = [name, seat, version, games, round.number].join(" ");
  if (gamesSeen.about === about) return;
  gamesSeen.about = about;
  try { gamesSeen.games = (await machine("games")).games.filter(game => game.ended); } catch (error) { fail(error); }
  drawHand();
}
function gamesView() {
  const { machine: side } = state.scene.hand;
  const line = ({ number: n, winner, moves }) => el("li", {}, `${n} · ${t(!winner ? "h.draw" : winner === side ? "h.won" : "h.lost")} · `, el("span", { class: "soft" }, moves.map(moveText).join(isCups() ? ", " : " ")));
  return gamesSeen.games.length ? [el("h3", {}, t("h.games")), el("ol", { class: "games" }, ...gamesSeen.games.slice(-8).reverse().map(line))] : [];
}

let listing = null; // { name, version, boxes }
async function showList() {
  listing = { name, version: state.scene.version, boxes: [] };
  try { listing.boxes = await listOf(); } catch (error) { fail(error); }
  drawHand();
}
function listView() {
  if (!listing) return [];
  const row = box => el("tr", {}, el("th", { scope: "row", class: "n" }, String(box.number)), el("td", { class: "mono" }, positionText(box.position)),
    el("td", {}, ...box.beads.map(bead => el("span", { class: "heaped" }, beadSpan({ ...bead, label: bead.letter }), " " + number(bead.n) + " "))), el("td", { class: "tick" }, "☐"));
  const stages = [...new Set(listing.boxes.map(box => box.stage))];
  const head = el("tr", {}, ...["h.number", "position", "colBeads"].map((key, i) => el("th", { scope: "col", class: i ? "" : "n" }, t(key))), el("td"));
  return [el("div", { class: "listing" }, el("h3", {}, t("h.listTitle", { game: nameOf("game", state.scene.game), n: state.scene.games })),
    el("div", { class: "row" }, handButton(t("h.print"), () => print(), "main"), handButton(t("h.leave"), () => { listing = null; drawHand(); })),
    ...stages.map(stage => el("table", {}, el("caption", {}, t("h.stage", { n: stage + 1 })), el("thead", {}, head.cloneNode(true)), el("tbody", {}, ...listing.boxes.filter(box => box.stage === stage).map(row)))))];
}

async function mergeFiles(files) {
  if (files.length < 2) return fail(new Error(t("h.twoFiles")));
  await change(freshName("class"), async () => {
    const names = [];
    for (const file of files) {
      const plain = file.name.replace(/\.menace$/, "").toLowerCase().replace(/[^a-z0-9-]+/g, "-").replace(/^-+/, "").slice(0, 25);
      const under = freshName(plain || "group");
      await upload(file, under);
      names.push(under);
    }
    return machine("merge", { names });
  });
  if (state.scene.hand && !$("failure").textContent) await showList();
}

// Parts that are made once, so that what is typed in them stays

let handForms = null;
function makeForms() {
  const game = el("select", { id: "hand-game" }), rule = el("select", { id: "hand-rule" });
  const side = el("select", { id: "hand-side" });
  const usual = () => { side.value = OTHER_SIDE[sideAgainst(rule.value, game.value)]; };
  rule.onchange = game.onchange = usual;
  const start = el("form", { id: "hand-start" }, el("div", { class: "row" }), el("button", { class: "main" }));
  start.onsubmit = event => {
    event.preventDefault();
    const under = freeName(game.value);
    sit({ game: game.value, side: seat(), rule: state.shelf.rules.find(other => other.name === rule.value), by_hand: true }, { anew: under === name, under });
  };
  const seat = () => OTHER_SIDE[side.value];
  // Of a machine for both sides, the boxes of the side chosen have been built.
  const own = handButton("", () => sit({ by_hand: true, side: state.scene.is_pair ? seat() : undefined }));
  own.id = "hand-own";
  const files = el("input", { type: "file", id: "hand-files", accept: ".menace", multiple: true });
  files.onchange = async () => { await mergeFiles([...files.files]); files.value = ""; };
  const box = el("input", { type: "number", id: "hand-box", min: 1, required: true });
  const find = el("form", { class: "row", id: "hand-find" }, el("label", {}, el("span"), box), el("button"));
  find.onsubmit = event => { event.preventDefault(); lookUp(Number(box.value)); };
  const list = handButton("", showList);
  list.id = "hand-list";
  handForms = { game, rule, side, start, own, files, find, list, usual };
}

function sayForms() {
  const { game, rule, side, start, own, files, find, list, usual } = handForms;
  const { shelf, scene } = state;
  options(game, shelf.games.map(other => other.name), other => nameOf("game", other));
  options(rule, shelf.rules.filter(other => other.start.length).map(other => other.name), other => nameOf("rule", other));
  options(side, ["first", "second"], which => t(which));
  if (changed(rule, name)) {
    // The machine that is looked at, if boxes can be built of it.
    game.value = scene.game;
    rule.value = scene.rule;
    if (!game.value || !rule.value) { game.value = "hexapawn"; rule.value = "her"; }
    usual();
    if (scene.person && rule.value === scene.rule) side.value = OTHER_SIDE[scene.person];
  }
  const field = (key, input) => el("label", {}, el("span", {}, t(key)), input);
  if (changed(start, language)) {
    start.firstChild.replaceChildren(field("gameName", game), field("preset", rule), field("h.machineIs", side));
    start.lastChild.textContent = t("h.start");
    own.textContent = t("h.own");
    files.setAttribute("aria-label", t("h.files"));
    find.querySelector("span").textContent = t("h.byNumber");
    find.lastChild.textContent = t("find");
    list.textContent = t("h.list");
  }
  own.hidden = !scene.learns || scene.values || Boolean(scene.hand) || !scene.games;
}

const sheetsView = () => state.scene.learns && !state.scene.values ? [sheetsForm()] : [];
const groupsView = () => [el("h3", {}, t("h.groups")), note(t("h.groupsAbout")), el("label", {}, el("span", {}, t("h.files")), handForms.files)];

function drawHand() {
  const { scene, shelf, training } = state;
  if (!scene || !shelf) return;
  $("tab-hand").hidden = shelf.kiosk;
  if (!handForms) makeForms();
  sayForms();
  const { hand, round } = scene;
  for (const id of ["board", "moves"]) $(id).inert = Boolean(hand) && isBlocked();
  if (!hand || training) {
    if (changed(panel(), "start", name, Boolean(training))) panel().replaceChildren(el("p", {}, t("h.about")), el("h3", {}, t("h.startTitle")), handForms.start, handForms.own, ...sheetsView(), ...groupsView());
    return;
  }
  takeSteps();
  // A machine in either seat is found again where it sits.
  const wanted = remembered("wanted");
  if (wanted && wanted.by_hand && wanted.side !== scene.person) remember({ ...wanted, side: scene.person });
  for (const id of ["board", "moves"]) $(id).inert = isBlocked();
  $("new").disabled = isBlocked();
  // It is trained at the table.
  $("train").disabled = true;
  readGames();
  // The list shows the present contents of this machine's boxes.
  if (listing && listing.name !== name) listing = null;
  else if (listing && listing.version !== scene.version) showList();
  if (!changed(panel(), scene.seat, scene.round, hand, tasks, correcting, listing, gamesSeen.games, scene.games)) return;
  const before = panel().dataset.turn, turn = String(hand.asks || round.waits);
  panel().dataset.turn = turn;
  const focused = document.activeElement && document.activeElement.dataset && document.activeElement.dataset.letter;
  panel().replaceChildren(
    ...tasksView(),
    el("section", { class: "now", "aria-live": "polite", inert: isBlocked() && !round.ended }, ...nowView()),
    ...correctView(),
    ...scoreView(),
    ...gamesView(),
    el("h3", {}, t("h.boxes")), note(t("h.count", { boxes: hand.boxes, beads: hand.beads })),
    el("div", { class: "row" }, handForms.list), handForms.find,
    ...listView(),
    ...sheetsView(),
    ...groupsView(),
    el("h3", {}, t("h.another")), handForms.start);
  if (focused) { const again = panel().querySelector(`[data-letter="${focused}"]`); if (again) again.focus(); }
  // On a small screen the panel is below the board.
  if (before && before !== turn && innerWidth < 832 && !panel().hidden) (hand.asks ? panel() : $("status")).scrollIntoView({ block: "start" });
}
onShow(drawHand);
// The companion is in front wherever a machine played by hand is at the board.
let wasShown = null;
onShow(() => {
  const { scene } = state;
  if (!scene || wasShown === name + Boolean(scene.hand)) return;
  wasShown = name + Boolean(scene.hand);
  if (scene.hand) $("tab-hand").click();
});
