// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Requests to gps web, with the token from the address of the page if there is one.

// A cookie would go to every other port of this machine; this goes nowhere else, and the token leaves the address.
const given = new URLSearchParams(location.hash.slice(1)).get("token");
if (given) {
  sessionStorage.setItem("token", given);
  history.replaceState(null, "", location.pathname);
}
const token = sessionStorage.getItem("token");

/** Requests a path; throws if it is not answered with 200, with the status in `status`. */
async function request(path, { headers = {}, signal } = {}) {
  const authorization = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(path, { headers: { ...authorization, ...headers }, signal });
  if (!answer.ok) throw Object.assign(new Error(await answer.text()), { status: answer.status });
  return answer;
}

export const fetchJSON = async path => (await request(path)).json();

/** Requests a picture, and returns an address for it that an image can have: images cannot show the token themselves. */
export const fetchPicture = async path => URL.createObjectURL(await (await request(path)).blob());

/** Splits a stream of text into server-sent events, and passes on the name, data and id of each. */
export function eventReader(received) {
  let rest = "";
  return text => {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = {};
      for (const line of block.split("\n")) {
        const colon = line.indexOf(": ");
        if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
      }
      if (fields.event) received(fields.event, fields.data, fields.id);
    }
  };
}

/** Receives the events after the one with this id; returns when the connection has ended, and throws if there is none. */
export async function receiveEvents(last, signal, opened, received) {
  const headers = last ? { "Last-Event-ID": last } : {};
  const answer = await request("/events", { headers, signal });
  opened();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = eventReader(received);
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    read(value);
  }
}
