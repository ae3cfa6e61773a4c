// The machine and its opponents: the rule as sliders, other players, files.
"use strict";
import { $, ask, call, does, el, fail, freshName, isName, machine, name, nameOf, onShow, options, remember, remembered, state, t, take } from "./base.js";
import { changed, opponentsOf, stopWatching } from "./play.js";
import { SECOND, forgetTraining, train } from "./training.js";
import { forgetBoxes } from "./boxes.js";
import { offerModel } from "./transport.js";

export const refresh = async () => { state.shelf = await ask("shelf"); };

// Puts the machine of a name at the board, as `work` asks. If that fails, the old machine stays.
export function change(under, work, reason = error => error) {
  const before = name;
  return does(async () => {
    call(under);
    try {
      const told = await work();
      for (const forget of [stopWatching, forgetTraining, forgetBoxes]) forget();
      if (!state.shelf.kiosk) await refresh();
      return told;
    } catch (error) {
      call(before);
      throw await reason(error);
    }
  });
}

// Sets up a board, possibly under another name. A machine is replaced only if it is still the version shown here;
// if it has learnt in the meantime, it is shown instead.
export function sit(wanted, { anew = false, under = name } = {}) {
  const seen = state.scene;
  return change(under, async () => {
    const told = await machine("sit", { ...wanted, anew, version: anew && seen ? seen.version : undefined });
    remember(wanted);
    return told;
  }, async error => {
    if (error.kind !== "changed") return error;
    const told = await machine("");
    take(told);
    return told.scene ? new Error(t("changed", { before: seen.games, now: told.scene.games })) : error;
  });
}

// The name for a new machine. It takes the name of the old one only if that has learnt nothing, so that
// nothing learnt is lost.
export const freeName = () => state.scene && (state.scene.games || !state.scene.learns) && !state.shelf.kiosk ? freshName() : name;

const EMPTY = ["resign", "refuse", "any-move", "keep-first", "keep-last", "floor", "one-bead", "refill", "refill-move", "reset"];
const EFFECTS = ["win", "draw", "loss"];
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

// Sets the sliders to the preset; values have none.
function showSliders() {
  const rule = preset();
  for (const part of document.querySelectorAll("#machine fieldset")) part.hidden = !rule.start.length;
  if (!rule.start.length) return;
  $("starts").replaceChildren(...rule.start.map((n, i) => {
    const last = i === rule.start.length - 1;
    const label = last && i ? t("stageFrom", { n: i + 1 }) : last ? t("stageEvery") : t("stageStart", { n: i + 1 });
    return slider(label, { value: n, min: 1, max: Math.max(20, 2 * n) });
  }));
  $("effects").replaceChildren(...EFFECTS.flatMap(result => {
    const [, sign, n, scope] = /^(?:(\+|-)(\d+)|wipe|nothing) ?(\w*)/.exec(rule[result]);
    const kind = rule[result].startsWith("wipe") ? "wipe-" + scope : scope || "all";
    const value = n ? Number(sign + n) : 0;
    const most = Math.max(10, Math.abs(value));
    const how = el("select", { id: "how-" + result, "aria-label": t("how." + result) });
    options(how, HOW, which => t("how." + which));
    how.value = kind;
    const range = slider(t("after." + result), { value, min: -most, max: most, id: "by-" + result, said: signed });
    const wiped = () => { range.querySelector("input").disabled = how.value.startsWith("wipe"); };
    how.onchange = wiped;
    wiped();
    return [el("div", { class: "effect" }, range, how)];
  }));
  const [, few] = /^reset at (\d+)$/.exec(rule.empty) || [];
  options($("empty"), few ? [...EMPTY, rule.empty] : EMPTY, policy => EMPTY.includes(policy) ? t("empty." + policy) : t("empty.reset-at", { n: Number(few) }));
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
  const [win, draw, loss] = EFFECTS.map(effectWanted);
  const start = Array.from($("starts").querySelectorAll("input"), input => Number(input.value));
  return { name: rule.name, start, win, draw, loss, empty: $("empty").value };
}

// What the preset of this name is.
const about = name => state.shelf.presets.find(other => other.name === name);
// The side of a person against a machine with this rule: the other one than the rule names, or the second.
const sideAgainst = name => about(name).learner === "second" ? "first" : "second";

// The machine of a new page.
export const usual = () => {
  const { rules, start } = state.shelf;
  const rule = rules.find(other => other.name === start.rule);
  return { game: start.game, side: sideAgainst(rule.name), rule };
};

onShow(() => {
  const { shelf, scene } = state;
  if (!shelf || !scene) return;
  if (changed($("machine"), shelf.games, shelf.rules)) {
    const chosen = $("preset").value || usual().rule.name;
    options($("game-name"), shelf.games.map(game => game.name), game => nameOf("game", game));
    options($("preset"), shelf.rules.map(rule => rule.name));
    $("preset").value = chosen;
    $("game-name").value = scene.game;
    showPreset();
  }
  const machines = shelf.machines.filter(other => other !== name);
  if (scene.learns) machines.unshift(name);
  for (const id of ["player", "watch-first", "watch-second"]) opponentsOf($(id), [...scene.opponents, ...machines]);
  if (changed($("names"), shelf.machines)) $("names").replaceChildren(...shelf.machines.map(other => el("option", { value: other })));
  if (changed($("machines"), name)) $("machines").value = name;
  offerModel($("download"), name);
  $("download").hidden = !scene.learns;
});

// Opens the tab of the game once another machine is at the board.
function showGame() {
  if ($("failure").textContent) return;
  $("tab-game").click();
  $("tab-game").focus();
}

function showPreset() {
  showSliders();
  const { about: source, values } = about(preset().name);
  $("preset-about").textContent = source;
  const { method, ...numbers } = values || {};
  const used = Object.entries(numbers).filter(([field, n]) => n || field.endsWith("reward")).map(pair => pair.join(" = "));
  $("numbers").textContent = values ? `${t("method." + method)} ${used.join(", ")}` : "";
  $("person").value = sideAgainst(preset().name);
}
$("preset").onchange = showPreset;
$("machine").onsubmit = event => {
  event.preventDefault();
  const under = freeName();
  sit({ game: $("game-name").value, side: $("person").value, rule: ruleWanted() }, { anew: under === name, under }).then(showGame);
};
const aside = wanted => sit(wanted, { under: freshName() }).then(showGame);
$("play-player").onclick = () => aside({ game: state.scene.game, side: state.scene.person || "first", player: $("player").value });
$("watch").onclick = async () => {
  await aside({ game: state.scene.game, watch: [$("watch-first").value, $("watch-second").value] });
  if (!state.scene.person) $("run").click();
};

// Opens an existing machine, or makes a new one of that name.
export async function goTo(wanted) {
  if (!isName(wanted)) return fail(new Error(t("badName")));
  await change(wanted, async () => {
    const { here } = await machine("here");
    return here ? machine("") : machine("sit", { ...usual(), game: state.scene.game });
  });
}
$("open").onsubmit = event => { event.preventDefault(); goTo($("machines").value); };

$("bring").onclick = () => $("upload").click();
$("upload").onchange = async () => {
  const file = $("upload").files[0];
  if (!file) return;
  await change(freshName(), async () => machine("upload", await file.arrayBuffer(), true));
  $("upload").value = "";
};

// A second machine, which learns too: a new pair of machines, one for each side.
$("train").onclick = async () => {
  const { scene, shelf } = state;
  if ($("opponent").value === SECOND && !scene.is_pair) {
    const { wanted = {} } = remembered("wanted") || {};
    const rule = shelf.rules.find(other => other.name === scene.rule) || wanted.rule;
    const under = freeName();
    await sit({ game: scene.game, side: scene.person || "second", rule, learner: "both" }, { anew: under === name && scene.games === 0, under });
    if ($("failure").textContent) return;
  }
  train();
};
