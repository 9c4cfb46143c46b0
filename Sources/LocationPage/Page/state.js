// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How things are, from what is known: never better than they are. A value, without a page.

import { capitalized, elapsed, fixKind, stateWords, warningWords } from "./words.js";

/** Seconds without a byte of the server after which there is no connection; it sends one each second. */
const longestSilence = 3;
/** Meters above which a fix is poor. */
const poorAccuracy = 50;

/** Seconds after which a value is stale, with so many seconds usually between two. */
export const patience = period => Math.max(2.5, 2.5 * period);

/**
 * Returns the state's `name`, its `level`, `words`, what to add to them (`detail`) and the title; whether the position is
 * current (`isLive`), and whether there is a last one to be shown (`isLast`), with its age in words (`last`).
 *
 * `known` has `state`, `position` (`fix`, `arrival`, `isOld`), `period`, when the receiver last `talked` of something else, and
 * `waitingSince`, `heard` (the last byte),
 * whether the connection `isClosed`, `refusal` (status and text of the server's refusal) and `standby` (what to say if the preferred receiver was left).
 */
export function assess(known, now) {
  const { state, position, heard, isClosed, refusal } = known;
  const last = position ? `last known, ${elapsed(now - position.arrival)} ago` : "";
  const old = { isLast: Boolean(position), last };
  if (refusal) return make("denied", "caution", refusal.words, refusal.detail, old);
  if (isClosed || heard !== null && now - heard >= longestSilence) {
    return make("disconnected", "caution", "No connection", `to the server${heard === null ? "" : ` for ${elapsed(now - heard)}`}`, old);
  }
  if (heard === null) return make("disconnected", "caution", "Connecting", "", {});
  if (!state) return make("searching", "normal", "Connecting", "", {});
  if (state.code === "denied" || state.state === "denied") {
    return make("denied", "caution", "Location denied", state.explanation ?? "", {});
  }
  if (state.code === "ended" || state.state === "ended") {
    return make("ended", "caution", "The recording has ended", "", old);
  }
  if (position && !position.isOld && !gone.has(state.state)) return withFix(known, now, old);
  return withoutFix(known, now, old);
}

function make(name, level, words, detail, { isLive = false, isLast = false, last = "", title = words }) {
  return { name, level, words, detail, isLive, isLast, last: isLast ? last : "", title: level === "normal" ? title : `⚠ ${title}` };
}

function withFix({ position: { fix, arrival }, state, period, talked, standby }, now, old) {
  const age = now - arrival;
  if (age > patience(period)) {
    // What came with the last fix says nothing of the time after it.
    const isTalking = talked > arrival + 1 && now - talked < patience(period);
    return make("lost", "caution", isTalking ? "Fix lost" : "Receiver silent", `for ${elapsed(age)}`, old);
  }
  const kind = fixKind(fix);
  if (fix.warnings?.length) {
    return make("warning", "caution", "Do not trust this position", fix.warnings.map(warningWords).join("; "),
      { isLive: true, title: "Do not trust" });
  }
  const reasons = weaknesses(fix, state);
  if (standby) reasons.push(standby);
  if (reasons.length) return make("degraded", "caution", `Fix, poor: ${reasons.join("; ")}`, kind, { isLive: true, title: "Fix, poor" });
  return make("fix", "normal", "Fix", kind, { isLive: true });
}

function weaknesses(fix, state) {
  const reasons = [];
  if (fix.simulated || fix.quality === "simulated") reasons.push("simulated");
  if (fix.quality === "manual") reasons.push("entered by hand");
  if (fix.quality === "estimated") reasons.push("estimated (dead reckoning)");
  if (fix.source === "geoclue") reasons.push("from GeoClue, not from a receiver");
  if (state.accuracy === "reduced") reasons.push("reduced to a cell of 5 km");
  if (fix.horizontalAccuracy > poorAccuracy) reasons.push(`± ${Math.round(fix.horizontalAccuracy)} m`);
  if (fix.mode === "2D") reasons.push("2D, without altitude");
  return reasons;
}

/** What keeps a receiver from being used at all. */
const unusable = new Set(["searching", "missing", "notAPort", "permissionDenied", "busy", "unsupportedRate", "failed", "notAReceiver"]);
/** What ends a fix at once. */
const gone = new Set([...unusable, "silent", "unplugged"]);

/** Whether a port that cannot be used is only tried again, which is no news. */
export const isRetry = (state, before) =>
  ["opening", "connecting"].includes(state.state) && gone.has(before?.state) && state.device === before.device;

function withoutFix({ state, position, waitingSince }, now, old) {
  const words = capitalized(stateWords(state));
  const since = waitingSince === null ? null : elapsed(now - waitingSince);
  if (["lost", "silent", "unplugged"].includes(state.state) || position && !unusable.has(state.state)) {
    const said = state.state === "waitingForFix" || state.state === "fix" ? "Fix lost" : words;
    return make("lost", "caution", said, since ? `for ${since}` : "", old);
  }
  if (unusable.has(state.state) || state.code === "noReceiver" || state.code === "trouble") {
    return make("none", "caution", words, "", {});
  }
  const heard = state.satellitesInView === undefined ? null : `${state.satellitesInView} satellites heard`;
  return make("searching", "normal", words, [since && `waiting for ${since}`, heard].filter(Boolean).join("; "), {});
}

const severity = one => one.level === "alarm" ? one.acknowledged ? 1 : 0 : 2;

/**
 * Returns the alerts of the server and those that this browser sees by itself, the most severe first, each name once.
 *
 * What the server said before the connection was lost is kept: an alarm does not end by a lack of news.
 */
export function allAlerts(fromServer, assessment, more) {
  const { name, words, detail, last } = assessment;
  const own = [];
  if (name === "warning") own.push({ name, level: "caution", text: `${words}: ${detail}` });
  if (name === "lost" || name === "disconnected" && words !== "Connecting") {
    own.push({ name, level: "caution", text: words, figures: [detail, last && `position ${last}`].filter(Boolean).join("; ") });
  }
  const names = new Set([...own, ...more].map(one => one.name));
  // The page's own words are of this moment; the server's may be some seconds old.
  const others = fromServer.filter(one => !names.has(one.name) && !(["lost", "warning"].includes(one.name) && assessment.isLive && name !== one.name));
  return [...own, ...others, ...more].map((one, index) => ({ one, index }))
    .sort((one, other) => severity(one.one) - severity(other.one) || one.index - other.index).map(({ one }) => one);
}
