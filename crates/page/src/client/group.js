// A group of a class at its own board: its name, the code for its other devices, and what the teacher has said.
"use strict";
import { $, call, el, onShow, state, t } from "./base.js";

const notice = el("p", { id: "group", role: "status" });

// Begins at the board of this group; false if the page is not one of a class.
export function beginInClass() {
  const { group } = state.shelf;
  if (!group) return false;
  call(group.machine);
  document.body.classList.add("in-class");
  $("who").before(notice);
  return true;
}

onShow(() => {
  const now = state.scene && state.scene.class;
  if (!now) return;
  const parts = [t("groupIs", now), t(now.way === "one" ? "groupsTeachOne" : "groupTeaches"), now.paused ? t("pausedByTeacher") : ""];
  const text = parts.filter(Boolean).join(" · ");
  if (notice.textContent !== text) notice.textContent = text;
  document.body.classList.toggle("paused", now.paused);
});
