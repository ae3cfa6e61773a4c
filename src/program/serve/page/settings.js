// The machine and its opponents: the rule as sliders, other players, files.
"use strict";
import { $, ask, call, does, el, fail, freshName, isName, machine, name, nameOf, onShow, options, remember, state, t, take } from "./base.js";
import { changed, opponentsOf, stopWatching } from "./play.js";
import { forgetTraining } from "./training.js";
import { forgetBoxes } from "./boxes.js";
import { offerModel } from "./transport.js";

export const refresh = async () => { state.shelf = await ask("shelf"); };

// Called when another machine is at the board.
export function forget() {
  stopWatching();
  forgetTraining();
  forgetBoxes();
}

// Sets up a board, possibly under another name. If that fails, the old machine stays. A machine is replaced
// only if it is still the version shown here; if it has learnt in the meantime, it is shown instead.
export function sit(wanted, { anew = false, under = name } = {}) {
  const before = name, seen = state.scene;
  return does(async () => {
    call(under);
    try {
      const told = await machine("sit", { ...wanted, anew, version: anew && seen ? seen.version : undefined });
      forget();
      remember(wanted);
      if (!state.shelf.kiosk) await refresh();
      return told;
    } catch (error) {
      call(before);
      if (error.kind !== "changed") throw error;
      const told = await machine("");
      take(told);
      throw told.scene ? new Error(t("changed", { before: seen.games, now: told.scene.games })) : error;
    }
  });
}

// The name for a new machine. It takes the name of the old one only if that has learnt nothing, so that
// nothing learnt is lost.
export const freeName = () => state.scene && (state.scene.games || !state.scene.learns) && !state.shelf.kiosk ? freshName() : name;

const EMPTY = ["resign", "refuse", "keep-first", "keep-last", "floor", "refill", "refill-move", "reset"];
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

// Sets the sliders to the preset.
function showSliders() {
  const rule = preset();
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
  const [win, draw, loss] = EFFECTS.map(effectWanted);
  const start = Array.from($("starts").querySelectorAll("input"), input => Number(input.value));
  return { name: preset().name, start, win, draw, loss, empty: $("empty").value };
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
  $("preset-about").textContent = about(preset().name).about;
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
  const before = name;
  await does(async () => {
    call(wanted);
    let told;
    try {
      const { here } = await machine("here");
      told = here ? await machine("") : await machine("sit", { ...usual(), game: state.scene.game });
    } catch (error) { call(before); throw error; }
    forget();
    if (!state.shelf.kiosk) await refresh();
    return told;
  });
}
$("open").onsubmit = event => { event.preventDefault(); goTo($("machines").value); };

$("bring").onclick = () => $("upload").click();
$("upload").onchange = async () => {
  const file = $("upload").files[0];
  if (!file) return;
  const before = name;
  await does(async () => {
    call(freshName());
    try {
      const told = await machine("upload", await file.arrayBuffer(), true);
      forget();
      await refresh();
      return told;
    } catch (error) { call(before); throw error; }
  });
  $("upload").value = "";
};
