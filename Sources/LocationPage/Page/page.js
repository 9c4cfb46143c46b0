// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Listens to the events of gps web, and keeps the page as they say.

import { addHistory, drawHistory, setHistory } from "./charts.js";
import { fetchJSON, receiveEvents } from "./connection.js";
import { addPoint, redraw, setHere, setLand, setTiles, setTrack } from "./map.js";
import { drawSatellites } from "./sky.js";
import {
  accuracy, elapsed, element, foreign, headline, latitude, longitude, meters, speed, stateWords, warningWords,
} from "./words.js";

const seconds = () => performance.now() / 1000;
const byID = id => document.getElementById(id);

let state = null;
/** Since when there has been no fix, in seconds. */
let waitingSince = null;
/** The position now or the last one, and when it came. */
let position = null;
let heading = null;
let beginsSegment = true;
/** Fixes that came while the track was fetched; `null` if it is not being fetched. */
let awaited = null;
let heard = seconds();
/** Seconds between the last two fixes. */
let period = 1;
let isConnected = false;
let satellites = [];
let skyIsDue = false;

// Events

const numberOf = id => Number(id.split("-")[1] ?? 0);

const handlers = {
  /// What follows is all that is known now.
  resync() {
    [position, heading, satellites, beginsSegment] = [null, null, [], true];
    setHere(null, false);
    handlers.satellites({});
    showPosition();
    fetchTrack();
  },
  state(data) {
    state = data;
    if (!["fix", "waitingForFix"].includes(data.code)) heading = null;
    waitingSince = data.secondsWaited === undefined ? null : seconds() - data.secondsWaited;
    showState();
    showExplanation();
  },
  fix(data, id) {
    const arrival = seconds() - (data.age ?? 0);
    if (position && !position.isOld) period = Math.min(Math.max(arrival - position.arrival, 0.1), 60);
    position = { fix: data, arrival, isOld: false };
    waitingSince = null;
    const isNew = data.age === undefined;
    if (awaited) awaited.push({ fix: data, number: numberOf(id), beginsSegment });
    else if (isNew) addPoint(data.latitude, data.longitude, beginsSegment);
    if (isNew) addHistory({ time: arrival, fix: data });
    beginsSegment = false;
    setHere(data, false);
    showPosition();
  },
  lastFix(data) {
    position = { fix: data, arrival: seconds() - (data.age ?? 0), isOld: true };
    setHere(data, true);
    showPosition();
  },
  fixLost() {
    beginsSegment = true;
    addHistory(null);
    if (waitingSince === null) waitingSince = seconds();
    if (position) position.isOld = true;
    setHere(position?.fix ?? null, true);
    showPosition();
  },
  satellites(data) {
    satellites = data.satellites ?? [];
    if (skyIsDue) return;
    skyIsDue = true;
    requestAnimationFrame(() => { skyIsDue = false; drawSatellites(satellites); });
  },
  heading(data) { heading = data; showPosition(); },
};

async function fetchTrack() {
  awaited = [];
  try {
    const track = await fetchJSON("/track.json");
    const number = numberOf(track.id);
    setTrack(track.segments);
    for (const one of awaited) {
      if (one.number > number) addPoint(one.fix.latitude, one.fix.longitude, one.beginsSegment);
    }
    const now = seconds();
    setHistory(track.history.map(({ age, ...fix }) => ({ time: now - age, fix })));
    drawHistory();
    redraw();
  } catch {
    // The connection is gone: when it is back, the track is asked for again.
  }
  awaited = null;
}

// The connection

let stream = null;
let lastID = null;

/** Receives events, and connects again one second after each connection has ended. */
async function connect() {
  for (let pause = 1000; ; pause = 1000) {
    stream = new AbortController();
    let problem = "No connection to gps web. The data shown is old. Reconnecting.";
    try {
      await receiveEvents(lastID, stream.signal, () => { heard = seconds(); showConnection(); }, (name, data, id) => {
        [heard, lastID] = [seconds(), id];
        handlers[name]?.(JSON.parse(data), id);
      });
    } catch (error) {
      // As without the token, or if too many browsers are connected.
      if (error.status) [problem, pause] = [`No connection to gps web: ${error.message.trim()}.`, 2000];
    }
    showConnection(problem);
    await new Promise(resolve => { setTimeout(resolve, pause); });
  }
}

/** A connection that is dead without the browser knowing, as after sleep, is made anew. */
function checkConnection() {
  if (isConnected && position && !position.isOld && seconds() - heard > Math.max(30, 5 * period)) stream.abort();
}

/** Shows what is wrong with the connection, if anything. */
function showConnection(text = "") {
  const line = byID("connection");
  isConnected = !text;
  line.hidden = isConnected;
  if (line.textContent !== text) line.textContent = text;
  showState();
}

// Words

function showState() {
  const isOld = !isConnected || silence() !== null;
  const warnings = position && !position.isOld ? position.fix.warnings ?? [] : [];
  const [words, level] = state ? headline(state, warnings) : ["connecting", "wait"];
  const title = byID("state");
  const text = words[0].toUpperCase() + words.slice(1);
  // Only what has changed, or a screen reader would say it again and again.
  if (title.textContent !== text) title.textContent = text;
  title.dataset.level = isOld && level === "good" ? "wait" : level;
  document.title = `${text} – gps`;
  byID("position").classList.toggle("old", isOld || position?.isOld === true);
}

/** Seconds since the last fix if that is longer than it should be, else `null`. */
function silence() {
  if (!position || position.isOld) return null;
  const age = seconds() - position.arrival;
  return age > Math.max(5, 3 * period) ? age : null;
}

function showExplanation() {
  const line = byID("explanation");
  if (!state) return;
  const parts = [];
  if (state.explanation) parts.push(foreign(state.explanation));
  else if (state.device) parts.push(foreign(state.device));
  if (state.model && !state.explanation?.includes(state.model)) parts.push(" (", foreign(state.model), ")");
  if (state.rate) parts.push(`, ${state.rate} baud`);
  if (state.accuracy === "reduced") parts.push("; positions are reduced to the center of a 5 km cell");
  if (waitingSince !== null && state.code !== "ended") {
    parts.push(`${parts.length ? "; " : ""}waiting for ${elapsed(seconds() - waitingSince)}`);
  }
  for (const standby of state.spares ?? []) {
    parts.push("; standby: ", foreign(standby.device), `, ${stateWords(standby)[0]}`);
  }
  const age = silence();
  if (age !== null) parts.push(`; nothing received for ${elapsed(age)}`);
  line.replaceChildren(...parts);
}

function showPosition() {
  const rows = position ? positionRows(position) : [["Position", "none yet"]];
  byID("position").replaceChildren(
    ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, unbroken(value))]));
  showState();
}

/** Returns a text in which no line ends between a number and its unit. */
function unbroken(text) {
  return text.replace(/([±\d]) /g, "$1\u00a0");
}

function positionRows({ fix, arrival, isOld }) {
  const age = seconds() - arrival;
  const rows = [];
  if (isOld) rows.push(["Last known", `${elapsed(age)} ago`]);
  if (fix.source === "geoclue") rows.push(["Source", "GeoClue, not a receiver"]);
  if (fix.warnings?.length) rows.push(["Warning", fix.warnings.map(warningWords).join(", ")]);
  rows.push(["Latitude", latitude(fix.latitude)], ["Longitude", longitude(fix.longitude)]);
  const add = (name, value, text) => { if (value !== undefined) rows.push([name, text(value)]); };
  add("Accuracy", fix.horizontalAccuracy, value => accuracy(value, fix.horizontalAccuracySource));
  add("Altitude", fix.altitude, value =>
    `${meters(value)} above the sea${fix.verticalAccuracy === undefined ? "" : `, ${accuracy(fix.verticalAccuracy)}`}`);
  add("Speed", fix.speed, speed);
  add("Course", fix.course, value => `${value.toFixed(0)}° true`);
  add("Heading", heading?.trueHeading, value => `${value.toFixed(0)}° true`);
  if (heading?.trueHeading === undefined) {
    add("Heading", heading?.magneticHeading, value => `${value.toFixed(0)}° magnetic`);
  }
  const kind = [fix.mode, fix.quality].filter(Boolean).join(" ");
  if (kind) rows.push(["Fix", kind]);
  add("Corrections", fix.correctionAge, value =>
    `${value.toFixed(1)} s old${fix.correctionStation === undefined ? "" : `, from ${fix.correctionStation}`}`);
  add("Satellites", fix.satellitesUsed, value =>
    `${value} used${fix.satellitesInView === undefined ? "" : ` of ${fix.satellitesInView}`}`);
  const dilution = [["H", fix.hdop], ["V", fix.vdop], ["P", fix.pdop]]
    .filter(([, value]) => value !== undefined).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  if (dilution.length) rows.push(["DOP", dilution.join("  ")]);
  const time = fix.timestamp ?? fix.timeOfDay;
  if (time) rows.push(["Time", time.replace("T", " ").replace(".000", "")]);
  if (!isOld) rows.push(["Age", elapsed(age)]);
  return rows;
}

setInterval(() => {
  checkConnection();
  showExplanation();
  showPosition();
  drawHistory();
}, 1000);

fetchJSON("/land.json").then(setLand).catch(() => {});
fetchJSON("/map.json").then(map => { if (map.tiles) setTiles(map); }).catch(() => {});
new ResizeObserver(() => { drawSatellites(satellites); drawHistory(); }).observe(byID("signals"));
showPosition();
connect();
