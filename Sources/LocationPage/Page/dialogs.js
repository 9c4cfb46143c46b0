// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Dialogs: the anchor watch, the settings, opening the page on a phone, and questions. The browser keeps the focus in them.

import { chirp } from "./alerts.js";
import { fetchJSON, write } from "./connection.js";
import * as units from "./units.js";
import { byID, capitalized, element, setText } from "./words.js";
import { geodesic, watches } from "./watches.js";

/** Opens a dialog with a name, and returns it; it is taken out of the document when it is closed. */
function dialog(name, ...content) {
  const title = element("h2", {}, name);
  const node = element("dialog", { "aria-label": name }, title, ...content);
  document.body.append(node);
  node.addEventListener("close", () => node.remove());
  // Nobody has to close a dialog before a person overboard can be marked.
  node.addEventListener("pointerdown", event => { if (isBeside(node, event) && isWithin(byID("mob"), event)) byID("mob").click(); });
  node.addEventListener("click", event => { if (isBeside(node, event)) node.close(); });
  node.showModal();
  return node;
}

function isWithin(node, { clientX, clientY }) {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Whether an event is on what darkens the page around a dialog. */
const isBeside = (node, event) => event.target === node && !isWithin(node, event);

function button(label, action, attributes = {}) {
  const node = element("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", action);
  return node;
}

const row = (...children) => element("div", { class: "row" }, ...children);
const note = text => element("p", { class: "hint" }, text);

/** Asks a question; performs the action if it is confirmed, and says if it fails. */
export function confirm(question, more, action) {
  const problem = element("p", { class: "problem", role: "alert" });
  const node = dialog(question, note(more), problem, row(
    button("Confirm", async () => {
      try {
        await action();
        node.close();
      } catch (error) {
        setText(problem, error.message);
      }
    }, { class: "strong" }),
    button("Keep", () => node.close(), { autofocus: "" })));
}

/** Says something that has to be read. */
export function tell(text) {
  const node = dialog("Not done", element("p", {}, text), row(button("Close", () => node.close())));
}

// The anchor watch

const field = (label, attributes, unit) => {
  const input = element("input", { type: "number", inputmode: "decimal", "aria-label": label, ...attributes });
  return [input, element("label", {}, element("span", {}, label), element("span", {}, input, ` ${unit}`))];
};

export function openAnchor(known) {
  const [factor, unit] = units.lengthUnit();
  const { anchor } = watches;
  const fix = known.position && !known.position.isOld ? known.position.fix : null;
  const proposal = Math.max(40, 3 * (fix?.horizontalAccuracy ?? 0));
  const shown = meters => String(Math.round(meters / factor));
  const [radius, radiusLabel] = field("Radius", { min: 1, step: 1, value: shown(anchor?.radius ?? proposal) }, unit);
  const problem = element("p", { class: "problem", role: "alert" });
  const meters = input => Number(input.value) * factor;
  const attempt = async action => {
    setText(problem, "");
    try {
      await action();
      node.close();
    } catch (error) {
      setText(problem, error.message);
    }
  };
  const drop = button("Drop anchor here", () => { chirp(); attempt(() => write("PUT", "/anchor", { radius: meters(radius) })); }, { class: "strong" });
  const parts = [summary(anchor, fix), radiusLabel, note(`Rode + length of the boat + ${units.length(15, 0).text} is a good radius.`), row(drop)];
  if (anchor) {
    parts.push(row(
      button("Set radius", () => { chirp(); attempt(() => write("PUT", "/anchor", { latitude: anchor.latitude, longitude: anchor.longitude, radius: meters(radius) })); }),
      button("Raise anchor", () => confirm("Raise the anchor?", "The watch ends on all screens.", async () => { await write("DELETE", "/anchor"); node.close(); }))));
  }
  parts.push(mover(anchor, radius, meters, shown, attempt, unit), problem, warnings(), row(button("Close", () => node.close())));
  const node = dialog("Anchor watch", ...parts);
}

function summary(anchor, fix) {
  if (!anchor) return note("The watch is kept by the server, also if this screen sleeps. The alarm sounds here until somebody acknowledges it.");
  const away = fix && geodesic(fix, anchor);
  const words = { watching: "inside the circle", outside: "outside the circle", dragging: "dragging", blind: "no position: blind" }[anchor.state] ?? anchor.state;
  return element("p", {}, `Watching a circle of ${units.length(anchor.radius, 0).text}: ${words}`
    + `${away ? `; the anchor is ${units.length(away.distance, 0).text} to ${units.direction({ trueDegrees: away.bearing }, null).text}` : ""}.`);
}

/** Where the anchor really lies, as seen from here. */
function mover(anchor, radius, meters, shown, attempt, unit) {
  const [offset, offsetLabel] = field("Distance to the anchor", { min: 0, step: 1, value: anchor ? shown(30) : "" }, unit);
  const [bearing, bearingLabel] = field("Bearing to the anchor", { min: 0, max: 360, step: 1, value: "" }, "° true");
  return element("details", {}, element("summary", {}, "The anchor lies elsewhere"), offsetLabel, bearingLabel, row(button("Set anchor there", () => {
    chirp();
    attempt(() => {
      if (!offset.value || !bearing.value) throw new Error("enter a distance and a bearing");
      return write("PUT", "/anchor", { radius: meters(radius), bearing: Number(bearing.value), offset: meters(offset) });
    });
  })), note("It can also be dragged on the map."));
}

function warnings() {
  if (isSecureContext) return "";
  return note("This device may sleep, since the page is not encrypted; the alarm then sounds only where \u201cgps on anchor\u201d runs.");
}

// Settings

const labels = {
  speed: "Speed", length: "Length", coordinates: "Coordinates", time: "Time", directions: "Directions", colors: "Colors",
  brightness: "Brightness at night",
};

export function openSettings(known) {
  const rows = Object.entries(units.choices).map(([name, options]) => {
    const list = element("select", { id: `choice-${name}` }, ...Object.entries(options).map(([value, text]) => element("option", { value }, text)));
    list.value = units.chosen(name);
    list.addEventListener("change", () => units.choose(name, list.value));
    return element("label", { for: list.id }, element("span", {}, labels[name]), list);
  });
  const node = dialog("Settings", ...rows, note("Kept in this browser."), row(
    button("Open on phone", () => { node.close(); openPhone(known); }, { class: "narrow" }),
    button("Close", () => node.close(), { class: "strong" })));
}

// Phone

export async function openPhone() {
  const content = element("div", {}, note("One moment …"));
  const node = dialog("Open on phone", content, row(button("Close", () => node.close(), { class: "strong" })));
  try {
    const [{ qrPicture }, { address, error }] = await Promise.all([import("./qr.js"), fetchJSON("/phone")]);
    if (!address) {
      content.replaceChildren(element("p", {}, error ? capitalized(error) : "The server does not say at which address phones reach it."));
      return;
    }
    content.replaceChildren(qrPicture(address), element("p", { class: "address" }, element("a", { href: address }, address)),
      note("Scan it with the camera of the phone, in the same network. Whoever sees this code can see the position."));
  } catch (error) {
    content.replaceChildren(element("p", {}, `There is no address to show: ${error.message}`));
  }
}
