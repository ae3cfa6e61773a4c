// A group joins its class: by the code on the wall and a name, or on another device by the group's own code.
"use strict";
import { $, ask, speakClass, t } from "./class.js";

// The code of a class has four letters; the code of a group, which has a name already, has six.
const OF_GROUP = 6;
const given = decodeURIComponent(location.pathname.split("/")[2] || "");
const plain = code => code.replace(/[\s-]/g, "");

function fit() {
  const isGroup = plain($("code").value).length === OF_GROUP;
  $("name-label").hidden = isGroup;
  $("group").required = !isGroup;
}
$("code").value = given;
$("code-label").hidden = Boolean(given);
$("code").oninput = fit;
$("gone").hidden = location.search !== "?gone";
fit();

const spoken = speakClass(() => {}, false).catch(() => {});
// A try that takes longer than this waits its turn, and is made again if it must.
const LONG = 1000;
async function join() {
  const button = $("form").querySelector("button"), says = text => { $("wrong").textContent = text; };
  button.disabled = true;
  await spoken;
  const waits = setTimeout(() => says(t("error.waits")), LONG);
  try {
    await ask("class/join", { code: $("code").value, name: $("name-label").hidden ? undefined : $("group").value });
    return location.assign("/");
  } catch (error) {
    says(error instanceof TypeError ? t("failed") : error.message);
    if (error.kind === "waits") return setTimeout(join, LONG);
    if (error.kind === "code" || error.kind === "named") $("code-label").hidden = false;
    $(error.kind === "code" ? "code" : "group").focus();
  } finally { clearTimeout(waits); }
  button.disabled = false;
}
$("form").onsubmit = event => {
  event.preventDefault();
  $("wrong").textContent = "";
  join();
};

$(given ? "group" : "code").focus();
