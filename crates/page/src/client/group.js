// A group of a class at its own board: its name, the code for its other devices, and the teacher's settings.
"use strict";
import { $, ask, call, el, fail, onShow, state, t } from "./base.js";

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

// The user who runs the server can open a class from the first page.
$("class-open").onsubmit = async event => {
  event.preventDefault();
  try { location.assign((await ask("class/open", { name: $("class-name").value })).teacher); } catch (error) { fail(error); }
};

let before = null; // the lesson and the way that were shown last
onShow(() => {
  $("class-open").hidden = !state.shelf || !state.shelf.classes;
  const now = state.scene && state.scene.class;
  if (!now) return;
  const about = now.lesson + now.way, isTurned = before && before !== about;
  before = about;
  if (isTurned) fail({ message: t("turnedByTeacher") });
  const text = [t("groupIs", now), t(now.way === "one" ? "groupsTeachOne" : "groupTeaches")].join(" · ");
  if (notice.textContent !== now.name + text) notice.replaceChildren(el("b", { title: now.name }, now.name), text);
  document.body.classList.toggle("paused", now.paused);
});
