// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The anchor watch and the mark of a person overboard, as the server keeps them, seen from where we are.

import { seconds, write } from "./connection.js";
import { show, showFigure } from "./figures.js";
import * as units from "./units.js";
import { elapsed } from "./words.js";

/** The anchor and the mark as the server reported them; `null` if there is none. */
export const watches = { anchor: null, mob: null };

/** A mark that the server has not been told of yet; it outlives a reload, in this browser. */
const key = "gps.overboard";
let pending = null;

/** Keeps a mark until the server has heard of it; `null` forgets it. */
function keep(next) {
  pending = next;
  try {
    if (next) localStorage.setItem(key, JSON.stringify(next));
    else localStorage.removeItem(key);
  } catch { /* It counts until the page is closed. */ }
}

export function setWatch(name, data) {
  const isSet = data && Object.keys(data).length > 0 && data.state !== "off" && !data.off;
  watches[name] = isSet ? { ...data, arrival: seconds() } : null;
  if (name === "mob" && isSet) keep(null);
}

/** The mark, also if it has not reached the server. */
export const mark = () => watches.mob ?? pending;

/**
 * Marks a position for a person overboard at once, and tells the server until it has heard it.
 *
 * `position` is the last one that was known at the press, with its `fix` and its `arrival`. What is marked already stays: a second
 * press does not lose the first place.
 */
export function markOverboard(position, changed) {
  if (mark()) return;
  const now = Date.now();
  const age = position && Math.max(0, seconds() - position.arrival);
  const [id] = crypto.getRandomValues(new BigUint64Array(1));
  keep({
    id: String(id), time: new Date(now).toISOString(),
    ...position && {
      latitude: position.fix.latitude, longitude: position.fix.longitude, positionAge: age,
      positionTime: new Date(now - age * 1000).toISOString(),
    },
  });
  send(changed);
  changed();
}

/** Tells the server of a mark of before the page was loaded. */
export function continueMark(changed) {
  try {
    const known = JSON.parse(localStorage.getItem(key));
    if (known && Date.now() - Date.parse(known.time) < 604800000) pending = known;
  } catch { /* There is none. */ }
  if (pending) send(changed);
}

/** It says how long ago that was, since the server's clock may be another. */
async function send(changed) {
  const { id, time, latitude, longitude, positionAge } = pending;
  const age = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  try {
    const answer = await write("POST", "/mob", { id, age, latitude, longitude, positionAge });
    // Somebody has cancelled it.
    if (!answer.mob && pending?.id === id) keep(null);
    if (pending) delete pending.problem;
  } catch (error) {
    if (!pending) return;
    pending.problem = error.message;
    setTimeout(() => { if (pending) send(changed); }, 1000);
  }
  changed();
}

/** Takes the mark away, for all browsers. */
export async function cancelOverboard() {
  if (watches.mob) await write("DELETE", "/mob");
  keep(null);
}

/** The mark's distance, bearing and time, or that the server does not know of it. */
function overboardFigures({ mob, variation }) {
  const one = mark();
  if (!one) return "";
  const parts = [];
  if (one.latitude === undefined) parts.push("no position to mark");
  else if (mob) parts.push(`${units.distance(mob.distance).text} to ${units.direction({ trueDegrees: mob.bearing }, variation).text}`);
  else parts.push("distance not known");
  parts.push(elapsed(one.elapsed === undefined ? (Date.now() - Date.parse(one.time)) / 1000 : one.elapsed + seconds() - one.arrival));
  const older = (Date.parse(one.time) - Date.parse(one.positionTime ?? one.time)) / 1000;
  if (older >= 3) parts.push(`the position was ${elapsed(older)} old`);
  if (one.problem) parts.push(`the server has not been told: ${one.problem}`);
  return parts.join(" · ");
}

/** Where the anchor and the mark are from here; each `null` if one of the two places is not known. */
export function sight(known, is) {
  const from = is.isLive ? known.position.fix : null;
  const to = one => from && one?.latitude !== undefined ? geodesic(from, one) : null;
  return { anchor: to(watches.anchor), mob: to(mark()), variation: known.variation };
}

/** Shows the distances from the anchor and the mark. */
export function showWatches(seen) {
  const { anchor } = watches;
  const overboard = mark();
  showFigure("anchor", anchor !== null);
  show("anchor", seen.anchor && units.length(seen.anchor.distance, 0), seen.anchor && +seen.anchor.distance.toFixed(1), {
    why: anchor ? "not known, no current position" : "no watch is set",
    more: { "data-state": anchor?.state ?? "off", "data-radius": anchor?.radius ?? null },
  });
  showFigure("mob", overboard !== null);
  show("mob", seen.mob && units.distance(seen.mob.distance), seen.mob && +seen.mob.distance.toFixed(1), {
    why: overboard ? "not known" : "nobody is marked",
    more: { "data-bearing": seen.mob && +seen.mob.bearing.toFixed(1), "data-since": overboard?.time ?? null },
  });
}

/** Returns the alerts of the watches that the server does not send: of what it has not heard, and what is no alarm yet. */
export function watchAlerts(fromServer, seen) {
  const { anchor } = watches;
  const isKnown = name => fromServer.some(one => one.name === name);
  const alerts = [];
  if (mark() && !isKnown("mob")) alerts.push({ name: "mob", level: "alarm", acknowledged: false, text: "Man overboard" });
  if (anchor?.state === "outside" && !isKnown("anchor")) {
    const figures = seen.anchor && `${units.length(seen.anchor.distance, 0).text} from the anchor, circle ${units.length(anchor.radius, 0).text}`;
    alerts.push({ name: "outside", level: "caution", text: "Outside the circle", figures });
  }
  return alerts;
}

/** How far the boat is from the anchor or, of an alarm that is only latched, was and when. */
function draggingFigures(wasDragging, seen) {
  const { radius, distance, worst } = watches.anchor;
  const far = wasDragging ? worst?.distance : seen.anchor?.distance ?? distance;
  if (far === undefined) return "";
  const when = wasDragging && worst.time ? ` at ${units.time(worst.time, { seconds: false }).text}` : "";
  return `${units.length(far, 0).text} from the anchor${when}, circle ${units.length(radius, 0).text}`;
}

/** Adds to an alert what only this browser knows of it, such as in which units. */
export function withDetails(alert, seen) {
  if (alert.name === "anchor" && watches.anchor) {
    const wasDragging = alert.text.startsWith("Was");
    return { ...alert, text: wasDragging ? "Was dragging:" : "Dragging:", figures: draggingFigures(wasDragging, seen) };
  }
  if (alert.name === "mob") return { ...alert, text: "Man overboard", figures: overboardFigures(seen) };
  if (alert.name === "disconnected" && watches.anchor) return { ...alert, figures: `${alert.figures}; the anchor watch cannot be seen here` };
  return alert;
}

/** Distance in meters and bearing in degrees from one place to another, along the geodesic of WGS 84 (Vincenty's formula). */
export function geodesic(from, to) {
  const [a, f] = [6378137, 1 / 298.257223563];
  const b = a * (1 - f);
  const radians = Math.PI / 180;
  const length = ((to.longitude - from.longitude + 540) % 360 - 180) * radians;
  const [u1, u2] = [from, to].map(one => Math.atan((1 - f) * Math.tan(one.latitude * radians)));
  const [s1, c1, s2, c2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  let lambda = length;
  for (let round = 0; round < 50; round++) {
    const [sl, cl] = [Math.sin(lambda), Math.cos(lambda)];
    const sine = Math.hypot(c2 * sl, c1 * s2 - s1 * c2 * cl);
    if (sine === 0) return { distance: 0, bearing: 0 };
    const cosine = s1 * s2 + c1 * c2 * cl;
    const sigma = Math.atan2(sine, cosine);
    const sa = c1 * c2 * sl / sine;
    const ca = 1 - sa * sa;
    const cm = ca === 0 ? 0 : cosine - 2 * s1 * s2 / ca;
    const c = f / 16 * ca * (4 + f * (4 - 3 * ca));
    const before = lambda;
    lambda = length + (1 - c) * f * sa * (sigma + c * sine * (cm + c * cosine * (2 * cm * cm - 1)));
    if (Math.abs(lambda - before) > 1e-12) continue;
    const square = ca * (a * a - b * b) / (b * b);
    const A = 1 + square / 16384 * (4096 + square * (-768 + square * (320 - 175 * square)));
    const B = square / 1024 * (256 + square * (-128 + square * (74 - 47 * square)));
    const delta = B * sine * (cm + B / 4 * (cosine * (2 * cm * cm - 1) - B / 6 * cm * (4 * sine * sine - 3) * (4 * cm * cm - 3)));
    return {
      distance: b * A * (sigma - delta),
      bearing: units.circle(Math.atan2(c2 * Math.sin(lambda), c1 * s2 - s1 * c2 * Math.cos(lambda)) / radians),
    };
  }
  return null;
}
