// The first part of the page's script: reads the data, and shows the chosen step. It runs as
// one module with list.js, timeline.js, and control.js, in this order.
const get = (id) => document.getElementById(id);
const runs = JSON.parse(get("data").textContent);

/** The number of the run in the address; the first one if it has none. */
function runInAddress() {
  const number = Number(location.hash.match(/\brun=(\d+)/)?.[1] ?? 1);
  return runs[number - 1] ? number : 1;
}

const runNumber = runInAddress();
const run = runs[runNumber - 1];
// Of two runs, such as a failing and a passing one, each is shown beside the other.
const other = runs.length === 2 ? runs[2 - runNumber] : undefined;
const { steps, first } = run;
const last = steps.length;
// Positions are those on the page: 0 is the state before the first step that is shown.
let chosen = 0;

/** An element with a class and children, which are elements or texts. */
function element(name, kind = "", ...children) {
  const node = document.createElement(name);
  if (kind) node.className = kind;
  node.append(...children);
  return node;
}

function link(text, position) {
  const node = element("button", "link", text);
  node.onclick = () => choose(position);
  return node;
}

/** A time in nanoseconds, as a person writes it. */
function duration(time) {
  if (time < 1e3) return time ? `${time} ns` : "0";
  if (time < 1e6) return `${+(time / 1e3).toPrecision(3)} µs`;
  if (time < 1e9) return `${+(time / 1e6).toPrecision(3)} ms`;
  if (time < 6e10) return `${(time / 1e9).toFixed(time < 1e10 ? 2 : 1)} s`;
  const seconds = Math.round(time / 1e9);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

// Effects

const effects = run.effects.filter((e) => e.endAfter == null || e.endAfter >= first);
const startTime = first === 0 || !last ? 0 : steps[0].time;
const endTime = effects.reduce(
  (time, effect) => Math.max(time, effect.end ?? effect.start),
  last ? steps[last - 1].time : startTime);
const colors = new Map();
const started = new Map();
const ended = new Map();

function put(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}

/** The color of an effect, by its name. */
function color(name) {
  if (!colors.has(name)) colors.set(name, colors.size % 8);
  return `--c${colors.get(name)}`;
}

/** The effect that sent a step. */
function sender(position) {
  const id = steps[position - 1]?.effect;
  return id == null ? undefined : steps[position - 1].by;
}

for (const effect of effects) {
  effect.label = effect.name ?? (effect.origin ? "run" : "send");
  effect.from = Math.max(0, effect.after - first);
  effect.to = effect.endAfter == null ? last : effect.endAfter - first;
  effect.sent = [];
  color(effect.label);
  if (effect.after >= first) put(started, effect.from, effect);
  if (effect.endAfter != null) put(ended, effect.to, effect);
}
{
  // Each store numbers its effects from 1.
  const live = new Map();
  for (let position = 0; position <= last; position += 1) {
    const step = steps[position - 1];
    // Those of the store before have ended; the new one may have started others already.
    if (step?.isResumed) {
      for (const [id, e] of live) if (e.endAfter != null && e.to < position) live.delete(id);
    }
    if (position === 0) for (const e of effects) if (e.after < first) live.set(e.id, e);
    if (step?.effect != null) {
      step.by = live.get(step.effect);
      step.by?.sent.push(position);
      step.label = step.name ?? step.by?.label ?? "effect";
      color(step.label);
    }
    for (const effect of started.get(position) ?? []) live.set(effect.id, effect);
  }
}

// States: their lines at some positions, from which those between follow

const checkpoints = [run.state];
const interval = 100;

function state(position) {
  while (checkpoints.length <= Math.floor(position / interval)) {
    const lines = [...checkpoints.at(-1)];
    const begin = (checkpoints.length - 1) * interval;
    for (const step of steps.slice(begin, begin + interval)) apply(step.edits, lines);
    checkpoints.push(lines);
  }
  const begin = Math.floor(position / interval);
  const lines = [...checkpoints[begin]];
  for (const step of steps.slice(begin * interval, position)) apply(step.edits, lines);
  return lines;
}

function apply(edits, lines) {
  // A call takes no more than some ten thousand arguments.
  const most = 10000;
  for (const edit of edits) {
    lines.splice(edit.at, edit.removed);
    for (let i = 0; i < edit.lines.length; i += most) {
      lines.splice(edit.at + i, 0, ...edit.lines.slice(i, i + most));
    }
  }
}

// What is shown of a step

const cancels = {
  id: "by its id", removal: "with its feature", undeclared: "by the state",
  handle: "by its handle",
  drain: "by draining", dismissal: "by dismissal", storeEnd: "with its store",
};

function title(effect) {
  const kind = effect.isSubscription ? "subscription" : "effect";
  return `${kind} ${effect.id} ${effect.label}`;
}

function outcome(effect) {
  if (!effect.how) return "in flight at the end";
  const reason = effect.how === "cancelled" ? ` ${cancels[effect.reason] ?? ""}` : "";
  return `${effect.how}${reason} after ${duration(effect.end - effect.start)}`;
}

function events(position) {
  const list = element("ul", "events");
  const add = (effect, text, target) => {
    const name = element(
      "span", "dot", target === position ? title(effect) : link(title(effect), target));
    name.style.color = `var(${color(effect.label)})`;
    const place = [effect.path && ` in ${effect.path}`, effect.origin && `, ${effect.origin}`];
    list.append(element(
      "li", "", name, ` ${text}`, element("span", "quiet", ...place.filter(Boolean))));
  };
  for (const e of started.get(position) ?? []) add(e, `started, ${outcome(e)}`, e.to);
  for (const e of ended.get(position) ?? []) if (e.from !== e.to) add(e, outcome(e), e.from);
  return list;
}

/** A difference as a replay writes it: each line with a mark. */
function difference(text) {
  const block = element("div", "code");
  block.id = "change";
  const kinds = { "+": "add", "-": "cut" };
  for (const line of text.split("\n")) {
    const kind = kinds[line[2]] ?? (line.startsWith("    ...") ? "gap" : "");
    block.append(element("div", kind, line));
  }
  return block;
}

// What a person has opened or folded in the tree, by the path of lines.
const unfolded = new Map();

/** The lines of a state as a tree, whose changed parts are open. */
function tree(position) {
  const lines = state(position);
  const changed = new Set();
  for (const edit of steps[position - 1]?.edits ?? []) {
    for (let i = 0; i < edit.lines.length; i += 1) changed.add(edit.at + i);
  }
  const depth = (line) => line.search(/\S|$/);
  const block = element("div", "code");
  const name = (line) => line.trim().split(": ")[0];

  function fill(parent, from, to, path) {
    for (let i = from; i < to; i += 1) {
      let end = i + 1;
      while (end < to && depth(lines[end]) > depth(lines[i])) end += 1;
      const kind = changed.has(i) ? "add" : "";
      if (end === i + 1) {
        parent.append(element("div", `leaf ${kind}`, lines[i]));
      } else {
        const isClosed = /^\s*[)\]]+,?$/.test(lines[end] ?? "") && end < to;
        branch(
          parent, i, end, isClosed ? lines[end].trim() : "",
          `${path}/${i - from} ${name(lines[i])}`);
        i = isClosed ? end : end - 1;
      }
    }
  }

  function branch(parent, from, to, close, path) {
    const node = element(
      "details", "", element("summary", changed.has(from) ? "add" : "", lines[from]));
    node.firstChild.dataset.more = ` … ${close}`;
    let hasChanged = false;
    for (let i = from; i < to && !hasChanged; i += 1) hasChanged = changed.has(i);
    let isFilled = false;
    const open = () => {
      if (isFilled) return;
      isFilled = true;
      fill(node, from + 1, to, path);
      if (close) node.append(element("div", "", " ".repeat(depth(lines[from])) + close));
    };
    node.open = unfolded.get(path) ?? (hasChanged || from === 0);
    if (node.open) open();
    node.firstChild.onclick = () => {
      unfolded.set(path, !node.open);
      open();
    };
    parent.append(node);
  }

  fill(block, 0, lines.length, "");
  return block;
}

function code(lines) {
  const block = element("div", "code");
  for (const line of lines) block.append(element("div", "", line));
  return block;
}

function meta(position) {
  const step = steps[position - 1];
  if (!step) return [first === 0 ? "the initial state" : `the state after step ${first}`];
  const before = steps[position - 2]?.time ?? startTime;
  const pause = duration(step.time - before);
  const parts = [`step ${first + position}, at ${duration(step.time)} (+${pause}), sent by `];
  if (step.effect == null) parts.push("a caller");
  else if (step.by) parts.push(link(title(step.by), step.by.from));
  else parts.push(`effect ${step.effect}${step.name ? ` ${step.name}` : ""}`);
  if (step.isResumed) parts.push("; a new store starts here");
  return parts;
}

function show(position) {
  const step = steps[position - 1];
  const parts = [
    element("h2", "", step?.action ?? "The start"), element("p", "meta", ...meta(position))];
  const add = (title, node) => parts.push(element("h3", "", title), node);
  if (step?.lines) add("Action", code(step.lines));
  const list = events(position);
  if (list.firstChild) add("Effects", list);
  if (step?.reads.length) {
    add("What the reducer read", code(step.reads.flatMap(
      (read) => Object.entries(read).map(
        ([name, value]) => `${name}: ${value}`))));
  }
  if (step) add("What it changed", difference(step.change ?? "    (no change)"));
  add("State", tree(position));
  get("step").replaceChildren(...parts);
  get("step").scrollTop = 0;
}
