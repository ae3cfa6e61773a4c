// The machine and its opponents: the rule as sliders, other players, files.
"use strict";
import {
  $, alter, RESULTS, ask, between, call, calledOf, does, effectOf, effects, el, fail, freshName, giveName, has, homeOf, isDrawless, isFresh, isName, isRow, language, leave, machine, machineCalled, name, nameOf, nextName, onShow,
  remember, remembered, seedOf, show, state, t, take, tg,
} from "./base.js";
import { options } from "./lists.js";
import { changed, opponentsOf } from "./play.js";
import { SECOND, forgetTraining, train } from "./training.js";
import { forgetBoxes } from "./boxes.js";
import { modelOf } from "./transport.js";

export const refresh = async () => { state.shelf = await ask("shelf"); };

// Puts the machine of a name at the board by `work`. If that fails, the old machine stays. The way back to a
// machine that has learnt is kept.
export function change(under, work, reason = error => error) {
  const before = name, home = homeOf() || (state.scene && state.scene.learns && state.scene.games ? name : null);
  return does(async () => {
    call(under);
    try {
      const told = await work();
      state.watching = null;
      for (const forget of [forgetTraining, forgetBoxes]) forget();
      if (under !== before && home && home !== under) leave(home, under);
      if (!state.shelf.kiosk) await refresh();
      return told;
    } catch (error) {
      // Before the first machine, the name of the new one stays.
      if (before !== null) call(before);
      const told = await reason(error);
      throw under === before ? told : Object.assign(told, { state: undefined, of: undefined });
    }
  });
}

// Sets up a board, possibly under another name. A machine is replaced only if it is still the version shown here;
// if it has learnt in the meantime, it is shown instead.
export function sit(wanted, { anew = false, under = name } = {}) {
  const seen = state.scene, own = under === name;
  return change(under, async () => {
    const told = await alter("sit", { ...wanted, anew, version: anew && seen ? seen.version : undefined }, own ? state.scene : {});
    remember(wanted);
    if (wanted.rule) nameNew(told.scene.game);
    return told;
  }, async error => {
    if (error.kind !== "changed") return error;
    const told = await machine("");
    take(told);
    return told.scene ? new Error(t("changed", { before: seen.games, now: told.scene.games })) : error;
  });
}

// A new machine has a name that can be read aloud, in this browser.
function nameNew(game) {
  if (state.shelf.kiosk || !isFresh(name) || calledOf(name) !== name) return;
  const short = "short." + (isRow(game) ? "cups" : game.split(":")[0]);
  giveName(name, nextName(has(short) ? t(short, {}, false) : nameOf("game", game)));
}

// The last settings of this machine's board, without a teacher.
export function settings() {
  const { teacher: _, ...wanted } = remembered("wanted") || {};
  return wanted;
}

// The name for a new machine. It takes the name of the old one only if that has learnt nothing, so that
// nothing learnt is lost.
export function freeName(game) {
  const { scene, shelf } = state;
  // A name made for another game would mislead.
  const [, made] = /^(.+)-[a-z0-9]{6}$/.exec(name) || [];
  const isOther = shelf.games.some(known => known.name.split(":")[0] === made) && made !== game.split(":")[0];
  return (isOther || scene && (scene.games || !scene.learns)) && !shelf.kiosk ? freshName(game) : name;
}

// Rules that have a name for everybody; the others are for experts.
const NAMED = ["cups", "cups-keep", "cups-reward", "her", "michie-304", "michie-1961", "scroggs", "rote", "q-learning"];

const EMPTY = ["resign", "refuse", "any-move", "keep-first", "keep-last", "floor", "one-bead", "refill", "refill-move", "reset"];
const HOW = ["all", "last", "wipe-all", "wipe-last"];
const signed = n => n > 0 ? "+" + n : n < 0 ? "\u2212" + -n : "0";
const preset = () => state.shelf.rules.find(rule => rule.name === $("preset").value) || state.shelf.rules[0];

function slider(label, { value, min, max, said = String, id }) {
  const shown = el("output", {}, said(value));
  const input = el("input", { type: "range", min, max, value, id, "aria-label": label });
  input.oninput = () => {
    shown.textContent = said(Number(input.value));
    input.setAttribute("aria-valuetext", shown.textContent);
  };
  return el("label", { class: "slider" }, el("span", {}, label), input, shown);
}

const inForm = (key, values) => tg($("game-name").value, key, values);

// Sets the sliders to the preset; values have none.
function showSliders() {
  const rule = preset();
  for (const part of document.querySelectorAll("#machine fieldset")) part.hidden = !rule.start.length;
  if (!rule.start.length) return;
  $("starts").replaceChildren(...rule.start.map((n, i) => {
    const last = i === rule.start.length - 1;
    const label = last && i ? t("stageFrom", { n: i + 1 }) : last ? inForm("stageEvery") : t("stageStart", { n: i + 1 });
    return slider(label, { value: n, min: 1, max: Math.max(20, 2 * n) });
  }));
  $("effects").replaceChildren(...RESULTS.flatMap(result => {
    const { n: value, how: kind } = effectOf(rule[result]);
    const most = Math.max(10, Math.abs(value));
    const how = el("select", { id: "how-" + result, "aria-label": inForm("how." + result) });
    options(how, HOW, which => inForm("how." + which));
    how.value = kind;
    const range = slider(t("after." + result), { value, min: -most, max: most, id: "by-" + result, said: signed });
    const wiped = () => { range.querySelector("input").disabled = how.value.startsWith("wipe"); };
    how.onchange = wiped;
    wiped();
    return [el("div", { class: "effect", hidden: result === "draw" && isDrawless($("game-name").value) }, range, how)];
  }));
  const [, few] = /^reset at (\d+)$/.exec(rule.empty) || [];
  options($("empty"), few ? [...EMPTY, rule.empty] : EMPTY, policy => EMPTY.includes(policy) ? inForm("empty." + policy) : inForm("empty.reset-at", { n: Number(few) }));
  $("empty").value = rule.empty;
}

function effectWanted(result) {
  const how = $("how-" + result).value, n = Number($("by-" + result).value);
  if (how.startsWith("wipe")) return "wipe " + how.slice(5);
  return n === 0 ? "nothing" : `${n > 0 ? "+" : "-"}${Math.abs(n)} ${how}`;
}

function ruleWanted() {
  const rule = preset();
  if (!rule.start.length) return rule;
  const [win, draw, loss] = RESULTS.map(effectWanted);
  const start = Array.from($("starts").querySelectorAll("input"), input => Number(input.value));
  return { name: rule.name, start, win, draw, loss, empty: $("empty").value };
}

const about = name => state.shelf.presets.find(other => other.name === name);
// The side of a person against a machine with this rule: the other one than the rule names. In front of a row of
// counters the machine has the side that can win; elsewhere it is the first.
export function sideAgainst(name, game) {
  const { winner = null } = state.shelf.games.find(other => other.name === game) || {};
  const isSecond = about(name).learner === "second" || winner === "second";
  return isSecond ? "first" : "second";
}

export const LESSONS = [
  ["cups", "nim:8:take=3", "cups", "second"], ["hexapawn", "hexapawn", "her", "second"], ["tic-tac-toe", "tic-tac-toe", "michie-304", "first"],
];
export function ruleFor(game) {
  const { start } = state.shelf, kind = game.split(":")[0];
  if (game === start.game) return start.rule;
  return (LESSONS.find(([, of]) => of.split(":")[0] === kind) || [])[2] || "rote";
}

export const usual = () => {
  const { rules, start } = state.shelf;
  const rule = rules.find(other => other.name === start.rule);
  return { game: start.game, side: sideAgainst(rule.name, start.game), rule };
};

onShow(() => {
  const { shelf, scene } = state;
  if (!shelf || !scene) return;
  const rules = shelf.rules.map(rule => rule.name), named = NAMED.filter(rule => rules.includes(rule));
  // The form begins with what is at the board, also when another machine comes there.
  const isOther = changed($("game-name"), name, scene.game, scene.rule);
  const chosen = (!isOther && $("preset").value) || (rules.includes(scene.rule) ? scene.rule : usual().rule.name);
  options($("preset"), [...named, ...rules.filter(rule => !named.includes(rule))], rule => nameOf("rule", rule), named.length);
  if (changed($("machine"), language, shelf.games, shelf.rules) || isOther) {
    const game = (!isOther && $("game-name").value) || scene.game;
    options($("game-name"), shelf.games.map(game => game.name), game => nameOf("game", game));
    $("preset").value = chosen;
    $("game-name").value = game;
    showPreset();
  }
  const machines = shelf.machines.filter(other => other !== name);
  if (scene.learns) machines.unshift(name);
  for (const id of ["player", "watch-first", "watch-second"]) opponentsOf($(id), [...scene.opponents, ...machines]);
  const called = shelf.machines.map(other => [other, calledOf(other)]);
  if (changed($("names"), called)) $("names").replaceChildren(...called.map(([value, label]) => el("option", { value, label })));
  $("download").hidden = !scene.learns;
  $("seed-about").textContent = scene.seed === null ? "" : t("seedAbout", { seed: scene.seed });
});

function showGame() {
  if ($("failure").textContent) return;
  $("tab-game").click();
  $("tab-game").focus();
}

function showPreset() {
  showSliders();
  const { about: source, ja, values } = about(preset().name);
  $("preset-about").textContent = `${preset().name}: ${language === "ja" ? ja : source}`;
  const { method, ...numbers } = values || {};
  const used = Object.entries(numbers).filter(([field, n]) => n || field.endsWith("reward")).map(pair => pair.join(" = "));
  $("numbers").textContent = values ? `${t("method." + method)} ${used.join(", ")}` : inABox(preset());
  $("person").value = sideAgainst(preset().name, $("game-name").value);
}
function inABox(rule) {
  const { start, empty } = rule;
  const beads = inForm(start.length > 1 ? "startsFalling" : "starts", { n: start[0], all: start.join(", ") });
  const policy = has("empty." + empty) ? inForm("emptyBox", { does: inForm("empty." + empty) }) : "";
  return [beads, effects(rule, $("game-name").value), policy].join(between());
}
$("preset").onchange = showPreset;
let gameBefore = null;
$("game-name").onchange = () => {
  // The rule that the game before has of itself does not stay.
  const game = $("game-name").value;
  if ($("preset").value === ruleFor(gameBefore || state.scene.game)) $("preset").value = ruleFor(game);
  gameBefore = game;
  showPreset();
};
$("machine").onsubmit = event => {
  event.preventDefault();
  const under = freeName($("game-name").value);
  sit({ game: $("game-name").value, side: $("person").value, rule: ruleWanted(), seed: seedOf($("seed").value.trim()) }, { anew: under === name, under }).then(showGame);
};
const aside = wanted => sit(wanted, { under: freshName(state.scene.game) }).then(showGame);
$("play-player").onclick = () => aside({ game: state.scene.game, side: state.scene.person || "first", player: $("player").value });
// The player who would teach the machine at the board, if it is one of the two.
const watched = () => [$("watch-first").value, $("watch-second").value];
const teacherOf = ([first, second]) => first === name ? [second, "second"] : second === name ? [first, "first"] : [];
for (const id of ["watch-first", "watch-second"]) $(id).addEventListener("change", show);
onShow(() => {
  $("learning").hidden = !state.scene || !state.scene.learns || state.scene.is_pair || !teacherOf(watched())[0];
});
$("watch").onclick = async () => {
  const [teacher, side] = teacherOf(watched());
  if (teacher && $("watch-learns").checked && !$("learning").hidden) {
    const own = state.scene.teacher || state.scene.person;
    if (side !== own) return fail(new Error(t("otherSeat", { side: t(own === "first" ? "second" : "first") })));
    await sit({ ...settings(), teacher }).then(showGame);
  } else await aside({ game: state.scene.game, watch: watched() });
  if (!state.scene.person) $("run").click();
};

// Whether the machine of this tab was begun in this browser and has learnt nothing, so that it has no file yet.
export function isBegun() {
  const board = remembered("board");
  return Boolean(remembered("wanted")) && !(board && board.games);
}
export const noMachine = words => Object.assign(new Error(t("noMachine", { name: words })), { kind: "unknown" });

export async function goTo(words) {
  const wanted = machineCalled(words) || words.trim();
  if (!isName(wanted)) return fail(noMachine(words));
  await change(wanted, async () => {
    if ((await machine("here")).here) return machine("");
    if (!isBegun()) throw noMachine(words);
    return machine("sit", remembered("wanted"));
  });
  show();
}
// The file has the name that the class gives its machine, so that another browser learns it.
export async function saveFile(which) {
  try {
    const url = URL.createObjectURL(await modelOf(which));
    el("a", { href: url, download: calledOf(which) + ".menace" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) { fail(error); }
}
$("rescue").onclick = $("download").onclick = () => saveFile(name);
$("bring").onclick = () => $("upload").click();
export async function bringIn(file) {
  const [called] = file.name.split(".menace"), under = freshName();
  await change(under, async () => {
    const told = await upload(file, under);
    giveName(under, called.slice(0, 30));
    return told;
  });
}
// A refusal names the file as it is called here.
export async function upload(file, under) {
  try { return await ask(`machines/${under}/upload`, await file.arrayBuffer(), true); } catch (error) {
    error.message = error.message.replace(RegExp(`[^\\s(（]*${under}(\\.menace)?`), file.name);
    throw error;
  }
}

// A second machine, which learns too: a new pair of machines, one for each side. Returns whether there is an opponent.
async function findOpponent() {
  const { scene, shelf } = state;
  if ($("opponent").value !== SECOND || scene.is_pair) return true;
  const rule = shelf.rules.find(other => other.name === scene.rule) || settings().rule;
  const under = freeName(scene.game);
  await sit({ game: scene.game, side: scene.person || "second", rule, learner: "both" }, { anew: under === name && scene.games === 0, under });
  return !$("failure").textContent;
}
$("train").onclick = async () => { if (await findOpponent()) train(); };
// Its games are watched on the board, where each move and each bead can be looked at.
$("teach").onclick = async () => {
  if (!await findOpponent()) return;
  await sit({ ...settings(), teacher: $("opponent").value });
  showGame();
};
