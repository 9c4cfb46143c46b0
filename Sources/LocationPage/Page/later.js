// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What is loaded after the first position: the dialogs, the list of receivers and of what happened, and the history.

import { openAnchor, openPhone, openSettings } from "./dialogs.js";
import * as units from "./units.js";
import { byID, capitalized, elapsed, element, foreign, setAttributes, stateWords, warningWords } from "./words.js";

export { confirm, tell } from "./dialogs.js";

const opens = { anchor: openAnchor, settings: openSettings, phone: openPhone };

export const open = (name, known) => opens[name](known);

let history = null;
let isLoading = false;

/** Called when another view is shown: the history takes the map while it is open. */
export function viewChanged(view) {
  if (view === "past" && !history && !isLoading) {
    isLoading = true;
    import("./history.js").then(module => {
      history = module;
      isLoading = false;
      if (document.body.dataset.view === "past") history.enter();
    }, () => { isLoading = false; });
  } else if (view === "past") {
    history?.enter();
  } else {
    history?.leave();
  }
  drawn = null;
}

let known = null;
/** What was drawn last, so that nothing is built anew that has not changed. */
let drawn = null;

export function begin(all) { known = all; }

export function showReceivers(fix, isOld) {
  if (document.body.dataset.view === "heavens") showQuality(fix);
  const list = known.receivers.length ? known.receivers : onlyReceiver();
  const key = JSON.stringify([list, isOld, known.events, units.chosen("time"), units.chosen("length"), document.body.dataset.view]);
  if (key === drawn) return;
  drawn = key;
  const hint = isOld && list.length ? "As the server said before the connection was lost:" : list.length ? "" : "No receiver is known.";
  byID("receivers").replaceChildren(...hint ? [element("p", { class: "hint" }, hint)] : [], ...list.map(card));
  byID("events").replaceChildren(...known.events.length
    ? [...known.events].reverse().map(one => element("li", {}, element("time", { datetime: one.time }, units.time(one.time).text), " ", foreign(one.text)))
    : [element("li", { class: "hint" }, "Nothing so far: losses, changes of the receiver, warnings and alarms are listed here.")]);
}

/** What a server says that does not list receivers. */
function onlyReceiver() {
  const { state, position } = known;
  if (!state?.device) return [];
  const fix = position && !position.isOld ? position.fix : {};
  const others = (state.spares ?? []).map(one => ({ ...one, role: "standby" }));
  return [{ device: state.device, model: state.model, role: "active", state: state.state, used: fix.satellitesUsed, heard: fix.satellitesInView, accuracy: fix.horizontalAccuracy, warnings: fix.warnings }, ...others];
}

function card(one) {
  const rows = [];
  const add = (name, value) => { if (value !== null && value !== undefined) rows.push(element("dt", {}, name), element("dd", {}, value)); };
  add("State", one.warnings?.length ? "Do not trust" : capitalized(stateWords(one)));
  if (one.explanation) add("Why", foreign(one.explanation));
  if (one.used !== undefined || one.heard !== undefined) add("Satellites", `${one.used ?? "—"} used, ${one.heard ?? "—"} heard`);
  if (one.accuracy !== undefined) add("Accuracy", `± ${units.length(one.accuracy).text}`);
  if (one.age !== undefined) add("Last fix", `${elapsed(one.age)} ago`);
  if (one.distance !== undefined && one.role !== "active") add("Distance", `${units.distance(one.distance).text} from the active one`);
  if (one.warnings?.length) add("Warnings", one.warnings.map(warningWords).join("; "));
  if (one.left) add("Left", `${one.left} ${one.left === 1 ? "time" : "times"}`);
  const node = element("article", { class: "receiver", "data-receiver": one.device, "data-role": one.role, "data-state": one.state ?? "" },
    element("h4", {}, foreign(one.name ?? one.model ?? one.device), " ", element("span", { class: "role" }, one.role)));
  const names = [one.model, one.device].filter(text => text && text !== (one.name ?? one.model ?? one.device));
  if (names.length) node.append(element("p", { class: "hint" }, foreign(names.join(" · "))));
  node.append(element("dl", {}, ...rows));
  return node;
}

let quality = null;

/** The rest of what a fix says, beside the table of satellites. */
function showQuality(fix) {
  const rows = [];
  const add = (name, value, text) => { if (value !== undefined) rows.push(element("dt", {}, name), element("dd", {}, text(value))); };
  add("HDOP", fix?.hdop, value => value.toFixed(1));
  add("VDOP", fix?.vdop, value => value.toFixed(1));
  add("PDOP", fix?.pdop, value => value.toFixed(1));
  add("Vertical accuracy", fix?.verticalAccuracy, value => `± ${units.length(value).text}`);
  add("Ellipsoidal altitude", fix?.ellipsoidalAltitude, value => units.length(value).text);
  add("Corrections", fix?.correctionAge, value => `${value.toFixed(1)} s old${fix.correctionStation === undefined ? "" : `, from ${fix.correctionStation}`}`);
  const key = rows.map(one => one.textContent).join();
  if (key === quality) return;
  quality = key;
  byID("quality").replaceChildren(...rows.length ? rows : [element("dt", {}, "—"), element("dd", {}, "no current position")]);
}
