// Shared by all parts of the page: elements, texts, requests, and the present state.
"use strict";
import { changeOf, send, whyNot, wordsOf } from "./transport.js";

export const $ = id => document.getElementById(id);

// The data from the server, and what the person is looking at.
export const state = {
  shelf: null, scene: null,
  training: null, trained: null, // the training in progress, and the last one that ended
  round: null, // the earlier game shown, if any
  told: null, // the last answer about the machine
  at: null, // the turn shown; null for the last position
  frame: null, // the step of the present game that is just seen; null for all that is so
  best: [], // the moves of a hint
  worths: [], // what the moves lead to, as the hint says
};

const listeners = [];
export const onShow = listener => listeners.push(listener);
export const show = () => listeners.forEach(listener => listener());

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, v] of Object.entries(value)) made.style.setProperty(name, v);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}

export const note = text => el("p", { class: "soft" }, text);

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Words

const memoryOf = storage => ({
  // The stored JSON; null if there is none, or if it cannot be read.
  read(key) { try { return JSON.parse(this.get(key)); } catch { return null; } },
  get(key) { try { return storage().getItem("menace-" + key); } catch { return null; } },
  unkept: new Set(), // what had no room: the page works without, but says so
  set(key, value) { try { storage().setItem("menace-" + key, value); this.unkept.delete(key); } catch ({ name }) { if (name === "QuotaExceededError") this.unkept.add(key); } },
});
export const memory = memoryOf(() => localStorage), tabMemory = memoryOf(() => sessionStorage);
let words = {}, inCups = [];
export let language = [memory.get("language"), navigator.language.slice(0, 2), "en"].find(one => ["en", "ja"].includes(one));

export async function speak(wanted) {
  words = await wordsOf(wanted);
  inCups = words.inCups.split(";").map(pair => pair.split(">")).map(([from, to]) => [new RegExp("(^|[^{])" + from, "g"), "$1" + to]);
  language = wanted;
  memory.set("language", wanted);
  document.documentElement.lang = wanted;
  label();
  for (const node of document.querySelectorAll("[data-a]")) {
    node.title = t(node.dataset.a);
    node.setAttribute("aria-label", node.title);
  }
}

export const has = key => key in words;
// The text for a key, with its values filled in. If n is 1, the key ending in .one is used if it exists. Where cups and
// slips stand for boxes and beads, it speaks of these, by a text of its own or by its words.
export function t(key, values = {}, cups = isCups()) {
  const known = cups && has(key + ".cups") ? key + ".cups" : key;
  let word = (values.n === 1 && words[known + ".one"]) || words[known] || key;
  if (cups) for (const [from, to] of inCups) word = word.replace(from, to);
  return word.replace(/\{(\w+)\}/g, (_, name) => typeof values[name] === "number" ? number(values[name]) : values[name]);
}
// The values that a machine has in place of beads have their own texts.
export const tv = (values, key, more) => t(values && has(key + ".values") ? key + ".values" : key, more);
function label() {
  for (const node of document.querySelectorAll("[data-t]")) {
    const { scene } = state, key = node.dataset.t;
    const own = scene && scene.learns && key === "about" && !scene.values ? key + bearing(scene) : key;
    const text = node.closest("#machine") ? tg($("game-name").value, own) : tv(scene && scene.values, own);
    if (node.textContent !== text) node.textContent = text;
  }
}
onShow(label);
export const number = n => Number(n).toLocaleString("en").replace("-", "−");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 });
export const shortNumber = n => short.format(n);
export const percent = share => (100 * share).toFixed(share > 0 && share < 0.001 ? 3 : 1) + "%";
export const nameOf = (kind, name) => has(`${kind}.${name}`) ? t(`${kind}.${name}`, {}, false) : name;

// Whether a box has values, and the value or the beads of a colour.
export const valued = matchbox => Boolean(matchbox) && "value" in matchbox.colours[0];
export const amount = ({ beads, value = beads }) => value;
// How much more of each colour is in a box after a change.
export const deltas = ({ before, after }) => after.colours.map((colour, i) => amount(colour) - amount(before.colours[i]));
// A value with this number of decimals; zero has no sign.
export const worth = (value, digits = 3) => value.toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "−");

// What is known of a game: of the one at the board, or of one that the page offers.
export function factsOf(game) {
  if (state.scene && state.scene.game === game) return state.scene;
  const offered = state.shelf && state.shelf.games.find(({ name }) => name === game);
  return offered ? offered.facts : {};
}
// One row of counters is played with cups and slips.
export const isRow = game => factsOf(game).layout === "row";
export const isPiles = game => isRow(game) || factsOf(game).layout === "piles";
const isOneRow = () => Boolean(state.scene) && isRow(state.scene.game);
export const tg = (game, key, values) => t(key, values, isRow(game));
export const isCups = () => isOneRow() && !state.scene.values;
// A move in words, where its name says how many counters it takes of which row; in one line, though it has a hyphen.
export function moveText(move) {
  const [, row, n] = state.scene && isPiles(state.scene.game) && /^([a-z])(\d+)$/.exec(move) || [];
  return !row ? move.replace("-", "-\u2060") : isOneRow() ? t("take", { n: Number(n) }) : t("takeFrom", { n: Number(n), row });
}
export const other = () => state.scene.person || state.scene.teacher;

// The rule of the machine in its numbers, as far as the page has them.
export function ruleOf({ rule }) {
  return state.shelf.rules.find(known => known.name === rule) || (rule === "sliders" && (remembered("wanted") || {}).rule) || null;
}
export const RESULTS = ["win", "draw", "loss"];
export const isDrawless = game => factsOf(game).drawable === false;
// An effect on the beads, such as "+3 all", as a number and where: all, last, wipe-all or wipe-last.
export function effectOf(text) {
  const [, n, scope] = /^([+-]\d+|wipe|nothing) ?(\w*)/.exec(text);
  return { n: Number(n) || 0, how: (n === "wipe" ? "wipe-" : "") + (scope || "all") };
}
export function effects(rule, game) {
  return RESULTS.filter(result => !(result === "draw" && isDrawless(game))).map(result => {
    const { n, how } = effectOf(rule[result]), where = tg(game, "how." + how);
    const what = n ? tg(game, n > 0 ? "does.more" : "does.less", { n: Math.abs(n), where }) : how.startsWith("wipe") ? where : t("does.nothing");
    return t("does", { after: t("after." + result), what });
  }).join(between());
}
export const between = () => language === "ja" ? "" : " ";
// Whether a rule adds beads, only takes them out, or is unknown to the page.
function bearing(scene) {
  const rule = ruleOf(scene);
  if (!rule || !rule.start.length) return "";
  return RESULTS.some(result => rule[result].startsWith("+")) ? "" : ".takes";
}

// Beads. Their letters and colours are the same as in the kit on paper.

export function beadOf(matchbox, i) {
  const { letter = String.fromCharCode(65 + i % 26), fill = "#bbbbbb", ink = "#000", large } = matchbox.colours[i];
  return { fill, ink, large, label: letter };
}

export function beadSpan(look, kind = "") {
  return el("span", { class: "bead " + (look.large ? "large " : "") + kind, style: { "--bead": look.fill, "--on-bead": look.ink }, "aria-hidden": "true" }, look.label);
}

let lost = false; // the server did not answer and may have been restarted
let reseat = async () => {};
export const onReturn = work => { reseat = work; };
async function comeBack() {
  if (!lost) return;
  lost = false;
  await reseat();
}

// The text of an error. The server's is English; other languages have one for each kind.
export const refusal = ({ error, kind }) => has("error." + kind) ? t("error." + kind, { error }) : error;

export async function ask(path, body, raw) {
  let answer, before = said;
  try { answer = await send(path, body, raw); } catch (error) {
    if (!lost) waiting.abort();
    lost = true;
    const kind = whyNot(error);
    throw Object.assign(new Error(t(kind === "failed" && state.shelf && state.shelf.group ? "failedInClass" : kind)), { kind });
  }
  if (said === before && UNANSWERED.includes(said.kind)) fail({ message: "" });
  const { status, told } = answer;
  if (status >= 400) throw Object.assign(new Error(refusal(told)), { status, kind: told.kind, state: told.state });
  return told;
}
export const machine = (verb, body, raw) => {
  const of = name;
  return ask(`machines/${encodeURIComponent(of)}${verb && "/" + verb}`, body, raw).catch(error => { throw Object.assign(error, { of }); });
};
// Changes something at the machine, from the state that is shown or in another answer.
// The browser itself may repeat a request, whose number then shows that.
export const alter = async (verb, body = {}, seen = state.scene) => {
  const told = await machine(verb, { ...body, revision: seen ? seen.revision : undefined, request: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) });
  return { ...told, isTurn: ["move", "act/new", "act/resign"].includes(verb) };
};

let said = {}; // the message that is shown
export function fail(error) {
  // What was asked of a machine that is no longer the one here, such as a new one that was refused, is said no more.
  if (name && error.of && error.of !== name) return;
  said = error;
  $("failure").textContent = error.message;
}
// A message about something that lasts ends with it: whether it still lasts.
const LASTING = {
  paused: () => isPaused(),
  training: () => Boolean(state.training),
  unsaved: () => Boolean(state.scene && state.scene.unsaved),
};
const UNANSWERED = ["failed", "offline", "foreign", "gone"];
onShow(() => { if (said.kind in LASTING && !LASTING[said.kind]()) fail({ message: "" }); });
// Whether the teacher has paused the board.
export const isPaused = () => Boolean(state.scene && state.scene.class && state.scene.class.paused);

// One action after the other, so that they do not mix.
let queue = Promise.resolve(), waits = 0;
export function does(work) {
  document.body.classList.toggle("busy", ++waits > 0);
  queue = queue.then(async () => {
    fail({ message: "" });
    await perform(work);
    document.body.classList.toggle("busy", --waits > 0);
  });
  return queue;
}
async function perform(work, isAgain) {
  try {
    await comeBack();
    take(await work());
  } catch (error) {
    // The machine is no longer as it was shown; a game that a restart had taken away is there again.
    const isBack = error.state && await reseat(error.state).catch(fail);
    if (isBack && !isAgain) return perform(work, true);
    fail(error);
  }
}
// What is tapped is marked at once. Nothing else can be until its answer: the board will have changed.
addEventListener("click", event => {
  const button = event.target.closest("#play button, #hand button, #cards button, .controls button:not(#run, #more, #self)");
  if (!button) return;
  if (waits) return event.stopPropagation();
  for (const before of document.querySelectorAll(".tapped")) before.classList.remove("tapped");
  button.classList.add("tapped");
}, true);

// What shows a turn of one's own step by step, once it is loaded; all other changes are shown at once.
export let film = () => {};
export const onFilm = made => { film = made; };
export function take(told, frame = null) {
  if (!told) return;
  const before = state.scene;
  Object.assign(state, { told, frame });
  if (told.training) {
    state.training = told.training;
    // A page that comes to this machine during the training shows the board before it.
    const { scene } = told;
    if (!state.scene || state.scene.seat !== scene.seat) Object.assign(state, { scene, trained: null, round: null, at: null, best: [], worths: [] });
  } else if (told.scene) {
    Object.assign(state, { training: null, trained: told.trained, scene: told.scene, round: null, at: null, best: [], worths: [] });
    const { seat, seed, games, round: { turns, ended } } = told.scene;
    const moves = ended ? [] : turns.filter(turn => turn.person || turn.hand).map(turn => turn.move);
    memory.set("board-" + name, JSON.stringify({ seat, seed, games, moves }));
    if (told.isTurn) film(before);
  }
  show();
}

// Other screens. While it is visible, the page waits for changes that another screen makes at its machine; it
// sends no requests while it is hidden.

let wake = () => {};
let waiting = new AbortController();
onShow(() => wake());
document.addEventListener("visibilitychange", () => document.hidden ? waiting.abort() : wake());
const pause = time => new Promise(done => setTimeout(done, time));
export async function keepUp() {
  for (;;) {
    const { scene, training } = state, asked = name;
    if (!scene || !asked || training || document.hidden) {
      await new Promise(done => { wake = done; });
      continue;
    }
    waiting = new AbortController();
    try {
      if (lost) {
        await machine("here");
        await (queue = queue.then(comeBack).catch(fail));
        continue;
      }
      const told = await changeOf(asked, scene.revision, waiting);
      // What is done here meanwhile is answered first, and its answer is the newer one.
      await queue;
      if (told.scene && name === asked && state.scene.revision === scene.revision) takeQuietly(told);
      await pause(100);
    } catch (error) {
      // The teacher has removed the group, and the server says so there. Who calls off gives no reason.
      if (error && error.status >= 400 && error.status < 500 && state.shelf.group) return location.assign("/");
      const isGone = error && error.status === 404 && name === asked;
      // A restarted server forgets a machine without games; others were deleted.
      lost ||= isGone && !state.scene.games;
      if (isGone && !lost) fail({ message: t("noMachine", { name: calledOf(asked) }), kind: "gone" });
      if (!waiting.signal.aborted) await pause(isGone && !lost ? 20_000 : 2000);
    }
  }
}
// The turn at which a board is, whatever the games of others have changed in its boxes.
export const turnOf = ({ seat, round: { number, turns } }) => [seat, number, turns.length].join();
// An earlier game remains on the screen.
function takeQuietly(told) {
  const { round, at, frame, scene } = state;
  // A turn that is just seen goes on.
  const isSeen = frame && told.scene && turnOf(told.scene) === turnOf(scene);
  take(told, isSeen ? frame : null);
  if (!round || told.training) return;
  Object.assign(state, { round, at });
  show();
}

// The machine of this tab. Its name is in the address, so that a reload and a bookmark find it. A page
// without a name continues with the last machine, unless another tab uses it.

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
export let name = null;
let release = () => {};

// Six letters at random keep it from being the name of another machine in the folder.
export function freshName(game = "machine") {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return game.split(":")[0] + "-" + Array.from(bytes, b => (b % 36).toString(36)).join("");
}

// What the class calls a machine, in this browser.
export const callings = () => memory.read("called") || {};
export const calledOf = which => callings()[which] || which;
// The machine that this browser calls so, if there is one.
export function machineCalled(words) {
  const all = callings(), wanted = words.trim().toLowerCase();
  return Object.keys(all).find(which => all[which].toLowerCase() === wanted);
}
// The first of the names "Cups 1", "Cups 2" and so on that this browser has not given.
export function nextName(words) {
  const given = new Set(Object.values(callings()));
  let n = 1;
  while (given.has(`${words} ${n}`)) n++;
  return `${words} ${n}`;
}
export function giveName(which, words) {
  const { [which]: _, ...all } = callings();
  memory.set("called", JSON.stringify(words && words !== which ? { ...all, [which]: words } : all));
}

// The machine that this tab has left to look at another one.
export function homeOf() {
  const kept = tabMemory.read("home");
  return kept && kept.name === name ? kept.home : null;
}
export const leave = (home, under) => tabMemory.set("home", JSON.stringify({ name: under, home }));

export function call(wanted) {
  name = wanted;
  history.replaceState(history.state, "", "#" + name);
  memory.set("machine", name);
  tabMemory.set("machine", name);
  waiting.abort();
  release();
  navigator.locks?.request("menace-" + name, { mode: "shared" }, () => new Promise(done => { release = done; }));
}

export function callOff() {
  waiting.abort();
  release();
  name = null;
  history.replaceState(null, "", location.pathname + location.search);
  memory.set("machine", "");
}

export async function findName() {
  const given = location.hash.slice(1), last = memory.get("machine");
  if (NAME.test(given)) return given;
  // This tab's last page may still hold the lock.
  return last && NAME.test(last) && !state.shelf.kiosk && (tabMemory.get("machine") === last
    || await navigator.locks?.request("menace-" + last, { ifAvailable: true }, Boolean)) && last;
}
export const isName = text => NAME.test(text);
export const isFresh = text => /-[a-z0-9]{6}$/.test(text);

// The settings and the board of this machine, should the server restart.
export const remember = wanted => memory.set("wanted-" + name, JSON.stringify(wanted));
export const remembered = what => memory.read(`${what}-${name}`);

// A seed that a person wrote, or that a board had; null if it is not a seed. Longer ones are in the files of
// their machines.
export const seedOf = text => /^\d{1,15}$/.test(text) ? Number(text) : null;

// Sets up the board with the last settings, and resumes an unfinished game; the machine may have a board.
export function sitAgain(usual, kept, moves, scene) {
  return alter("sit", { ...(remembered("wanted") || usual), unfinished: moves && moves.length ? { games: kept.games, seed: seedOf(kept.seed), moves } : undefined }, scene || {});
}
// Whether a board that was kept has been set up again without its game, as by a restarted server.
export const isGone = (kept, { seat, games, round }) =>
  seat !== kept.seat && games === kept.games && !round.turns.some(turn => turn.person || turn.hand);
