// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Listens to the events of gps web, and shows what they say: at most ten times a second, once where nobody sees it.

import { chirp, isSoundBlocked, offer, showAlerts, unlockSound, watchForSound, whenSoundChanges } from "./alerts.js";
import { addMinute, drawMinutes, interruptMinutes, setMinutes } from "./charts.js";
import { fetchJSON, keepConnected, seconds, write } from "./connection.js";
import { buildFigures, fitFigures, show, showFigures, showSignatures, valuesOf } from "./figures.js";
import { setLand, setTiles } from "./ground.js";
import { addPoint, redraw, setHere, setMarks, setTrack, whenAnchorMoves } from "./map.js";
import { drawSatellites } from "./sky.js";
import { allAlerts, assess, isRetry, patience } from "./state.js";
import * as units from "./units.js";
import {
  cancelOverboard, continueMark, mark, markOverboard, setWatch, showWatches, sight, watchAlerts, watches, withDetails,
} from "./watches.js";
import { byID, foreign, setAttributes, setText } from "./words.js";

/** What is known of the receiver and of the connection to the server. */
const known = {
  state: null, position: null, period: 1, waitingSince: null, standby: null, heard: null, isClosed: false, refusal: null,
  heading: null, late: 0, talked: 0, variation: null, satellites: [], alerts: [], receivers: [], events: [],
};
let beginsSegment = true;
/** Fixes that came while the track was fetched; `null` if it is not being fetched. */
let awaited = null;
/** Seconds between the last fixes. */
let intervals = [];
let isSkyOld = true;
let isSkyEmpty = false;

// Events

const numberOf = id => Number(id.split("-")[1] ?? 0);

const handlers = {
  /// What follows is all that is known now.
  resync() {
    Object.assign(known, { position: null, heading: null, satellites: [] });
    [beginsSegment, isSkyOld, intervals] = [true, true, []];
    fetchTrack();
  },
  state(data) {
    if (isRetry(data, known.state)) return;
    known.state = data;
    known.waitingSince = data.secondsWaited === undefined ? null : seconds() - data.secondsWaited;
  },
  fix(data, id) {
    const arrival = seconds() - (data.age ?? 0);
    const isNew = data.age === undefined;
    if (known.position && !known.position.isOld && isNew) measurePeriod(arrival - known.position.arrival);
    known.position = { fix: data, arrival, isOld: false };
    known.waitingSince = null;
    if (awaited) awaited.push({ fix: data, number: numberOf(id), beginsSegment });
    else if (isNew) addPoint(data.latitude, data.longitude, beginsSegment);
    if (isNew) addMinute(data, arrival, Boolean(known.state?.recorded));
    beginsSegment = false;
  },
  lastFix(data) { known.position = { fix: data, arrival: seconds() - (data.age ?? 0), isOld: true }; },
  fixLost(data) {
    beginsSegment = true;
    interruptMinutes();
    if ((data.timestamp ?? data.timeOfDay) === undefined) {
      // It is only late: patience decides, and the same satellites follow, unused.
      known.late = seconds();
      return;
    }
    known.waitingSince ??= seconds();
    if (known.position) known.position.isOld = true;
  },
  satellites(data) {
    [known.satellites, isSkyOld] = [data.satellites ?? [], true];
    if (seconds() - known.late > 0.3) known.talked = seconds();
  },
  heading(data) {
    known.heading = { ...data, arrival: seconds() };
    known.talked = seconds();
  },
  variation(data) { known.variation = data.degrees ?? null; },
  anchor: data => setWatch("anchor", data),
  mob: data => setWatch("mob", data),
  alerts(data) { known.alerts = Array.isArray(data) ? data : data.alerts ?? []; },
  receivers(data) { known.receivers = Array.isArray(data) ? data : data.receivers ?? []; },
  events(data) { known.events = Array.isArray(data) ? data : data.events ?? []; },
};

/** Takes the usual distance of two fixes, which one late fix does not change. */
function measurePeriod(interval) {
  intervals = [...intervals.slice(-8), Math.min(Math.max(interval, 0.05), 60)];
  known.period = [...intervals].sort((one, other) => one - other)[Math.floor(intervals.length / 2)];
}

async function fetchTrack() {
  awaited = [];
  try {
    const track = await fetchJSON("/track.json");
    setTrack(track.segments);
    for (const one of awaited) {
      if (one.number > numberOf(track.id)) addPoint(one.fix.latitude, one.fix.longitude, one.beginsSegment);
    }
    setMinutes(track.history);
    drawMinutes();
  } catch {
    // The connection is gone: when it is back, the track is asked for again.
  }
  awaited = null;
}

// Drawing

let isScheduled = false;
let lateness = null;
let drawn = -Infinity;

function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  const pause = (document.hidden ? 1000 : 100) - (performance.now() - drawn);
  setTimeout(() => {
    [isScheduled, drawn] = [false, performance.now()];
    draw();
  }, Math.max(0, pause));
}

function draw() {
  const now = seconds();
  const [active] = known.receivers.filter(one => one.role === "active");
  known.standby = known.alerts.some(one => one.name === "standby") ? `on standby receiver ${active?.name ?? ""}`.trim() : null;
  const is = assess(known, now);
  // A fix that does not come must show as soon as it is late.
  clearTimeout(lateness);
  if (is.isLive) lateness = setTimeout(schedule, (known.position.arrival + patience(known.period) - now) * 1000 + 20);
  showState(is, now);
  const values = valuesOf(known, is, now);
  showFigures(is, values, known.period);
  showMap(is, values);
  const seen = sight(known, is);
  showWatches(seen);
  showAllAlerts(is, seen);
  // Those of a receiver that is silent, or not heard here, are no longer there.
  const isSilent = ["disconnected", "none"].includes(is.name) || is.name === "lost" && is.words !== "Fix lost";
  if (isSkyOld || isSilent !== isSkyEmpty) {
    [isSkyOld, isSkyEmpty] = [false, isSilent];
    drawSatellites(isSilent ? [] : known.satellites);
  }
  later?.showReceivers(values.live, is.name === "disconnected");
}

/** The icon of everything that needs attention, made here: a server that is not reached cannot send it. */
const cautionIcon = URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#ffb000"'
  + ' stroke="#261a00" stroke-width="2" d="M16 2L31 29H1z"/><path stroke="#261a00" stroke-width="4" d="M16 11v9M16 23v3"/></svg>'],
{ type: "image/svg+xml" }));
const signs = { fix: "fix", searching: "searching", lost: "lost", disconnected: "lost" };

function showState(is, now) {
  const [body, line] = [document.body, byID("state")];
  if (body.dataset.state !== is.name) {
    body.dataset.state = is.name;
    setTimeout(fitFigures);
  }
  // Only what has changed, or a screen reader would say it again and again.
  const [words, reasons] = line.children;
  setText(words, is.words);
  // The alert shows them to those who see, as it does the rest of what is left out below.
  setText(reasons, is.name === "warning" ? `: ${is.detail}` : "");
  const detail = ["warning", "none", "denied", "lost", "disconnected"].includes(is.name) ? "" : is.detail || (is.name === "fix" ? known.state.device : known.state?.explanation) || "";
  if (byID("detail").textContent !== detail) byID("detail").replaceChildren(...detail ? [foreign(detail)] : []);
  showSignatures(is.isLive ? known.position.fix.authentication : undefined);
  byID("sign").setAttribute("href", `#sign-${signs[is.name] ?? "caution"}`);
  if (document.title !== `${is.title} – gps`) document.title = `${is.title} – gps`;
  setAttributes(byID("icon"), { href: is.level === "normal" ? "/icon.svg" : cautionIcon });
  const age = is.isLive || is.isLast ? Math.floor(Math.max(0, now - known.position.arrival)) : null;
  const why = ["none", "denied"].includes(is.name) ? known.refusal?.detail ?? known.state?.explanation ?? "" : "";
  setText(byID("last"), is.last || why);
  setAttributes(byID("last"), { class: is.last ? "last" : "why" });
  show("age", age === null ? null : { number: String(age), unit: "s", spoken: "seconds" }, age, { isStale: !is.isLive, why: "not known, no position" });
}

function showMap(is, { fix, trueCourse, trueHeading }) {
  setHere(fix.latitude === undefined ? null : {
    latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.horizontalAccuracy, speed: fix.speed ?? 0,
    isOld: !is.isLive, isDoubtful: is.name === "warning", course: trueCourse, heading: trueHeading,
  });
  const placed = one => one?.latitude === undefined ? null : one;
  setMarks(placed(watches.anchor), placed(mark()));
}

function showAllAlerts(is, seen) {
  watchForSound(Boolean(watches.anchor || mark()));
  const more = watchAlerts(known.alerts, seen);
  if (isSoundBlocked()) more.push({ name: "sound", level: "caution", text: "Sound is off: tap to turn it on" });
  const alerts = allAlerts(known.alerts, is, more).map(one => withDetails(one, seen));
  showAlerts(alerts);
  const level = alerts.some(one => one.level === "alarm") ? "alarm" : alerts.length ? "caution" : is.level;
  if (document.body.dataset.level !== level) document.body.dataset.level = level;
}

// Views

const tabs = [...document.querySelectorAll("[role=tab]")];

/** Shows a view, and brings the parts that several views have into it. */
export function select(tab) {
  for (const one of tabs) {
    const isChosen = one === tab;
    setAttributes(one, { "aria-selected": isChosen, tabindex: isChosen ? null : -1 });
    byID(one.getAttribute("aria-controls")).hidden = !isChosen;
  }
  const panel = byID(tab.getAttribute("aria-controls"));
  document.body.dataset.view = panel.id;
  const instrument = byID("instrument");
  for (const part of ["map", "sky", "signals", "minutes", "receivers"]) {
    const slot = panel.querySelector(`[data-slot=${part}]`) ?? instrument.querySelector(`[data-slot=${part}]`);
    if (byID(`view-${part}`).parentNode !== slot) slot.append(byID(`view-${part}`));
  }
  drawSatellites(isSkyEmpty ? [] : known.satellites);
  drawMinutes();
  redraw();
  schedule();
  if (later || panel !== instrument) loadLater().then(it => it.viewChanged(panel.id));
}

byID("tab-instrument").parentNode.addEventListener("keydown", event => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -tabs.indexOf(document.activeElement), End: tabs.length - 1 - tabs.indexOf(document.activeElement) }[event.key];
  if (step === undefined || !tabs.includes(document.activeElement)) return;
  event.preventDefault();
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  select(next);
});
for (const tab of tabs) tab.addEventListener("click", () => select(tab));

// What is not needed for the first position is loaded after it, or when it is asked for.

let later = null;
let loading = null;

function loadLater() {
  loading ??= import("./later.js").then(module => {
    later = module;
    module.begin(known);
    schedule();
    return module;
  }, error => { loading = null; throw error; });
  return loading;
}

for (const button of document.querySelectorAll("[data-opens]")) {
  button.addEventListener("click", () => loadLater().then(it => it.open(button.dataset.opens, known)));
}

byID("mob").addEventListener("pointerdown", event => { if (event.button === 0) markOverboard(known.position, schedule); });
byID("mob").addEventListener("click", event => {
  // By a key; fingers and mice have marked when they went down, and may make a sound from here on.
  if (event.detail === 0) markOverboard(known.position, schedule);
  chirp();
});
offer("mob", "Cancel", () => loadLater().then(it => it.confirm("Nobody is overboard any more?", "The mark and the alarm are taken away on all screens.", async () => {
  await cancelOverboard();
  schedule();
})));
offer("sound", "Turn sound on", unlockSound);
whenSoundChanges(schedule);
whenAnchorMoves(({ latitude, longitude }) => write("PUT", "/anchor", { latitude, longitude, radius: watches.anchor.radius }).catch(error =>
  loadLater().then(it => it.tell(`Anchor not moved: ${error.message}`))));

// Colors

const dark = matchMedia("(prefers-color-scheme: dark)");
const wished = new URLSearchParams(location.search).get("colors");
if (Object.hasOwn(units.choices.colors, wished)) units.choose("colors", wished);

function showColors() {
  const colors = units.chosen("colors");
  setAttributes(document.documentElement, {
    "data-theme": colors === "auto" ? dark.matches ? "dark" : "light" : colors, "data-brightness": units.chosen("brightness"),
  });
  redraw();
}

dark.addEventListener("change", showColors);
units.onChoice(() => { showColors(); drawMinutes(); schedule(); });

// The start

// Until now, a press would have been lost.
for (const one of document.querySelectorAll("header button")) one.disabled = false;
buildFigures();
showColors();
select(tabs[0]);
setInterval(() => { if (!document.hidden) drawMinutes(); schedule(); }, 1000);
document.addEventListener("visibilitychange", () => { isSkyOld = true; schedule(); });
new ResizeObserver(() => { isSkyOld = true; drawMinutes(); fitFigures(); schedule(); }).observe(byID("instrument"));
fetchJSON("/land.json").then(setLand).catch(() => {});
fetchJSON("/map.json").then(map => {
  if (map.units) units.setUnits(map.units);
  if (map.tiles) setTiles(map);
}).catch(() => {});
keepConnected(known, (name, data, id) => handlers[name]?.(data, id), schedule);
continueMark(schedule);
setTimeout(loadLater, 1500);
