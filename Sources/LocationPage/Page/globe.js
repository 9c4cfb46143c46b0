// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The Earth from far above: where in the world the map is.

import { shape } from "./words.js";

const radians = Math.PI / 180;

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
