// Shared by all parts of the page: elements, texts, requests, and the present state.
"use strict";
import { changeOf, onKeeping, send, whyNot, wordsOf } from "./transport.js";

export const $ = id => document.getElementById(id);

// The data from the server, and what the person is looking at.
export const state = {
  shelf: null, scene: null,
  training: null, trained: null, // the training in progress, and the last one that ended
  round: null, // the earlier game shown, if any
  told: null, // the last answer about the machine
  at: null, // the turn shown; null for the last position
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

// A secondary remark.
export const note = text => el("p", { class: "soft" }, text);

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Fills a list of choices and keeps the present choice. The choices after the first few are a group called
// "more".
export function options(select, names, text = name => name, few = 0) {
  const before = select.value;
  const all = Array.from(names);
  const rows = all.map(name => [name, text(name)]);
  const same = select.options.length === rows.length
    && rows.every(([name, label], i) => select.options[i].value === String(name) && select.options[i].textContent === label);
  if (same) return;
  const made = rows.map(([value, label]) => el("option", { value }, label));
  const more = few && made.length > few ? [el("optgroup", { label: t("more") }, ...made.splice(few))] : [];
  select.replaceChildren(...made, ...more);
  if (all.map(String).includes(before)) select.value = before;
}

// A name that is cut in a closed list is shown below it too.
const pen = el("canvas").getContext("2d");
function spellOut() {
  for (const select of document.querySelectorAll("select")) {
    const room = select.clientWidth - 36, [chosen] = select.selectedOptions;
    if (room < 0 || !chosen) continue;
    pen.font = getComputedStyle(select).font;
    const below = select.parentNode.querySelector(".full");
    const text = pen.measureText(chosen.label).width > room ? chosen.label : "";
    if (below) below.textContent = text;
    else if (text) select.after(el("span", { class: "full", "aria-hidden": "true" }, text));
  }
}
for (const kind of ["change", "click", "resize"]) addEventListener(kind, () => requestAnimationFrame(spellOut));
onShow(() => requestAnimationFrame(spellOut));

// Words

const memoryOf = storage => ({
  // The stored JSON; null if there is none, or if it cannot be read.
  read(key) { try { return JSON.parse(this.get(key)); } catch { return null; } },
  get(key) { try { return storage().getItem("menace-" + key); } catch { return null; } },
  set(key, value) { try { storage().setItem("menace-" + key, value); } catch { /* the page also works without storage */ } },
});
export const memory = memoryOf(() => localStorage), tabMemory = memoryOf(() => sessionStorage);
let words = {}, inCups = [];
export let language = memory.get("language") || (navigator.language.startsWith("ja") ? "ja" : "en");

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
// The text for a machine of this game.
export const tg = (game, key, values) => t(key, values, isRow(game));
export const isCups = () => isOneRow() && !state.scene.values;
// A move in words, where its name says how many counters it takes of which row.
export function moveText(move) {
  const [, row, n] = state.scene && isPiles(state.scene.game) && /^([a-z])(\d+)$/.exec(move) || [];
  return !row ? move : isOneRow() ? t("take", { n: Number(n) }) : t("takeFrom", { n: Number(n), row });
}
// The side against which the machine plays.
export const other = () => state.scene.person || state.scene.teacher;

// The rule of the machine in its numbers, as far as the page has them.
export function ruleOf({ rule }) {
  const { wanted } = remembered("wanted") || {};
  return state.shelf.rules.find(known => known.name === rule) || (rule === "sliders" && wanted && wanted.rule) || null;
}
export const RESULTS = ["win", "draw", "loss"];
export const isDrawless = game => factsOf(game).drawable === false;
// An effect on the beads, such as "+3 all", as a number and where: all, last, wipe-all or wipe-last.
export function effectOf(text) {
  const [, n, scope] = /^([+-]\d+|wipe|nothing) ?(\w*)/.exec(text);
  return { n: Number(n) || 0, how: (n === "wipe" ? "wipe-" : "") + (scope || "all") };
}
// What each result does to the beads, in words.
export function effects(rule, game) {
  return RESULTS.filter(result => !(result === "draw" && isDrawless(game))).map(result => {
    const { n, how } = effectOf(rule[result]), where = tg(game, "how." + how);
    const what = n ? tg(game, n > 0 ? "does.more" : "does.less", { n: Math.abs(n), where }) : how.startsWith("wipe") ? where : t("does.nothing");
    return t("does", { after: t("after." + result), what });
  }).join(between());
}
// The separator of two sentences.
export const between = () => language === "ja" ? "" : " ";
// Whether a rule adds beads, only takes them out, or is unknown to the page.
function bearing(scene) {
  const rule = ruleOf(scene);
  if (!rule || !rule.start.length) return "";
  return RESULTS.some(result => rule[result].startsWith("+")) ? "" : ".takes";
}

// Beads. Their letters and colours are the same as in the kit on paper.

// The look of one colour of bead in a box.
export function beadOf(matchbox, i) {
  const { letter = String.fromCharCode(65 + i % 26), fill = "#bbbbbb", ink = "#000", large } = matchbox.colours[i];
  return { fill, ink, large, label: letter };
}

export function beadSpan(look, kind = "") {
  return el("span", { class: "bead " + (look.large ? "large " : "") + kind, style: { "--bead": look.fill, "--on-bead": look.ink }, "aria-hidden": "true" }, look.label);
}

// Whether the browser keeps the machines, where it is the browser that keeps them, and the games that it kept last.
let keeping = null;
let lastKept = {};
let keptAs = null; // the name under which it is kept, if another tab has the machine
onKeeping((now, under) => {
  [keeping, keptAs] = [now, under];
  show();
});
// What is learnt and not saved, and why; null if all is.
function unsaved() {
  const { scene } = state;
  if (keeping !== "full") return scene && scene.unsaved && { n: scene.unsaved.games, why: scene.unsaved.error };
  return { n: scene && lastKept.name === name ? Math.max(0, scene.games - lastKept.games) : 0, why: t("keeping.full") };
}
onShow(() => {
  const left = unsaved(), other = keeping && keeping !== "kept" && keeping !== "full";
  const inClass = state.scene && state.scene.class;
  $("keeping").textContent = left ? t(inClass ? "unsavedHere" : left.n ? "unsaved" : "unsavedChange", left) : other ? t("keeping." + keeping, { name: keptAs }) : "";
  $("rescue").hidden = !left && !other || inClass || Boolean(state.shelf && state.shelf.kiosk);
});

// The server

let lost = false; // the server did not answer and may have been restarted
let reseat = async () => {};
export const onReturn = work => { reseat = work; };

// The text of an error. The server sends it in English; other languages have a text for each kind.
export const refusal = ({ error, kind }) => has("error." + kind) ? t("error." + kind, { error }) : error;

export async function ask(path, body, raw) {
  let answer;
  try { answer = await send(path, body, raw); } catch { lost = true; throw new Error(t(whyNot())); }
  const { status, told } = answer;
  if (status >= 400) throw Object.assign(new Error(refusal(told)), { status, kind: told.kind, state: told.state });
  return told;
}
export const machine = (verb, body, raw) => ask(`machines/${encodeURIComponent(name)}${verb && "/" + verb}`, body, raw);
// Changes something at the machine, from the state that is shown or that another answer has.
export const alter = (verb, body = {}, seen = state.scene) => machine(verb, { ...body, revision: seen ? seen.revision : undefined });

export const fail = error => { $("failure").textContent = error.message; };

// Runs one action after the other, so that two clicks make two moves and do not mix.
let queue = Promise.resolve();
export function does(work) {
  queue = queue.then(async () => {
    $("failure").textContent = "";
    try {
      if (lost) {
        lost = false;
        await reseat();
      }
      take(await work());
    } catch (error) {
      // The machine is no longer as it was shown.
      if (error.state) await reseat(error.state).catch(fail);
      fail(error);
    }
  });
  return queue;
}

// Stores the state of a machine and shows it.
export function take(told) {
  if (!told) return;
  state.told = told;
  if (told.training) {
    state.training = told.training;
    // A page that comes to this machine during the training shows the board before it.
    const { scene } = told;
    if (!state.scene || state.scene.seat !== scene.seat) Object.assign(state, { scene, trained: null, round: null, at: null, best: [], worths: [] });
  } else if (told.scene) {
    Object.assign(state, { training: null, trained: told.trained, scene: told.scene, round: null, at: null, best: [], worths: [] });
    const { seat, seed, games, round: { turns, ended } } = told.scene;
    const moves = ended ? [] : turns.filter(turn => turn.person || turn.hand).map(turn => turn.move);
    memory.set("board", JSON.stringify({ name, seat, seed, games, moves }));
    if (keeping !== "full") lastKept = { name, games };
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
    if (!scene || training || document.hidden) {
      await new Promise(done => { wake = done; });
      continue;
    }
    waiting = new AbortController();
    try {
      const told = await changeOf(asked, scene.revision, waiting);
      // What is done here meanwhile is answered first, and its answer is the newer one.
      await queue;
      if (told.scene && name === asked && state.scene.revision === scene.revision) takeQuietly(told);
      await pause(100);
    } catch (error) {
      // The teacher has removed the group. Who calls off gives no reason.
      if (error && error.status === 401 && state.shelf.group) return location.assign("/j/");
      if (!waiting.signal.aborted) await pause(2000);
    }
  }
}
// An earlier game remains on the screen.
function takeQuietly(told) {
  const { round, at } = state;
  take(told);
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
  history.replaceState(null, "", "#" + name);
  memory.set("machine", name);
  tabMemory.set("machine", name);
  waiting.abort();
  release();
  navigator.locks?.request("menace-" + name, { mode: "shared" }, () => new Promise(done => { release = done; }));
}

// The tab has no machine any more.
export function callOff() {
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
// Whether the page has made this name up.
export const isFresh = text => /-[a-z0-9]{6}$/.test(text);

// The settings and the board of this machine, should the server restart.
export const remember = wanted => memory.set("wanted", JSON.stringify({ name, wanted }));
export function remembered(what) {
  const kept = memory.read(what);
  return kept && kept.name === name ? kept : null;
}

// A seed that a person wrote, or that a board had; null if it is not a seed. Longer ones are in the files of
// their machines.
export const seedOf = text => /^\d{1,15}$/.test(text) ? Number(text) : null;

// Sets up the board with the last settings, and resumes an unfinished game; the machine may have a board already.
export function sitAgain(usual, kept, moves, scene) {
  const { wanted } = remembered("wanted") || {};
  return alter("sit", { ...(wanted || usual), unfinished: moves && moves.length ? { games: kept.games, seed: seedOf(kept.seed), moves } : undefined }, scene || {});
}
// Whether a board that was kept has been set up again without its game, as when the server was restarted.
export const isGone = (kept, { seat, games, round }) =>
  seat !== kept.seat && games === kept.games && !round.turns.some(turn => turn.person || turn.hand);
