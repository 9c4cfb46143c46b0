# Core Location for Linux. SPDX-License-Identifier: MIT
"""What holds of the page of "gps web" at every size: its contract of the DOM, measured in a browser; for page.py."""
import base64
import json
import struct
import zlib

from checking import eventually, expect

# Width, height, and the least size of the speed, pixels.
SIZES = [(1920, 1080, 64), (1280, 800, 56), (1024, 600, 48), (768, 1024, 48), (390, 844, 40), (360, 640, 36)]

# Returns what is wrong with what can be seen: too small, cut off, one over another, or without a name.
AUDIT = r"""
(() => {
  const wrong = [];
  const isShown = node => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen, svg[width='0']");
  const name = node => node.tagName + " " + (node.textContent || node.getAttribute("aria-label") || "").trim().slice(0, 30);
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) wrong.push("the page scrolls");
  const panel = [...document.querySelectorAll("[role=tabpanel]")].find(isShown);
  for (const node of [panel, ...panel.querySelectorAll("*")]) {
    const isScrolling = node.clientHeight > 0 && node.scrollHeight > node.clientHeight + 1 && ["auto", "scroll"].includes(getComputedStyle(node).overflowY);
    if (panel.id === "instrument" && isScrolling) wrong.push(`the instrument scrolls: ${node.id}`);
    if (node.matches(".table") && node.scrollWidth > node.clientWidth) wrong.push("the table is cut off");
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; text = walker.nextNode();) {
    const node = text.parentElement;
    if (!text.textContent.trim() || ["SCRIPT", "NOSCRIPT", "OPTION"].includes(node.tagName) || !isShown(node) || node.closest("noscript")) continue;
    let size = parseFloat(getComputedStyle(node).fontSize);
    if (node.ownerSVGElement) { const m = node.getScreenCTM(); size *= Math.hypot(m.a, m.b); }
    if (size < 11.99) wrong.push(`${size.toFixed(1)} px: ${name(node)}`);
  }
  for (const node of document.querySelectorAll("button, select, input, summary, a[href]")) {
    if (!isShown(node)) continue;
    const box = node.getBoundingClientRect();
    const least = node.id === "mob" ? 56 : 44;
    if (node.tagName !== "A" && (box.width < least - .5 || box.height < least - .5)) wrong.push(`${box.width.toFixed()}×${box.height.toFixed()}: ${name(node)}`);
    if (!(node.getAttribute("aria-label") || node.textContent.trim() || node.labels?.length)) wrong.push(`no name: ${node.outerHTML.slice(0, 60)}`);
  }
  for (const node of document.querySelectorAll("[data-field], [data-rose], button")) {
    if (!isShown(node) || node.closest("#history, #receivers")) continue;
    const box = node.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`outside: ${name(node)}`);
    const frame = node.closest(".figures, .place, .dial")?.getBoundingClientRect();
    if (node.dataset.field && node.scrollWidth > node.clientWidth + 1 && node.clientWidth) wrong.push(`cut off: ${name(node)}`);
    if (frame && (box.right > frame.right + 1 || box.bottom > frame.bottom + 1 || box.top < frame.top - 1)) wrong.push(`cut off: ${name(node)}`);
  }
  for (const picture of document.querySelectorAll("#sky, #signals, #map, #accuracy, #used")) {
    if (!isShown(picture)) continue;
    const labels = [...picture.querySelectorAll("text")].filter(one => isShown(one) && one.textContent).map(one => [one, one.getBoundingClientRect()]);
    labels.forEach(([one, box], index) => {
      for (const [other, second] of labels.slice(index + 1)) {
        const over = Math.min(box.right, second.right) - Math.max(box.left, second.left);
        const under = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
        if (over > 1.5 && under > 3) wrong.push(`${picture.id}: "${one.textContent}" lies on "${other.textContent}"`);
      }
    });
  }
  if (document.querySelectorAll("h1").length !== 1) wrong.push("not one h1");
  if (document.querySelectorAll("[role=status]").length !== 1) wrong.push("not one status");
  return wrong;
})()
"""

# Returns texts whose contrast with what lies behind them is less than that of WCAG's level AA.
CONTRAST = r"""
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const behind = node => {
    for (let one = node; one; one = one.parentElement) { const c = channels(getComputedStyle(one).backgroundColor); if (c[3] > 200) return c; }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; text = walker.nextNode();) {
    const node = text.parentElement;
    if (!text.textContent.trim() || node.closest("noscript, .unseen, .credit, option, :disabled, [data-acknowledged=false]") || !node.checkVisibility()) continue;
    const style = getComputedStyle(node);
    const [one, other] = [light(channels(node.ownerSVGElement ? style.fill : style.color)), light(behind(node))].sort((a, b) => b - a);
    const ratio = (one + .05) / (other + .05);
    const isLarge = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700;
    if (ratio < (isLarge ? 3 : 4.5)) poor.push(`${ratio.toFixed(1)}: ${text.textContent.trim().slice(0, 30)} (${node.className.baseVal ?? node.className})`);
  }
  return poor;
})()
"""


# Records by the browser's own clock how long after the last fix each state came, seconds: a busy machine may be late to ask.
CLOCK = """
(() => {
  const now = () => performance.now() / 1000;
  window.seen = {};
  let last = now();
  new MutationObserver(() => { last = now(); })
    .observe(document.querySelector("[data-field=latitude]"), { attributes: true, attributeFilter: ["data-value"] });
  new MutationObserver(() => { seen[document.body.dataset.state] = now() - last; })
    .observe(document.body, { attributes: true, attributeFilter: ["data-state"] });
  return true;
})()
"""


def field(window, name, attribute="value"):
    return window.value(f"document.querySelector('[data-field={name}]')?.dataset.{attribute}")


def state(window):
    return window.value("document.body.dataset.state")


def await_state(window, name, seconds=30):
    eventually(lambda: state(window) == name, lambda: f"the state is {state(window)}, not {name}", seconds)


def await_page(window):
    """Waits until the page has started, whatever it has to show."""
    eventually(lambda: window.value("document.querySelector('[data-field=speed]') !== null"), "the page does not start")


def title(window):
    return window.value("document.title")


def press(window, name, scope="document"):
    """Presses the button with an accessible name, as a person does: at its place."""
    found = window.value(
        f"(() => {{ const node = [...{scope}.querySelectorAll('button, [role=tab], summary')].filter(one => one.checkVisibility())"
        f".find(one => (one.getAttribute('aria-label') ?? one.textContent.trim()) === {json.dumps(name)});"
        " if (!node) return null; node.scrollIntoView({ block: 'nearest' }); const box = node.getBoundingClientRect();"
        " return [box.left + box.width / 2, box.top + box.height / 2]; })()")
    expect(found, f"there is no button {name}")
    for kind in ("mousePressed", "mouseReleased"):
        window.send("Input.dispatchMouseEvent", type=kind, x=found[0], y=found[1], button="left", clickCount=1)


def choose(window, label, value):
    """Chooses an option in the settings, which are open."""
    chosen = window.value(
        "(() => { const label = [...document.querySelectorAll('dialog label')]"
        f".find(one => one.firstElementChild.textContent === {json.dumps(label)}); const list = label.querySelector('select');"
        f" list.value = {json.dumps(value)}; list.dispatchEvent(new Event('change')); return list.value; }})()")
    expect(chosen == value, f"{label} cannot be {value}")


def rotation(window, arrow):
    """Degrees by which an arrow of the rose is turned as drawn, and those that it says; None while it is not there."""
    return window.value(
        f"(() => {{ const node = document.querySelector('[data-rose] [data-arrow={arrow}]'); if (!node || !node.checkVisibility()) return null;"
        " const m = node.getScreenCTM(); return [(Math.atan2(m.b, m.a) * 180 / Math.PI + 360) % 360, Number(node.dataset.degrees)]; })()")


def check_size(window, width, height, least):
    """Everything of the contract that depends on the size, of the instrument with a fix."""
    where = f"at {width}×{height}"
    wrong = eventually_right(window, AUDIT)
    expect(not wrong, f"{where}: {'; '.join(wrong[:6])}")
    sizes = window.value(
        "Object.fromEntries([...document.querySelectorAll('[data-field]')].filter(one => one.checkVisibility() && one.getBoundingClientRect().width > 0)"
        ".map(one => [one.dataset.field, parseFloat(getComputedStyle(one).fontSize)]))")
    for name in ("latitude", "longitude", "speed", "accuracy", "age", "course"):
        expect(name in sizes, f"{where}: {name} cannot be seen")
    expect(sizes["speed"] >= least, f"{where}: the speed has {sizes['speed']} px, not {least}")
    for name in ("Man overboard", "Anchor watch", "Settings"):
        expect(window.value(
            "[...document.querySelectorAll('button')].some(one => one.checkVisibility()"
            f" && one.textContent.trim() === {json.dumps(name)})"), f"{where}: there is no button {name}")


# What a state looks like: its level, whether its position is current, the last known or absent, and its alert.
LOOKS = {
    "fix": ("normal", "current", None), "searching": ("normal", "absent", None), "lost": ("caution", "last", "lost"),
    "warning": ("caution", "current", "warning"), "degraded": ("caution", "current", "standby"),
    "disconnected": ("caution", "last", "disconnected"),
}
THEMES = ("light", "dark", "night")

# Returns what contradicts the look of a state: its level, its colors, what is shown as current, its alert.
LOOK = r"""
(([state, level, position, alert, theme]) => {
  const wrong = [];
  const claim = (holds, why) => { if (!holds) wrong.push(why); };
  const { body, documentElement: root } = document;
  claim(body.dataset.state === state, `the state is ${body.dataset.state}`);
  claim(body.dataset.level === level, `the level is ${body.dataset.level}`);
  claim(root.dataset.theme === theme, `the theme is ${root.dataset.theme}`);
  claim(root.lang && document.querySelector("main"), "there is no language, or no main part");
  const field = name => document.querySelector(`[data-field=${name}]`);
  for (const name of ["latitude", "longitude", "speed", "accuracy", "age"]) {
    const box = field(name).getBoundingClientRect();
    claim(box.width > 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1, `${name} cannot be seen`);
  }
  for (const name of ["latitude", "longitude"]) {
    claim((field(name).dataset.value !== undefined) === (position !== "absent"), `${name} is ${field(name).textContent}`);
    claim((field(name).textContent === "—") === (position === "absent"), `${name} is ${field(name).textContent}`);
    claim((field(name).dataset.stale === "true") === (position === "last"), `${name} is stale: ${field(name).dataset.stale}`);
  }
  for (const name of ["speed", "accuracy"]) {
    claim((field(name).dataset.value !== undefined) === (position === "current"), `${name} is ${field(name).textContent}`);
    claim(/\d/.test(field(name).textContent) === (position === "current"), `${name} is ${field(name).textContent}`);
  }
  const rose = document.querySelector("[data-rose]");
  claim(rose.getBoundingClientRect().width > 60, "there is no rose");
  for (const name of ["heading", "course"]) {
    const arrow = rose.querySelector(`[data-arrow=${name}]`);
    claim(Boolean(arrow?.checkVisibility()) === (position === "current"), `the arrow of the ${name} is ${arrow ? "there" : "not there"}`);
    claim((field(name).dataset.value !== undefined) === (position === "current"), `the ${name} is ${field(name).textContent}`);
  }
  const alerts = [...document.querySelectorAll("[data-alert]")];
  claim(alerts.every(one => one.closest("[role=alert]") && ["caution", "alarm"].includes(one.dataset.level)), "an alert has no role, or no level");
  claim(alerts.map(one => one.dataset.alert).join() === (alert ?? ""), `the alerts are ${alerts.map(one => one.dataset.alert).join()}`);
  for (const one of alerts) {
    const box = one.getBoundingClientRect();
    claim(box.height > 0 && box.bottom <= innerHeight, `the alert ${one.dataset.alert} cannot be seen`);
  }
  for (const name of ["Man overboard", "Anchor watch", "Settings", ...innerWidth < 600 ? [] : ["Open on phone"]]) {
    claim([...document.querySelectorAll("button")].some(one => one.checkVisibility() && one.textContent.trim() === name), `there is no button ${name}`);
  }
  const tabs = [...document.querySelectorAll("[role=tab]")].map(one => one.textContent).join();
  claim(tabs === "Instrument,Map,Sky,Receivers,History", `the tabs are ${tabs}`);
  claim(document.title.startsWith("⚠") === (level !== "normal"), `the title is ${document.title}`);
  return wrong;
})(EXPECTED)
"""


def set_colors(window, colors):
    window.value(f"import('/units.js').then(units => units.choose('colors', '{colors}'))")


def check_state(window, state, keep, alert=None):
    """Everything of the contract that holds in a state, at every size and in every color; `keep` is called with each name."""
    level, position, usual = LOOKS[state]
    for width, height, least in SIZES:
        window.size(width, height, mobile=width < 700)
        for colors in THEMES:
            set_colors(window, colors)
            where = f"{state} at {width}×{height}, {colors}"
            look = LOOK.replace("EXPECTED", json.dumps([state, level, position, alert or usual, colors]))
            wrong = eventually_right(window, f"[...{look.strip()}, ...{AUDIT.strip()}]", 15)
            keep(f"{state}-{width}x{height}-{colors}")
            expect(not wrong, f"{where}: {'; '.join(wrong[:6])}")
            speed = window.value("parseFloat(getComputedStyle(document.querySelector('[data-field=speed]')).fontSize)")
            expect(speed >= least, f"{where}: the speed has {speed} px, not {least}")
            if width == 1280:
                poor = window.value(CONTRAST)
                expect(poor == [], f"{where}: {poor}")
                if colors == "night":
                    check_night(base64.b64decode(window.send("Page.captureScreenshot", format="png")["data"]))


def eventually_right(window, expression, seconds=4):
    """Returns what an audit finds, once it finds nothing or does not change any more: labels are placed once a second."""
    import time  # pylint: disable=import-outside-toplevel
    deadline = time.monotonic() + seconds
    while True:
        wrong = window.value(expression)
        if wrong is None:
            # As of a page that is being loaded.
            wrong = ["the audit failed"]
        if not wrong or time.monotonic() > deadline:
            return wrong
        time.sleep(0.2)


def pixels(data):
    """Returns the pixels of a PNG without interlacing, as rows of bytes, and the bytes of a pixel."""
    position, compressed, width, depth = 8, b"", 0, 3
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        body = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, _, _, color = struct.unpack(">IIBB", body[:10])
            depth = {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            compressed += body
        position += 12 + length
    raw, stride = zlib.decompress(compressed), width * depth
    rows, before = [], bytes(stride)
    for start in range(0, len(raw), stride + 1):
        row = unfiltered(raw[start], bytearray(raw[start + 1:start + 1 + stride]), before, depth)
        rows.append(row)
        before = row
    return rows, depth


def unfiltered(kind, row, above, depth):
    if kind == 2:
        return bytearray((one + other) & 255 for one, other in zip(row, above))
    for index in range(len(row) if kind else 0):
        left = row[index - depth] if index >= depth else 0
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + above[index]) // 2
        else:
            corner = above[index - depth] if index >= depth else 0
            guess = min((abs(above[index] - corner), 0, left), (abs(left - corner), 1, above[index]),
                        (abs(left + above[index] - 2 * corner), 2, corner))[2]
        row[index] = (row[index] + guess) & 255
    return row


def check_night(picture):
    """Nothing is green or blue, and the screen is dark."""
    rows, depth = pixels(picture)
    reds = sum(sum(row[0::depth]) for row in rows)
    greens, blues = (max(max(row[channel::depth]) for row in rows) for channel in (1, 2))
    count = sum(len(row) // depth for row in rows)
    expect(greens <= 80 and blues <= 80, f"at night, green reaches {greens} and blue {blues}")
    expect(reds / count < 70, f"at night, red has {reds / count:.0f} on average")
