// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The page's words, and elements that hold texts: whatever came from a device is only ever text.

/** Returns an element with attributes and children; a string among these is text. */
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

export const byID = id => document.getElementById(id);

/** Sets a text only if it differs, so that nothing is laid out or read aloud again. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets attributes that differ; removes those that are null. */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}

/** Returns a device's text, whose direction of writing stays its own. */
export const foreign = text => element("bdi", {}, String(text));

export function elapsed(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 86400) return `${Math.floor(whole / 3600)} h ${Math.floor(whole % 3600 / 60)} min`;
  return `${Math.floor(whole / 86400)} d ${Math.floor(whole % 86400 / 3600)} h`;
}

const states = {
  searching: "no receiver", opening: "opening the receiver", connecting: "connecting to the receiver",
  silent: "receiver silent", detectingRate: "finding the baud rate", waitingForFix: "no fix yet", fix: "fix",
  lost: "fix lost", unplugged: "receiver unplugged", missing: "no such port", notAPort: "not a serial port",
  permissionDenied: "not allowed to open the receiver", busy: "receiver in use by another program",
  unsupportedRate: "baud rate not supported", failed: "receiver cannot be used", notAReceiver: "not a receiver",
  denied: "location denied", spare: "on standby", unused: "unused", ended: "the recording has ended",
};
const codes = {
  noReceiver: "no receiver", starting: "starting", waitingForFix: "no fix yet", fix: "fix",
  trouble: "receiver trouble", ended: "the recording has ended", denied: "location denied",
};

/** Returns a state in words, in lower case. */
export const stateWords = state => states[state.state] ?? codes[state.code] ?? "unknown";

export const capitalized = text => text.charAt(0).toUpperCase() + text.slice(1);

const warnings = {
  receiverReportsJamming: "jamming reported by the receiver",
  receiverReportsSpoofing: "spoofing reported by the receiver",
  receiverReportsUnsafe: "receiver reports unsafe",
  positionJump: "position jumped", speedMismatch: "speed and movement disagree", frozen: "position frozen",
  clockJump: "clock jumped", signalsTooEqual: "all signals equally strong", signalsTooStrong: "signals too strong",
  signalLoss: "all signals fell at once", navigationDataForged: "navigation data forged",
};

/** Returns a warning in words; one that is not known here as its name is written, "someThing" as "some thing". */
export const warningWords = name =>
  warnings[name] ?? String(name).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

const accuracySources = { assumed: "not reported, assumed", DOP: "from the DOP" };

/** Returns where an accuracy comes from. */
export const accuracySource = source => source ? accuracySources[source] ?? `from ${source}` : "";

const qualities = {
  autonomous: "", differential: "DGPS", precise: "PPS", rtkFixed: "RTK", rtkFloat: "RTK float",
  estimated: "estimated", manual: "entered", simulated: "simulated",
};

/** Returns what kind of fix it is: "3D, RTK". */
export const fixKind = fix =>
  [fix.mode, qualities[fix.quality] ?? String(fix.quality ?? "")].filter(Boolean).join(", ");

const letters = {
  gps: "G", sbas: "S", glonass: "R", galileo: "E", beiDou: "C", qzss: "J", navIC: "I",
};
const names = {
  gps: "GPS", sbas: "SBAS", glonass: "GLONASS", galileo: "Galileo", beiDou: "BeiDou", qzss: "QZSS", navIC: "NavIC",
};

export const satelliteLabel = satellite => `${letters[satellite.system] ?? "X"}${satellite.number}`;
export const systemName = system => names[system] ?? "other";
/** Returns the class that colors a system. */
export const systemClass = system =>
  ["gps", "glonass", "galileo", "beiDou"].includes(system) ? system : "other";
