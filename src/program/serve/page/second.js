// A training against a second machine, which learns too: a new pair of machines, one for each side.
"use strict";
import { $, name, remembered, state } from "./base.js";
import { freeName, sit } from "./settings.js";
import { SECOND, train } from "./training.js";

$("train").onclick = async () => {
  const { scene, shelf } = state;
  if ($("opponent").value === SECOND && !scene.is_pair) {
    const { wanted = {} } = remembered("wanted") || {};
    const rule = shelf.rules.find(other => other.name === scene.rule) || wanted.rule;
    const under = freeName();
    await sit({ game: scene.game, side: scene.person || "second", rule, learners: "both" }, { anew: under === name && scene.games === 0, under });
    if ($("failure").textContent) return;
  }
  train();
};
