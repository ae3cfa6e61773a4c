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
fit();

$("form").onsubmit = async event => {
  event.preventDefault();
  $("wrong").textContent = "";
  const button = $("form").querySelector("button");
  button.disabled = true;
  try {
    await ask("class/join", { code: $("code").value, name: $("name-label").hidden ? undefined : $("group").value });
    location.assign("/");
  } catch (error) {
    $("wrong").textContent = error instanceof TypeError ? t("failed") : error.message;
    if (error.kind === "code" || error.kind === "named") $("code-label").hidden = false;
    $(error.kind === "code" ? "code" : "group").focus();
    button.disabled = false;
  }
};

speakClass(() => {});
$(given ? "group" : "code").focus();
