// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Requests to the server, with the token from the address of the page if there is one, and the events that it sends.

/** The time in seconds, on a clock that nobody sets. */
export const seconds = () => performance.now() / 1000;

// A cookie would go to every other port of this machine; this goes nowhere else, and the token leaves the address.
const given = new URLSearchParams(location.hash.slice(1)).get("token") ?? new URLSearchParams(location.search).get("token");
if (given) {
  sessionStorage.setItem("token", given);
  const rest = new URLSearchParams(location.search);
  rest.delete("token");
  history.replaceState(null, "", location.pathname + (rest.size ? `?${rest}` : ""));
}
const token = sessionStorage.getItem("token");

/** Requests a path; throws if it is not answered with 2xx, with the status in `status`. */
export async function request(path, { method, headers = {}, body, signal } = {}) {
  const authorization = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(path, { method, headers: { ...authorization, ...headers }, body, signal });
  if (!answer.ok) throw Object.assign(new Error(await reason(answer)), { status: answer.status });
  return answer;
}

/** The server's one line: of a write as `{"error"}`, else as text. */
async function reason(answer) {
  const text = (await answer.text()).trim();
  try { return JSON.parse(text).error ?? text; } catch { return text; }
}

export const fetchJSON = async (path, signal) => (await request(path, { signal })).json();

/**
 * Asks the server to do something, and returns what is watched then; throws with its reason if it does not, or within some
 * seconds does not answer.
 */
export async function write(method, path, object) {
  try {
    const answer = await request(path, {
      method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(object ?? {}), signal: AbortSignal.timeout(6000),
    });
    return await answer.json();
  } catch (error) {
    throw error.status ? error : new Error("the server does not answer");
  }
}

/** Requests a picture; returns an address for it that an image can have, since images cannot show the token, or `null` for none. */
export async function fetchPicture(path) {
  const answer = await request(path).catch(error => {
    if (error.status === 404) return null;
    throw error;
  });
  return answer?.status === 200 ? URL.createObjectURL(await answer.blob()) : null;
}

/** Splits a stream of text into server-sent events, and passes on the name, data and id of each. */
function eventReader(received) {
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
async function receiveEvents(last, signal, heard, received) {
  const headers = last ? { "Last-Event-ID": last } : {};
  const answer = await request("/events", { headers, signal });
  heard();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = eventReader(received);
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    read(value);
  }
}

/**
 * Receives events, and connects again a second after each connection has ended, for ever.
 *
 * Keeps in `known` when the server was `heard` last, whether the connection `isClosed`, and the server's `refusal`; `received` gets the name, the data and the id of each event,
 * and `changed` is called whenever something may look different.
 */
export async function keepConnected(known, received, changed) {
  let lastID = null;
  const heard = () => { [known.heard, known.isClosed, known.refusal] = [seconds(), false, null]; };
  for (;;) {
    const stream = new AbortController();
    const begun = seconds();
    // A connection that is dead without the browser knowing, as after sleep, is made anew.
    const watchman = setInterval(() => { if (seconds() - Math.max(known.heard ?? 0, begun) > 6) stream.abort(); }, 1000);
    try {
      await receiveEvents(lastID, stream.signal, heard, (name, data, id) => {
        lastID = id;
        received(name, JSON.parse(data), id);
        changed();
      });
    } catch (error) {
      refuse(known, error);
    }
    known.isClosed = true;
    clearInterval(watchman);
    changed();
    await new Promise(resolve => { setTimeout(resolve, 1000); });
  }
}

/** A server that is not reached is no news, since its silence shows; one that refuses says why. */
function refuse(known, error) {
  if (error.status === 403) {
    known.refusal = token !== null
      ? { words: "Ask for a new code", detail: "the code with which this page was opened has been replaced" }
      : { words: "Not allowed", detail: error.message };
  } else if (error.status) {
    known.refusal = { words: "The server refuses", detail: error.message };
  }
}
