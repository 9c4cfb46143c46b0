// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Units and formats of this browser's choice: a value becomes a text with its unit, and words that can be read aloud.

/** What can be chosen, with the words of the settings; the first of each is the default of "metric". */
export const choices = {
  speed: { kmh: "km/h", kn: "knots (kn)", ms: "m/s", mph: "mph" },
  length: { m: "meters (m)", ft: "feet (ft)" },
  coordinates: { d: "47.54365°", dm: "47° 32.619′", dms: "47° 32′ 37.1″" },
  time: { local: "local time", utc: "UTC" },
  directions: { true: "true", magnetic: "magnetic" },
  colors: { auto: "automatic", light: "light", dark: "dark", night: "night (red)" },
  brightness: { full: "full", dim: "dim", low: "very dim" },
};
const systems = {
  metric: {}, nautical: { speed: "kn", coordinates: "dm" }, imperial: { speed: "mph", length: "ft" },
};

let defaults = {};
const listeners = [];
const own = {};
for (const name of Object.keys(choices)) {
  try { own[name] = localStorage.getItem(`gps.${name}`) ?? undefined; } catch { /* Not kept in this browser. */ }
}

/** The choice of this browser, else the one for which the page was started. */
export function chosen(name) {
  return [own[name], defaults[name]].find(one => Object.hasOwn(choices[name], one)) ?? Object.keys(choices[name])[0];
}

export function choose(name, value) {
  own[name] = value;
  try { localStorage.setItem(`gps.${name}`, value); } catch { /* It counts until the page is closed. */ }
  for (const listener of listeners) listener(name);
}

/** Sets what counts where nothing has been chosen: `metric`, `nautical` or `imperial`. */
export function setUnits(system) {
  defaults = systems[system] ?? {};
  for (const listener of listeners) listener("units");
}

/** Calls back whenever a choice has changed. */
export const onChoice = listener => listeners.push(listener);

/** A value as text: `number` and `unit` are shown, `spoken` is the unit in words. A zero has no sign, and other numbers a true minus. */
function measure(written, unit, spoken) {
  const number = written.replace(/^-(0(\.0*)?$)?/, (_, zero) => zero ?? "−");
  return { number, unit, spoken, text: unit ? `${number}\u00a0${unit}` : number };
}

const speeds = {
  kmh: [3.6, "km/h", "kilometers per hour"], kn: [3600 / 1852, "kn", "knots"], ms: [1, "m/s", "meters per second"],
  mph: [3600 / 1609.344, "mph", "miles per hour"],
};

export function speed(value) {
  const [factor, unit, spoken] = speeds[chosen("speed")];
  return measure((value * factor).toFixed(1), unit, spoken);
}

const foot = 0.3048;

/** Meters of one unit of length in which people enter lengths. */
export const lengthUnit = () => chosen("length") === "ft" ? [foot, "ft"] : [1, "m"];

/** A length in meters or feet; with a decimal if it is short. */
export function length(value, decimals) {
  const [factor, unit] = lengthUnit();
  const count = value / factor;
  return measure(count.toFixed(decimals ?? (Math.abs(count) < 9.95 ? 1 : 0)), unit, unit === "m" ? "meters" : "feet");
}

/** A length that may be far: from a kilometer on, in the miles that belong to the speed's unit, or in kilometers. */
export function distance(value) {
  if (value < 1000) return length(value, value < 10 ? 1 : 0);
  const [size, unit, spoken] = {
    kn: [1852, "NM", "nautical miles"], mph: [1609.344, "mi", "miles"],
  }[chosen("speed")] ?? [1000, "km", "kilometers"];
  const count = value / size;
  return measure(count.toFixed(count < 10 ? 2 : count < 100 ? 1 : 0), unit, spoken);
}

/**
 * A latitude or longitude with as many decimals as an accuracy in meters bears.
 *
 * Counted in whole units of the last digit: 59.9996 minutes are the next degree.
 */
export function coordinate(value, [positive, negative], accuracy = 5) {
  const side = value < 0 ? negative : positive;
  const finer = accuracy < 1 ? 1 : accuracy <= 10 ? 0 : accuracy <= 100 ? -1 : -2;
  const pad = (number, decimals) => number.toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, "0");
  const format = chosen("coordinates");
  if (format === "d") return measure(`${Math.abs(value).toFixed(5 + finer)}°`, side, "");
  if (format === "dm") {
    const decimals = 3 + finer;
    const count = Math.round(Math.abs(value) * 60 * 10 ** decimals);
    const degree = Math.floor(count / (60 * 10 ** decimals));
    return measure(`${degree}° ${pad((count - degree * 60 * 10 ** decimals) / 10 ** decimals, decimals)}′`, side, "");
  }
  const decimals = Math.max(0, 1 + finer);
  const count = Math.round(Math.abs(value) * 3600 * 10 ** decimals);
  const minutes = Math.floor(count / (60 * 10 ** decimals));
  const seconds = pad((count - minutes * 60 * 10 ** decimals) / 10 ** decimals, decimals);
  return measure(`${Math.floor(minutes / 60)}° ${pad(minutes % 60, 0)}′ ${seconds}″`, side, "");
}

export const latitude = (value, accuracy) => coordinate(value, ["N", "S"], accuracy);
export const longitude = (value, accuracy) => coordinate(value, ["E", "W"], accuracy);

export const circle = degrees => (degrees % 360 + 360) % 360;

/**
 * A direction in the chosen reference, with the degrees in which it is drawn.
 *
 * `variation` is the magnetic north's direction in degrees east of true north; `null` if not known. What is only known
 * magnetically stays so without one, and what is only known truly stays true.
 */
export function direction({ trueDegrees, magneticDegrees }, variation) {
  const wantsMagnetic = chosen("directions") === "magnetic";
  let degrees = wantsMagnetic ? magneticDegrees : trueDegrees;
  let isMagnetic = wantsMagnetic;
  if (degrees === undefined && variation !== null) {
    degrees = wantsMagnetic ? trueDegrees - variation : magneticDegrees + variation;
  }
  if (degrees === undefined || Number.isNaN(degrees)) {
    isMagnetic = trueDegrees === undefined;
    degrees = trueDegrees ?? magneticDegrees;
  }
  if (degrees === undefined) return null;
  const whole = String(Math.round(circle(degrees)) % 360).padStart(3, "0");
  return {
    ...measure(`${whole}°`, isMagnetic ? "M" : "", isMagnetic ? "magnetic" : "true"), degrees: circle(degrees), isMagnetic,
  };
}

const clocks = new Map();

function clock(options) {
  const key = JSON.stringify([options, chosen("time")]);
  if (!clocks.has(key)) {
    clocks.set(key, new Intl.DateTimeFormat("en-GB", {
      ...options, hourCycle: "h23", timeZone: chosen("time") === "utc" ? "UTC" : undefined,
    }));
  }
  return clocks.get(key);
}

/** A time of day with its zone, from milliseconds since 1970 or an ISO time. */
export function time(instant, { seconds = true } = {}) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return measure("—", "", "");
  const parts = clock({ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" }).formatToParts(date);
  const part = name => parts.find(one => one.type === name)?.value ?? "";
  const text = `${part("hour")}:${part("minute")}${seconds ? `:${part("second")}` : ""}`;
  return measure(text, part("timeZoneName"), "");
}

/** A date, such as "Sat 28 Nov 2026". */
export const date = (instant, options = { weekday: "short", day: "numeric", month: "short", year: "numeric" }) =>
  clock(options).format(new Date(instant)).replace(/,/g, "");
