// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What tells where a map is and how large: the graticule, the scale, and the Earth from far above.

import { at, ground, place, project, radians, size } from "./mapview.js";
import * as units from "./units.js";
import { shape } from "./words.js";

/**
 * The lines of a grid with their degrees, except where something floats above the map.
 *
 * `boxes` gets those of the degrees, if it is given.
 */
export function graticule(floating, boxes = []) {
  const [west, east] = [at(0, 0).x, at(size.width, 0).x].map(x => x / radians);
  const [south, north] = [at(0, size.height).y, at(0, 0).y].map(y => Math.atan(Math.sinh(y)) / radians);
  const isFree = (x, y, width) => !floating.some(one => one[0] < x + width && x < one[2] && one[1] < y && y - 13 < one[3]);
  const nodes = [];
  const stepX = niceDegrees((east - west) / Math.max(1, Math.min(4, size.width / 170)));
  for (let step = Math.ceil(west / stepX); step * stepX <= east; step++) {
    const [x] = place(project(0, step * stepX));
    nodes.push(shape("path", { class: "grid", d: `M${x.toFixed(1)} -30V${size.height + 30}` }));
    const degrees = ((step * stepX + 180) % 360 + 360) % 360 - 180;
    const text = gridWords(degrees, stepX, "E", "W");
    if (x + 3 + text.length * 8 < size.width && x > 0 && isFree(x + 3, 14, text.length * 8)) {
      nodes.push(shape("text", { class: "halo", x: (x + 3).toFixed(1), y: 14 }, text));
      boxes.push([x + 3, 0, x + 3 + text.length * 8, 18]);
    }
  }
  const stepY = niceDegrees((north - south) / Math.max(1, Math.min(4, size.height / 110)));
  for (let step = Math.ceil(south / stepY); step * stepY <= north; step++) {
    const [, y] = place(project(step * stepY, 0));
    nodes.push(shape("path", { class: "grid", d: `M-30 ${y.toFixed(1)}H${size.width + 30}` }));
    const text = gridWords(step * stepY, stepY, "N", "S");
    if (y > 34 && isFree(3, y - 3, text.length * 8)) {
      nodes.push(shape("text", { class: "halo", x: 3, y: (y - 3).toFixed(1) }, text));
      boxes.push([3, y - 17, 3 + text.length * 8, y + 1]);
    }
  }
  return nodes;
}

function gridWords(degrees, step, positive, negative) {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const side = Math.abs(degrees) % 180 < step / 1000 ? "" : degrees < 0 ? negative : positive;
  return `${Math.abs(degrees).toFixed(decimals)}°${side}`;
}

/** The greatest of 1, 2, 5, 10, 20 … that is not more. */
function niceBelow(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].map(step => step * power).find(step => step <= value * 1.000001) ?? power / 2;
}

/** The same of degrees, of which 90 and 45 divide the circle. */
const niceDegrees = value => [90, 45].find(step => step <= value) ?? niceBelow(value);

/** A round length of at most some pixels: its meters and how it is written. */
export function scaleLength() {
  const meters = ground() * Math.min(130, size.width * 0.28);
  const unit = units.distance(meters).unit;
  const sizes = { km: 1000, NM: 1852, mi: 1609.344, ft: 0.3048, m: 1 };
  const count = niceBelow(meters / sizes[unit]);
  return { meters: count * sizes[unit], text: `${+count.toPrecision(1)} ${unit}` };
}

export function scaleBar() {
  const { meters, text } = scaleLength();
  const width = meters / ground();
  return [
    shape("path", { class: "bar", d: `M12 ${size.height - 18}v7h${width.toFixed(1)}v-7` }),
    shape("text", { class: "halo strong", x: (18 + width).toFixed(1), y: size.height - 9 }, text),
  ];
}

/** The Earth with a dot at a place, and the rings of its land. */
export function globe(cx, cy, here, land) {
  const [size, latitude, longitude] = [44, here.latitude * radians, here.longitude * radians];
  const group = shape("g", {}, shape("circle", { class: "sea", cx, cy, r: size }));
  let text = "";
  for (const ring of land) {
    let visible = false;
    let line = "";
    for (let index = 0; index < ring.length; index += 2) {
      const [phi, lambda] = [ring[index + 1] * radians, ring[index] * radians - longitude];
      let x = Math.cos(phi) * Math.sin(lambda);
      let y = Math.cos(latitude) * Math.sin(phi) - Math.sin(latitude) * Math.cos(phi) * Math.cos(lambda);
      const toward = Math.sin(latitude) * Math.sin(phi) + Math.cos(latitude) * Math.cos(phi) * Math.cos(lambda);
      // What is on the far side is moved to the limb.
      if (toward < 0) [x, y] = [x / Math.hypot(x, y), y / Math.hypot(x, y)];
      else visible = true;
      line += `${index === 0 ? "M" : "L"}${(cx + size * x).toFixed(1)} ${(cy - size * y).toFixed(1)}`;
    }
    if (visible) text += `${line}Z`;
  }
  group.append(shape("path", { class: "land", d: text }), shape("circle", { class: "grid", cx, cy, r: size }),
    shape("circle", { class: "here", cx, cy, r: 4 }));
  return group;
}
