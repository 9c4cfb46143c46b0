// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The track of a day, a week, a month or a year from the store: as a line, or as time spent.

import { fetchJSON, request } from "./connection.js";
import { redraw, showPast } from "./map.js";
import * as units from "./units.js";
import { byID, element, elapsed, setAttributes, setText } from "./words.js";

/** The length of the range, and where it ends: the middle of the night after this many days from today, never positive. */
let span = "day";
let end = 0;
/** `track` or `density`, as chosen by hand; else `null`. */
let chosen = null;
let isOpen = false;
let shown = null;
let asked = null;

const spans = { day: "Day", week: "Week", month: "Month", year: "Year" };
const nodes = {};

function button(label, action, attributes = {}) {
  const node = element("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", action);
  return node;
}

function build() {
  nodes.spans = Object.fromEntries(Object.entries(spans).map(([name, label]) =>
    [name, button(label, () => { span = name; chosen = null; load(); }, { "aria-pressed": "false" })]));
  nodes.kinds = { track: button("Track", () => { chosen = "track"; load(); }, { "aria-pressed": "false" }), density: button("Density", () => { chosen = "density"; load(); }, { "aria-pressed": "false" }) };
  nodes.range = element("p", { "data-field": "range", class: "range" });
  nodes.facts = element("p", { class: "facts" });
  nodes.distance = element("span", { "data-field": "distance" }, "—");
  nodes.more = element("span");
  nodes.facts.append(nodes.distance, nodes.more);
  nodes.legend = element("p", { class: "hint legend" });
  nodes.problem = element("p", { class: "problem", role: "alert" });
  nodes.groups = element("ul", { class: "groups" });
  nodes.later = button("Later", () => { step(1); });
  byID("history").replaceChildren(
    element("div", { class: "row" }, ...Object.values(nodes.spans)),
    element("div", { class: "row" }, button("Earlier", () => { step(-1); }), nodes.later, ...Object.values(nodes.kinds)),
    nodes.range, nodes.facts, nodes.legend, nodes.problem, nodes.groups,
    element("div", { class: "row" }, button("Save picture", save), ...[["GPX", "gpx"], ["CSV", "csv"], ["CSV of GPSLogger", "gpslogger.csv"]]
      .map(([label, ending]) => button(label, () => download(ending), { "aria-label": `Save as ${label}` }))));
}

/** The map is the history's while its view is open. */
export function enter() {
  if (isOpen) return;
  isOpen = true;
  if (!nodes.range) build();
  load();
}

export function leave() {
  if (!isOpen) return;
  isOpen = false;
  shown = null;
  showPast(null);
}

/** Midnight in the browser's zone, or in UTC if times are shown so, so many days, months and years away. */
function midnight(days, months = 0, years = 0, from = null) {
  const today = from ?? new Date();
  if (units.chosen("time") === "utc") return new Date(Date.UTC(today.getUTCFullYear() + years, today.getUTCMonth() + months, today.getUTCDate() + days));
  return new Date(today.getFullYear() + years, today.getMonth() + months, today.getDate() + days);
}

const back = {
  day: from => midnight(-1, 0, 0, from), week: from => midnight(-7, 0, 0, from), month: from => midnight(0, -1, 0, from), year: from => midnight(0, 0, -1, from),
};
const forth = {
  day: from => midnight(1, 0, 0, from), week: from => midnight(7, 0, 0, from), month: from => midnight(0, 1, 0, from), year: from => midnight(0, 0, 1, from),
};

/** Where the days or months of a range begin and the last one ends, seconds since 1970; days may have 23 or 25 hours. */
function steps(from, to) {
  const all = [];
  for (let one = from; one <= to && all.length < 400; one = forth[span === "year" ? "month" : "day"](one)) all.push(one.getTime() / 1000);
  return all.join(",");
}

/** Where the range ends: tonight, unless somebody has gone back. */
const until = () => end || midnight(1);

function step(direction) {
  const next = (direction < 0 ? back : forth)[span](until());
  end = next < midnight(1) ? next : 0;
  load();
}

async function load() {
  const [to, from] = [until(), back[span](until())];
  const kind = chosen ?? (span === "month" || span === "year" ? "density" : "track");
  for (const [name, node] of Object.entries(nodes.spans)) setAttributes(node, { "aria-pressed": name === span });
  for (const [name, node] of Object.entries(nodes.kinds)) setAttributes(node, { "aria-pressed": name === kind });
  nodes.later.disabled = !end;
  setText(nodes.range, rangeWords(from, to));
  setAttributes(nodes.range, { "data-from": from.toISOString(), "data-until": to.toISOString() });
  setText(nodes.problem, "");
  asked?.abort();
  const own = asked = new AbortController();
  try {
    const answer = await fetchJSON(`/history?from=${from.toISOString()}&until=${to.toISOString()}&points=4096&as=${kind}&steps=${steps(from, to)}`, own.signal);
    if (!isOpen || own !== asked) return;
    shown = { from, to, kind, answer };
    showAnswer(answer);
  } catch (error) {
    if (own !== asked || error.name === "AbortError") return;
    // A store of an earlier version is prepared, which takes some seconds.
    if (error.status === 503) setTimeout(() => { if (isOpen && own === asked) load(); }, 1000);
    shown = null;
    showPast({ segments: [] });
    setText(nodes.problem, error.status ? error.message : "No connection to the server.");
    setText(nodes.distance, "—");
    setText(nodes.more, "");
    nodes.groups.replaceChildren();
  }
}

/** Days in words, of which the last one is included. */
function rangeWords(from, to) {
  const last = new Date(to.getTime() - 1);
  const day = { day: "numeric", month: "short", year: "numeric" };
  return span === "day" ? units.date(from) : `${units.date(from, day)} – ${units.date(last, day)}`;
}

function showAnswer(answer) {
  const segments = [];
  let isOpenSegment = false;
  for (const point of answer.track ?? []) {
    if (point === null) { isOpenSegment = false; continue; }
    if (!isOpenSegment) segments.push([]);
    segments.at(-1).push(point);
    isOpenSegment = true;
  }
  showPast({ segments, cells: answer.cells ?? null });
  const isEmpty = !segments.length && !answer.cells?.seconds.length;
  setText(nodes.distance, answer.distance === undefined ? "—" : units.distance(answer.distance).text);
  setAttributes(nodes.distance, { "data-value": answer.distance });
  const parts = [];
  if (answer.moving !== undefined) parts.push(`${elapsed(answer.moving)} under way`);
  if (answer.days > 1) parts.push(`${answer.days} days`);
  if (answer.topSpeed !== undefined) parts.push(`at most ${units.speed(answer.topSpeed).text}`);
  setText(nodes.more, isEmpty ? " · nothing was recorded" : parts.map(one => ` · ${one}`).join(""));
  const most = (answer.cells?.seconds ?? []).reduce((top, one) => Math.max(top, one[2]), 0);
  nodes.legend.replaceChildren(...most ? legend(most) : []);
  nodes.groups.replaceChildren(...span === "day" ? [] : (answer.groups ?? []).map(group));
}

/** The colors of the density with hours, from little to much. */
function legend(most) {
  const words = seconds => seconds < 60 ? `${Math.round(seconds)} s` : seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${+(seconds / 3600).toPrecision(2)} h`;
  return ["Time spent: ", ...[0.25, 0.5, 0.75, 1].flatMap(part => {
    const seconds = Math.expm1(part * Math.log1p(most));
    const key = element("span", { class: "key density" }, "■");
    key.style.opacity = String(0.15 + 0.85 * part);
    return [key, ` ${words(seconds)} `];
  })];
}

/** A day or a month to step into. */
function group({ from, until: to, distance }) {
  const [start, stop] = [new Date(from), new Date(to)];
  const isMonth = stop - start > 8 * 86400e3;
  const label = isMonth ? units.date(start, { month: "long", year: "numeric" }) : units.date(start);
  return element("li", {}, button(`${label} · ${units.distance(distance).text}`, () => {
    [span, end, chosen] = [isMonth ? "month" : "day", stop < midnight(1) ? stop : 0, null];
    load();
  }));
}

const stamp = date => date.toISOString().slice(0, 10);
const fileName = ending => `track-${stamp(midnight(0, 0, 0, back[span](until())))}.${ending}`;

function keep(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function download(ending) {
  const [to, from] = [until(), back[span](until())];
  try {
    const answer = await request(`/history.${ending}?from=${from.toISOString()}&until=${to.toISOString()}`);
    keep(await answer.blob(), fileName(ending));
  } catch (error) {
    setText(nodes.problem, `Not saved: ${error.message}`);
  }
}

async function save() {
  try {
    const { mapPicture } = await import("./picture.js");
    keep(await mapPicture(nodes.range.textContent), fileName("png"));
  } catch (error) {
    setText(nodes.problem, `No picture: ${error.message}`);
  }
}

units.onChoice(name => { if (isOpen && ["time", "speed", "length", "units"].includes(name)) load(); else redraw(); });
