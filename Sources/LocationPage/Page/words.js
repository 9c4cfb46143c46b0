// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Values as people read them, and elements that hold texts: whatever came from a device is only ever text.

/** An element with attributes and children; a string among these is text. */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for pictures. */
export function shape(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A text of a stranger, whose direction of writing stays its own. */
export const foreign = text => element("bdi", {}, String(text));

export function degrees(value, positive, negative) {
  return `${Math.abs(value).toFixed(6)}° ${value < 0 ? negative : positive}`;
}

export const latitude = value => degrees(value, "N", "S");
export const longitude = value => degrees(value, "E", "W");

export function meters(value) {
  if (value >= 10000) return `${(value / 1000).toFixed(value < 100000 ? 1 : 0)} km`;
  return `${value.toFixed(value < 10 ? 1 : 0)} m`;
}

export function speed(value) {
  return `${(value * 3.6).toFixed(1)} km/h (${(value * 3600 / 1852).toFixed(1)} kn)`;
}

export function elapsed(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole % 3600 / 60)} min`;
}

const sources = {
  reported: "reported by the receiver", assumed: "not reported", dilutionOfPrecision: "from the DOP",
};

export function accuracy(value, source) {
  const from = source ? `, ${sources[source] ?? `from ${source}`}` : "";
  return `± ${meters(value)}${from}`;
}

const states = {
  searching: ["no receiver", "wait"], opening: ["opening the receiver", "wait"],
  connecting: ["connecting to the receiver", "wait"], silent: ["the receiver is silent", "bad"],
  detectingRate: ["finding the baud rate", "wait"], waitingForFix: ["no fix yet", "wait"],
  fix: ["fix", "good"], lost: ["fix lost", "bad"], unplugged: ["receiver unplugged", "bad"],
  missing: ["no such port", "bad"], permissionDenied: ["not allowed to open the receiver", "bad"],
  busy: ["receiver in use by another program", "bad"], failed: ["receiver cannot be used", "bad"],
  notAReceiver: ["not a receiver", "bad"], denied: ["location denied", "bad"],
  spare: ["waiting", "wait"], unused: ["waiting", "wait"], ended: ["the recording has ended", "wait"],
};

const codes = {
  noReceiver: ["no receiver", "wait"], starting: ["starting", "wait"], waitingForFix: ["no fix", "wait"],
  fix: ["fix", "good"], trouble: ["receiver trouble", "bad"], ended: ["ended", "wait"],
};

/** A state in words, and whether it is good. */
export const stateWords = state => states[state.state] ?? codes[state.code] ?? ["unknown", "wait"];

/** A warning in words: "positionJump" as "position jump". */
export const warningWords = name => String(name).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

/** The state in words and how good it is, with the warnings about the present position first: it is never good then. */
export function headline(state, warnings) {
  const [words, level] = stateWords(state);
  if (!warnings.length) return [words, level];
  const isAlarm = warnings.length > 1 || warnings.includes("receiverReportsSpoofing") || level === "bad";
  return [`${warnings.map(warningWords).join(", ")} – ${words}`, isAlarm ? "bad" : "wait"];
}

const letters = {
  gps: "G", sbas: "S", glonass: "R", galileo: "E", beiDou: "C", qzss: "J", navIC: "I",
};
const names = {
  gps: "GPS", sbas: "SBAS", glonass: "GLONASS", galileo: "Galileo", beiDou: "BeiDou", qzss: "QZSS", navIC: "NavIC",
};

export const satelliteLabel = satellite => `${letters[satellite.system] ?? "X"}${satellite.number}`;
export const systemName = system => names[system] ?? "other";
/** The class that colors a system. */
export const systemClass = system =>
  ["gps", "glonass", "galileo", "beiDou"].includes(system) ? system : "other";
