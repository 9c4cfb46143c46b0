// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The figures and the rose. Each figure holds its value with its unit, and reads aloud as "Speed 5.8 knots".

import { patience } from "./state.js";
import * as units from "./units.js";
import { accuracySource, byID, element, setAttributes, setText, shape } from "./words.js";

const figures = new Map();

/** Places a figure with a label, and remembers it by the name of its field. */
function place(container, name, label, long = label) {
  const value = element("span", { "data-field": name, "data-stale": "false", role: "img" }, element("b"), element("small"), element("i"));
  const caption = element("span", { class: "label", "aria-hidden": "true" }, label);
  const figure = element("div", { class: `figure figure-${name}` }, caption, value);
  container.append(figure);
  figures.set(name, { value, figure, caption, long });
}

/** Builds all of them; called once. */
export function buildFigures() {
  place(byID("place"), "latitude", "Lat", "Latitude");
  place(byID("place"), "longitude", "Lon", "Longitude");
  place(byID("speed"), "speed", "Speed");
  for (const [name, label, long] of [
    ["course", "COG", "Course over ground"], ["heading", "HDG", "Heading"], ["accuracy", "Accuracy"],
    ["anchor", "Anchor", "Distance from the anchor"], ["mob", "MOB", "Distance to man overboard"],
    ["satellites", "Satellites"], ["altitude", "Altitude"], ["time", "Time"],
  ]) place(byID("figures"), name, label, long);
  figures.get("heading").caption.prepend(mark("heading"), " ");
  figures.get("course").caption.prepend(mark("course"), " ");
  for (const name of ["anchor", "mob"]) figures.get(name).figure.hidden = true;
  const age = document.querySelector("[data-field=age]");
  age.replaceChildren(element("b"), element("small"));
  figures.set("age", { value: age, long: "Age of the position" });
  drawRose();
}

/**
 * Shows a measure with its number in `data-value`; with `null`, that it is not known, and why.
 *
 * Only what has changed is touched.
 */
export function show(name, measure, value, { isStale = false, why = "not known", more = {} } = {}) {
  const { value: node, long } = figures.get(name);
  const [number, unit, note] = node.children;
  setText(number, measure?.number ?? "—");
  setText(unit, measure?.unit ? `\u00a0${measure.unit}` : "");
  if (note) setText(note, measure?.note ?? "");
  if (measure && measure.number.length > 4 !== node.hasAttribute("data-long")) node.toggleAttribute("data-long");
  const said = measure ? `${measure.number} ${measure.spoken || measure.unit}`.trim() : why;
  setAttributes(node, {
    // Without an exponent, which readers of numbers may not expect.
    "data-value": measure ? String(value).includes("e-") ? value.toFixed(9) : value : null, "data-stale": isStale && measure !== null,
    "aria-label": `${long} ${said}${isStale && measure ? ", not current" : ""}`, ...more,
  });
}

/** Says how many satellites' data are signed, or that they are forged; nothing where that is not known. */
export function showSignatures(authentication) {
  const { status, satellitesAuthenticated: count = 0, galileoUsed } = authentication ?? {};
  const words = status === "failed" ? "signatures wrong"
    : status === "verified" ? `signed: ${count}${galileoUsed === undefined ? "" : ` of ${galileoUsed} Galileo`}` : "";
  const before = byID("signed").textContent;
  if (before === words) return;
  byID("signed").replaceChildren(...words ? [element("span", { "data-field": "authentication", "data-state": status, "data-value": count }, words)] : []);
}

/** Shows or hides a figure that is only there with a watch or a mark. */
export function showFigure(name, isShown) {
  const { figure } = figures.get(name);
  if (figure.hidden !== isShown) return;
  figure.hidden = !isShown;
  fitFigures();
}

/** Leaves out the least important figures if there is no room for all, as with several alerts. */
export function fitFigures() {
  const box = byID("figures");
  for (const one of box.children) one.classList.remove("out");
  for (const one of [...box.children].reverse()) {
    if (box.scrollHeight <= box.clientHeight + 1) return;
    if (one.offsetParent) one.classList.add("out");
  }
}

// The rose. Both arrows are drawn pointing up, and turned about the center.

const arrows = {
  heading: () => shape("path", { class: "arrow heading", d: "M0 -97C11 -88 17 -76 17 -57L0 -65L-17 -57C-17 -76 -11 -88 0 -97Z" }),
  course: () => shape("g", { class: "arrow course" }, ...["around", "line"].map(name => shape("path", { class: name, d: "M0 -58V-95M-9 -83L0 -96L9 -83" }))),
};

/** The two shapes as they stand beside their labels. */
function mark(name) {
  const picture = shape("svg", { class: "mark", viewBox: name === "heading" ? "-18 -99 36 44" : "-12 -99 24 46", "aria-hidden": "true" });
  picture.append(arrows[name]());
  return picture;
}

const nodes = {};
let letters = [];

function drawRose() {
  const rose = document.querySelector("[data-rose]");
  rose.append(shape("circle", { class: "ring", r: 97 }));
  let ticks = "", fine = "";
  for (let degrees = 0; degrees < 360; degrees += 10) {
    const [sine, cosine] = [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
    const inner = degrees % 30 ? 92 : 87;
    const line = `M${(97 * sine).toFixed(1)} ${(-97 * cosine).toFixed(1)}L${(inner * sine).toFixed(1)} ${(-inner * cosine).toFixed(1)}`;
    if (degrees % 30) fine += line;
    else ticks += line;
  }
  rose.append(shape("path", { class: "tick fine", d: fine }), shape("path", { class: "tick", d: ticks }));
  letters = [["N", 0, -68], ["E", 76, 6], ["S", 0, 82], ["W", -76, 6]].map(([text, x, y]) =>
    shape("text", { x, y, class: text === "N" ? "north" : "" }, text));
  rose.append(...letters);
  for (const name of ["heading", "course"]) {
    nodes[name] = arrows[name]();
    setAttributes(nodes[name], { "data-arrow": name, "aria-label": name === "heading" ? "HDG" : "COG" });
  }
  nodes.rose = rose;
}

const turned = { heading: null, course: null };

/** Turns an arrow the shortest way round; with `null` it is taken out. */
function turn(name, direction) {
  const node = nodes[name];
  if (!direction) {
    node.remove();
    turned[name] = null;
    return;
  }
  const before = turned[name];
  const degrees = direction.degrees;
  const by = before === null ? 0 : ((degrees - before) % 360 + 540) % 360 - 180;
  const angle = before === null ? degrees : before + by;
  if (before === null || Math.abs(by) > 0.05) {
    node.style.transform = `rotate(${angle.toFixed(1)}deg)`;
    turned[name] = angle;
  }
  setAttributes(node, { "data-degrees": +degrees.toFixed(1) });
  if (!node.isConnected) nodes.rose.append(...["heading", "course"].filter(one => one === name || nodes[one].isConnected).map(one => nodes[one]));
}

/** Leaves out the letters that an arrow would cover. */
function clearLetters() {
  letters.forEach((letter, index) => {
    const isCovered = [["heading", 19], ["course", 14]].some(([name, reach]) =>
      turned[name] !== null && Math.abs(((turned[name] - 90 * index) % 360 + 540) % 360 - 180) < reach);
    setAttributes(letter, { display: isCovered ? "none" : null });
  });
}

/** Describes the rose in words, and whose north is up; arrows that are turned often jump, instead of being drawn sixty times a second. */
function describeRose(words, isMagnetic, isQuick) {
  if (nodes.rose.classList.contains("quick") !== isQuick) nodes.rose.classList.toggle("quick", isQuick);
  setAttributes(nodes.rose, { "aria-label": words });
  setText(nodes.rose.querySelector(".north"), isMagnetic ? "N mag" : "N");
}

// What may be shown

/** Whether the boat is under way: from 0.8 m/s on, until it is below 0.5 m/s. */
let isUnderWay = false;

/** The values that may be shown: none is kept that is not current, except the last position. */
export function valuesOf(known, is, now) {
  const fix = is.isLive || is.isLast ? known.position.fix : {};
  const live = is.isLive ? fix : {};
  if (live.speed !== undefined) isUnderWay = live.speed >= (isUnderWay ? 0.5 : 0.8);
  const hasCourse = live.course !== undefined && (live.speed === undefined || isUnderWay);
  const isHeadingFresh = known.heading && is.isLive && now - known.heading.arrival <= patience(known.period);
  return {
    fix, live,
    course: hasCourse ? units.direction({ trueDegrees: live.course }, known.variation) : null,
    trueCourse: hasCourse ? live.course : undefined,
    heading: isHeadingFresh
      ? units.direction({ trueDegrees: known.heading.trueHeading, magneticDegrees: known.heading.magneticHeading }, known.variation) : null,
    trueHeading: isHeadingFresh ? known.heading.trueHeading ?? (known.heading.magneticHeading === undefined || known.variation === null
      ? undefined : units.circle(known.heading.magneticHeading + known.variation)) : undefined,
  };
}

/** Shows what may be shown; `period` is how far apart fixes usually are, seconds. */
export function showFigures(is, { fix, live, course, heading, trueCourse, trueHeading }, period) {
  const last = { isStale: !is.isLive, why: "not known, no position" };
  const gone = is.isLive ? "not reported by the receiver" : "not known, no current position";
  const of = (value, format) => value === undefined ? null : format(value);
  show("latitude", of(fix.latitude, value => units.latitude(value, fix.horizontalAccuracy)), fix.latitude, last);
  show("longitude", of(fix.longitude, value => units.longitude(value, fix.horizontalAccuracy)), fix.longitude, last);
  show("speed", of(live.speed, units.speed), live.speed, { why: gone });
  const why = live.speed !== undefined && !isUnderWay ? "none at rest" : gone;
  show("course", course, trueCourse, { why });
  show("heading", heading, trueHeading ?? heading?.degrees, { why: gone, more: { "data-reference": heading?.isMagnetic ? "magnetic" : "true" } });
  const doubt = is.name === "warning" ? " not to be trusted" : "";
  show("accuracy", of(live.horizontalAccuracy, value => {
    const size = units.length(value, value < 0.995 ? 2 : undefined);
    const from = accuracySource(live.horizontalAccuracySource);
    return { ...size, number: `± ${size.number}`, note: doubt, spoken: `${size.spoken}${doubt && `,${doubt}`}${from ? `, ${from}` : ""}` };
  }), live.horizontalAccuracy, { why: gone });
  show("satellites", of(live.satellitesUsed, value =>
    ({ number: live.satellitesInView === undefined ? `${value}` : `${value}/${live.satellitesInView}`, unit: "", spoken: "used of those in view" })), live.satellitesUsed, { why: gone });
  show("altitude", of(live.altitude, value => units.length(value, 0)), live.altitude, { why: gone });
  show("time", of(live.timestamp, value => units.time(value)) ?? of(live.timeOfDay, value => ({ number: value.slice(0, 8), unit: "UTC", spoken: "UTC" })),
    live.timestamp ?? live.timeOfDay, { why: gone });
  turn("heading", heading);
  turn("course", course);
  clearLetters();
  describeRose(`Compass rose, north up. Heading ${heading ? `${heading.number} ${heading.spoken}` : "not known"}, course ${course ? `${course.number} ${course.spoken}` : "none"}`,
    (heading ?? course)?.isMagnetic, period < 0.4);
}
