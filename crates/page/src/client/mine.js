// My machines: those that this browser has used.
"use strict";
import {
  $, ask, call, callOff, calledOf, callings, el, fail, giveName, language, memory, name, nameOf, onShow, show, state, t,
} from "./base.js";
import { saveFile } from "./settings.js";

// When each of them was last used here. At most this many names are sent in one request.
const ASKED_ABOUT = 200;
const uses = () => memory.read("used") || {};
let noted = null;
onShow(() => {
  const { scene, shelf } = state;
  if (!scene || !scene.learns || !scene.games || shelf.kiosk || noted === name + scene.games) return;
  noted = name + scene.games;
  const { [name]: _, ...others } = uses();
  memory.set("used", JSON.stringify({ [name]: Date.now(), ...others }));
});

let listedMachines = [];
export async function showMine(open) {
  const names = [...new Set([...Object.keys(uses()), ...Object.keys(callings())])].slice(0, ASKED_ABOUT);
  try {
    const { machines } = names.length ? await ask("mine?names=" + names) : { machines: [] };
    const lastUse = ({ name: which, used }) => uses()[which] || 1000 * (used || 0);
    listedMachines = machines.map(one => ({ ...one, last: lastUse(one) })).sort((a, b) => b.last - a.last);
  } catch (error) { fail(error); }
  drawMine(open);
}

const mineButton = (key, onclick, kind = "") => el("button", { type: "button", class: kind, onclick }, t(key, {}, false));

function drawMine(open) {
  $("mine-told").textContent = listedMachines.length ? "" : t("mineNone", {}, false);
  $("mine").replaceChildren(...listedMachines.map(one => mineRow(one, open)));
}

function mineRow(one, open) {
  const { name: which, is_deleted: isDeleted, game, games, last, version } = one;
  const about = [game ? nameOf("game", game) : "", t("gamesLearnt", { n: games }, false), last ? t("lastUsed", { when: whenUsed(last) }, false) : ""];
  const change = async (verb, body) => {
    fail({ message: "" });
    const isOwn = verb === "delete" && which === name;
    try {
      if (isOwn) callOff();
      await ask(`machines/${which}/${verb}`, body);
      if (isOwn) {
        Object.assign(state, { scene: null, told: null });
        $("lessons-back").hidden = true;
      }
    } catch (error) {
      if (isOwn) call(which);
      fail(error);
    }
    await showMine(open);
    const row = $("mine").querySelector(`[data-name="${which}"] button`);
    (row || $("mine-title")).focus();
  };
  const title = el("b", {}, calledOf(which));
  const rename = () => {
    const input = el("input", { value: calledOf(which), maxlength: 30, "aria-label": t("called", {}, false) });
    input.onchange = () => giveName(which, input.value.trim());
    input.onblur = () => { show(); drawMine(open); };
    input.onkeydown = ({ key }) => { if (key === "Enter") input.blur(); };
    title.replaceChildren(input);
    input.select();
  };
  const buttons = isDeleted
    ? [mineButton("undelete", () => change("undelete", {}), "main"), mineButton("deleteForGood", () => change("delete", { version, is_deleted: true }))]
    : [mineButton("open", () => open(which), "main"), mineButton("rename", rename), mineButton("download", () => saveFile(which)), mineButton("delete", () => change("delete", { version }))];
  return el("li", { "data-name": which, class: isDeleted ? "gone" : "" }, title,
    el("span", { class: "soft" }, about.filter(Boolean).join(" \u00b7 ")),
    isDeleted ? el("span", {}, t("isDeleted", {}, false)) : null,
    el("div", { class: "row", role: "group", "aria-label": calledOf(which) }, ...buttons));
}
const whenUsed = last => new Date(last).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
