// Written by 'Parts/embed' from the files beside it. Change those, and run it again.

extension PageText {
  /// The page up to its title.
  static let start = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>
    """#

  /// From the title to the data.
  static let middle = #"""
    </title>
    <style>
    :root {
      --back: #f4f4f8; --panel: #fff; --line: #dfe0e8; --text: #1d1f2a; --quiet: #646778;
      --accent: #4338ca; --tint: #ecebfd; --add: #0a6b3d; --add-back: #e2f6ea; --cut: #b3202c;
      --cut-back: #fdeaea; --call: #3b3f52;
      --c0: #2563eb; --c1: #c2410c; --c2: #0f766e; --c3: #a21caf; --c4: #4d7c0f; --c5: #be185d;
      --c6: #0369a1; --c7: #92600a;
      color-scheme: light dark;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #12131a; --panel: #1a1c25; --line: #2e3140; --text: #e5e7f0; --quiet: #9a9fb4;
        --accent: #a5b0ff; --tint: #292c49; --add: #7fdca4; --add-back: #16301f; --cut: #ff9ea0;
        --cut-back: #3a1d22; --call: #c6cadb;
        --c0: #7aa7ff; --c1: #ff9d66; --c2: #4fd1c0; --c3: #e58cf0; --c4: #a8d65c; --c5: #ff8fbb;
        --c6: #5cc4ff; --c7: #e8bd5a;
      }
    }
    * { box-sizing: border-box; scrollbar-width: thin; }
    body {
      margin: 0; height: 100dvh; display: flex; flex-direction: column; background: var(--back);
      color: var(--text); font: 14px/1.5 system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
      accent-color: var(--accent);
    }
    header { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: baseline; padding: 10px 16px 8px; }
    h1 { font-size: 17px; margin: 0; letter-spacing: -.01em; overflow-wrap: anywhere; }
    #summary { margin: 0; color: var(--quiet); flex: 1; min-width: 200px; }
    [hidden] { display: none !important; }
    .tools { display: flex; gap: 6px; }
    .tools button { min-width: 31px; }
    button, select, input[type=search] {
      font: inherit; font-size: 13px; color: inherit; background: var(--panel); border: 1px solid var(--line);
      border-radius: 7px; padding: 3px 10px; min-height: 29px;
    }
    button { cursor: pointer; }
    button:hover { border-color: var(--accent); }
    button[aria-pressed=true] { background: var(--tint); border-color: var(--accent); color: var(--accent); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    #problem {
      margin: 0 16px 8px; padding: 8px 12px; border-left: 3px solid var(--cut); border-radius: 4px;
      background: var(--cut-back); font: 13px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere;
      max-height: 30vh; overflow: auto; flex: none;
    }
    #timeline { background: var(--panel); border-block: 1px solid var(--line); flex: none; }
    #scroll { overflow: auto; max-height: 36vh; position: relative; overscroll-behavior: contain; }
    #canvas { position: sticky; left: 0; top: 0; display: block; cursor: crosshair; }
    .time { display: flex; gap: 8px; align-items: center; padding: 6px 16px; border-top: 1px solid var(--line); }
    .time button { width: 30px; padding: 0; font-size: 17px; line-height: 1; flex: none; }
    #slider { flex: 1; min-width: 0; margin: 0; }
    output { color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; }
    main {
      flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(340px, 1fr) minmax(0, 1fr);
    }
    #actions { display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); }
    .find { display: flex; gap: 8px; align-items: center; padding: 8px 16px; }
    #search { flex: 1; min-width: 0; }
    #sender { max-width: 40%; }
    #list {
      flex: 1; min-height: 120px; overflow: auto; position: relative; outline-offset: -2px;
      border-top: 1px solid var(--line); background: var(--panel);
    }
    #rows { position: relative; overflow: hidden; }
    .row {
      position: absolute; inset-inline: 0; height: 26px; display: flex; gap: 10px; align-items: center;
      padding: 0 16px; cursor: pointer; white-space: nowrap; border-left: 3px solid transparent;
    }
    .row:hover { background: var(--back); }
    .row[aria-selected=true] { background: var(--tint); border-left-color: var(--accent); }
    .row > * { flex: none; overflow: hidden; text-overflow: ellipsis; }
    .number, .when { color: var(--quiet); font-size: 12px; text-align: right; font-variant-numeric: tabular-nums; }
    .number { min-width: 26px; }
    .when { width: 66px; }
    .from { width: 84px; font-size: 12px; color: var(--call); }
    .from::before, .dot::before {
      content: ""; display: inline-block; width: 8px; height: 8px; border-radius: 2px; margin-right: 6px;
      background: currentColor;
    }
    .row .action { flex: 1; min-width: 0; font: 13px var(--mono); }
    .row .beside { border-left: 1px solid var(--line); padding-left: 8px; color: var(--quiet); }
    .row .differs { color: var(--cut); }
    #beside { display: flex; padding: 2px 16px; font-size: 12px; color: var(--quiet); }
    #beside span { flex: 1; }
    #beside span:first-child { flex: 2; }
    #step { overflow: auto; padding: 12px 20px 28px; outline: none; min-width: 0; }
    h2 { font: 600 16px/1.45 var(--mono); margin: 0 0 2px; overflow-wrap: anywhere; }
    h3 {
      font-size: 12px; margin: 18px 0 5px; color: var(--quiet); text-transform: uppercase; letter-spacing: .06em;
      font-weight: 600;
    }
    .meta { margin: 0; color: var(--quiet); }
    .link {
      border: 0; background: none; padding: 0; min-height: 0; color: var(--accent); font-size: inherit;
      text-decoration: underline; text-underline-offset: 3px; text-align: left; overflow-wrap: anywhere;
    }
    .code {
      margin: 0; font: 13px/1.55 var(--mono); background: var(--panel); border: 1px solid var(--line);
      border-radius: 8px; padding: 7px 0; overflow-x: auto; tab-size: 2;
    }
    .code div { padding: 0 12px; white-space: pre; min-width: max-content; }
    .code .add { color: var(--add); background: var(--add-back); }
    .code .cut { color: var(--cut); background: var(--cut-back); }
    .code .gap { color: var(--quiet); }
    .code summary { padding: 0 12px; white-space: pre; cursor: pointer; list-style: none; }
    .code summary::before { content: "\25b8"; display: inline-block; width: 14px; color: var(--quiet); }
    .code [open] > summary::before { content: "\25be"; }
    .code details > div, .code .leaf { padding-left: 26px; }
    .code summary::-webkit-details-marker { display: none; }
    .code details:not([open]) > summary::after { content: attr(data-more); color: var(--quiet); }
    .events { margin: 0; padding: 0; list-style: none; }
    .events li { padding: 1px 0; overflow-wrap: anywhere; }
    .quiet { color: var(--quiet); }
    .bad { color: var(--cut); }
    footer {
      display: flex; flex-wrap: wrap; gap: 2px 18px; padding: 5px 16px; font-size: 12px; color: var(--quiet);
      border-top: 1px solid var(--line);
    }
    footer b { font-weight: 400; color: var(--text); }
    footer b.bad { color: var(--cut); }
    .legend { margin-left: auto; }
    kbd {
      font: 11px var(--mono); border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px;
      padding: 0 4px; background: var(--panel);
    }
    @media (max-width: 760px) {
      body { height: auto; min-height: 100dvh; }
      main { display: block; }
      #actions { border: 0; }
      #list { flex: none; height: 38vh; border-bottom: 1px solid var(--line); }
      #step { overflow: visible; padding: 12px 16px 24px; }
      .find, header, .time { padding-inline: 12px; }
      .row { padding-inline: 9px 12px; gap: 8px; }
      .when { display: none; }
      .from { width: 72px; }
      .legend { margin-left: 0; }
    }
    @media (prefers-reduced-motion: no-preference) {
      button { transition: border-color .15s, background .15s; }
    }
    </style>
    </head>
    <body>
    <header>
    <h1 id="program"></h1>
    <p id="summary"></p>
    <nav id="runs" class="tools" aria-label="Runs" hidden></nav>
    <div class="tools">
    <button id="axis" aria-pressed="false" title="The same distance from each step to the next">Even steps</button>
    <button id="out" aria-label="Zoom out" title="Zoom out (-)">&minus;</button>
    <button id="in" aria-label="Zoom in" title="Zoom in (+)">+</button>
    <button id="fit" title="The whole recording (0)">Fit</button>
    </div>
    </header>
    <pre id="problem" role="alert" hidden></pre>
    <section id="timeline" aria-label="Timeline">
    <div id="scroll" tabindex="-1"><canvas id="canvas" aria-hidden="true"></canvas><div id="space"></div></div>
    <div class="time">
    <button id="back" aria-label="Step back" title="Step back (left arrow)">&#x2039;</button>
    <input id="slider" type="range" min="0" aria-label="Step">
    <button id="forward" aria-label="Step forward" title="Step forward (right arrow)">&#x203a;</button>
    <output id="position"></output>
    </div>
    </section>
    <main>
    <section id="actions" aria-label="Actions">
    <div class="find">
    <input id="search" type="search" placeholder="Search actions" aria-label="Search actions" autocomplete="off" spellcheck="false">
    <select id="sender" aria-label="Sender"></select>
    <output id="found"></output>
    </div>
    <div id="beside" hidden></div>
    <div id="list" role="listbox" tabindex="0" aria-label="Actions"><div id="rows"></div></div>
    </section>
    <article id="step" tabindex="-1"></article>
    </main>
    <footer>
    <span><kbd>&larr;</kbd> <kbd>&rarr;</kbd> step</span>
    <span><kbd>&uarr;</kbd> <kbd>&darr;</kbd> in the list</span>
    <span><kbd>Home</kbd> <kbd>End</kbd> first, last</span>
    <span><kbd>/</kbd> search</span>
    <span><kbd>+</kbd> <kbd>&minus;</kbd> <kbd>0</kbd> zoom</span>
    <span class="legend">an effect: <b>&#x25cf;</b> finished <b class="bad">&#x2715;</b> failed <b>&#x2759;</b> cancelled</span>
    </footer>
    </body>
    <script type="application/json" id="data">
    """#

  /// After the data: the script, and the end of the page.
  static let end = #"""
    </script>
    <script type="module">
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
    // The list of actions, of which only the visible rows are elements.
    const rowHeight = 26;
    const rows = new Map();
    // The positions that the search and the filter leave.
    let found = [];
    let isFolded = false;

    function matches(position, words, filter) {
      const step = steps[position - 1];
      if (filter === "caller" && step?.effect != null) return false;
      if (filter === "changes" && step?.change == null) return false;
      if (filter === "folded" && isRepeated(position)) return false;
      if (filter.startsWith("effect ") && step?.label !== filter.slice(7)) return false;
      const text = step ? `${step.action} ${step.label ?? "caller"}`.toLowerCase() : "";
      return words.every((word) => text.includes(word));
    }

    /** Whether an action is the same as the one before and the one after. */
    function isRepeated(position) {
      const [before, step, after] = steps.slice(Math.max(0, position - 2), position + 1);
      return [before, after].every((other) => other?.action === step?.action && other?.label === step?.label);
    }

    function find() {
      const words = get("search").value.toLowerCase().split(/\s+/).filter(Boolean);
      const filter = get("sender").value;
      const isAll = !words.length && ["", "folded"].includes(filter);
      found = [];
      for (let position = 0; position <= last; position += 1) {
        if (position === 0 ? isAll : matches(position, words, filter)) found.push(position);
      }
      isFolded = filter === "folded" && !words.length;
      get("found").textContent = isAll ? "" : `${found.length} of ${last}`;
      get("rows").style.height = `${found.length * rowHeight}px`;
      for (const row of rows.values()) row.remove();
      rows.clear();
      reveal();
      drawList();
    }

    /** How often a folded action comes. */
    function times(index) {
      const count = found[index + 1] - found[index] + 1;
      return isFolded && count > 2 ? ` (${count} times)` : "";
    }

    function row(index) {
      const position = found[index];
      const step = steps[position - 1];
      const from = element("span", "from", step ? (step.label ?? "caller") : "");
      if (step?.effect != null) from.style.color = `var(${color(step.label)})`;
      if (!step) from.style.visibility = "hidden";
      const node = element(
        "div", "row", element("span", "number", `${first + position}`),
        element("span", "when", duration(step?.time ?? startTime)), from,
        element("span", "action", step ? step.action + times(index) : "the start"));
      if (other) {
        const text = other.steps[position - 1]?.action;
        const kind = position === 0 || text === step?.action ? "same" : "differs";
        node.append(element("span", `action beside ${kind}`, position === 0 ? "" : (text ?? "-")));
      }
      node.id = `row-${position}`;
      node.style.top = `${index * rowHeight}px`;
      node.setAttribute("role", "option");
      node.setAttribute("aria-posinset", index + 1);
      node.setAttribute("aria-setsize", found.length);
      node.onclick = () => choose(position);
      return node;
    }

    function drawList() {
      const list = get("list");
      const begin = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
      const end = Math.min(found.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 5);
      for (const [index, node] of rows) {
        if (index >= begin && index < end) continue;
        node.remove();
        rows.delete(index);
      }
      for (let index = begin; index < end; index += 1) {
        if (!rows.has(index)) {
          rows.set(index, row(index));
          get("rows").append(rows.get(index));
        }
        rows.get(index).setAttribute("aria-selected", found[index] === chosen);
      }
      list.setAttribute("aria-activedescendant", `row-${chosen}`);
    }

    /** The index in the list of the first position that is not before one. */
    function indexInList(position) {
      let [low, high] = [0, found.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (found[middle] < position) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    /** Scrolls the list so that the chosen row is visible. */
    function reveal() {
      const list = get("list");
      const top = indexInList(chosen) * rowHeight;
      if (top < list.scrollTop) list.scrollTop = Math.max(0, top - rowHeight);
      const bottom = top + 2 * rowHeight - list.clientHeight;
      if (bottom > list.scrollTop) list.scrollTop = bottom;
    }

    /** Chooses the row before or after in the list. */
    function chooseInList(offset) {
      const index = indexInList(chosen);
      const isIn = found[index] === chosen;
      const next = found[index + (offset > 0 && !isIn ? 0 : offset)];
      if (next != null) choose(next);
    }
    // The timeline: actions as ticks, effects as bars in a lane for each feature.
    const canvas = get("canvas");
    const pen = canvas.getContext("2d");
    const scroll = get("scroll");
    const [axisHeight, headHeight, barHeight, rowGap, laneGap] = [20, 52, 15, 5, 8];
    let zoom = 1;
    let isEven = false;

    // Effects of a feature are in one lane, and those of a name in one row unless they overlap.
    const lanes = new Map();
    for (const effect of effects) {
      if (!lanes.has(effect.path)) lanes.set(effect.path, []);
      const rows = lanes.get(effect.path);
      effect.row = rows.findIndex((row) => row.label === effect.label && row.end <= effect.start);
      if (effect.row < 0) effect.row = rows.push({ label: effect.label }) - 1;
      rows[effect.row].end = effect.end ?? Infinity;
    }
    let bottom = headHeight + 4;
    const laneTops = new Map();
    for (const [path, rows] of lanes) {
      laneTops.set(path, bottom);
      bottom += rows.length * (barHeight + rowGap) + laneGap;
    }
    scroll.style.height = `${bottom + 4}px`;
    for (const effect of effects) effect.top = laneTops.get(effect.path) + effect.row * (barHeight + rowGap);

    // Cached, because the browser would compute these again for each bar.
    let [gutter, width, scrolled] = [0, 0, 0];
    function measure() {
      gutter = scroll.clientWidth < 600 ? 100 : 132;
      width = Math.min(scroll.clientWidth * zoom, 8e6) - gutter - 24;
      get("space").style.width = `${gutter + width + 24}px`;
      scrolled = scroll.scrollLeft;
    }

    const timeOf = (position) => steps[position - 1]?.time ?? startTime;

    /** Where a moment is, from the time and the position of the step before it. */
    function x(position, time) {
      let share = 0.5;
      if (isEven) {
        const length = position < last ? timeOf(position + 1) - timeOf(position) : endTime - timeOf(position);
        const part = length > 0 ? Math.min(0.9, Math.max(0, (time - timeOf(position)) / length)) : 0;
        share = (position + part) / (last + 1);
      } else if (endTime > startTime) {
        share = (Math.max(time, startTime) - startTime) / (endTime - startTime);
      }
      return gutter + share * width - scrolled;
    }
    const xOf = (position) => x(position, timeOf(position));
    const beginOf = (effect) => x(effect.from, effect.start);
    const endOf = (effect) => (effect.end == null ? x(last, endTime) + 24 : x(effect.to, effect.end));

    /** The step that is nearest to a point of the canvas. */
    function nearest(point) {
      let [low, high] = [0, last];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (xOf(middle) < point) low = middle + 1;
        else high = middle;
      }
      return low > 0 && point - xOf(low - 1) < xOf(low) - point ? low - 1 : low;
    }

    function effectAt(event) {
      const top = event.offsetY + scroll.scrollTop;
      return effects.find((e) => event.offsetY > headHeight && top >= e.top && top <= e.top + barHeight
        && event.offsetX >= beginOf(e) - 2 && event.offsetX <= Math.max(endOf(e), beginOf(e) + 5));
    }

    let isDrawing = false;
    function draw() {
      if (isDrawing) return;
      isDrawing = true;
      requestAnimationFrame(() => {
        isDrawing = false;
        drawAll();
      });
    }

    // Colors as the style has them now: asking it for each bar would take most of the time.
    let inks = new Map();
    function ink(name) {
      if (!inks.has(name)) inks.set(name, getComputedStyle(document.documentElement).getPropertyValue(name));
      return inks.get(name);
    }

    function drawAll() {
      measure();
      const [w, h] = [scroll.clientWidth, scroll.clientHeight];
      const ratio = devicePixelRatio;
      if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
        [canvas.width, canvas.height] = [Math.round(w * ratio), Math.round(h * ratio)];
        [canvas.style.width, canvas.style.height] = [`${w}px`, `${h}px`];
      }
      get("space").style.height = `${Math.max(0, bottom - h)}px`;
      inks = new Map();
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, w, h);
      pen.lineWidth = 1;
      const [begin, end] = [nearest(gutter - 50), nearest(w + 50)];
      drawAxis(w, h);
      const isRoomy = w / (end - begin) > 14;
      if (isRoomy) for (let i = begin; i <= end; i += 1) drawArrows(i, ink("--line"), w, h);
      clipped(headHeight, w, h, () => drawEffects(w, h, end - begin < 400));
      drawSteps(begin, end);
      drawArrows(chosen, ink("--accent"), w, h);
      drawChosen(h);
      drawNames(h);
    }

    function clipped(top, w, h, body) {
      pen.save();
      pen.beginPath();
      pen.rect(0, top, w, h - top);
      pen.clip();
      body();
      pen.restore();
    }

    function line(x1, y1, x2, y2) {
      pen.beginPath();
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
      pen.stroke();
    }

    function write(text, left, middle, color, size = 11) {
      pen.font = `${size}px system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif`;
      pen.textBaseline = "middle";
      pen.fillStyle = color;
      pen.fillText(text, left, middle);
    }

    function drawAxis(w, h) {
      const [from, to] = isEven ? [0, last + 1] : [0, endTime - startTime];
      const unit = (to - from) / Math.max(1, width / 90);
      const power = 10 ** Math.floor(Math.log10(Math.max(unit, 1)));
      const distance = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= unit);
      const space = width / Math.max(1, to - from);
      const left = gutter - scrolled;
      for (let n = Math.max(0, Math.floor(-left / space / distance)) * distance; n <= to; n += distance) {
        const at = left + n * space;
        if (at > w - 40) break;
        pen.strokeStyle = ink("--line");
        line(at, axisHeight - 4, at, h);
        write(isEven ? `${first + n}` : duration(startTime + n), at + 4, axisHeight / 2 + 1, ink("--quiet"));
      }
    }

    function drawSteps(begin, end) {
      let drawn = -1;
      for (let i = Math.max(1, begin); i <= end; i += 1) {
        const step = steps[i - 1];
        // Ticks that are nearer than a point look like one.
        if (xOf(i) - drawn < 0.7) continue;
        drawn = xOf(i);
        pen.fillStyle = ink(step.effect == null ? "--call" : color(step.label));
        pen.fillRect(xOf(i) - 1, axisHeight + 7, 2, 18);
      }
    }

    function drawEffects(w, h, hasSends) {
      const drawn = new Map();
      for (const effect of effects) {
        const top = effect.top - scroll.scrollTop;
        const left = beginOf(effect);
        if (left > w || top > h || top + barHeight < headHeight) continue;
        const right = Math.max(endOf(effect), left + 4);
        // Of short bars, those nearer than a point look like one.
        if (right < 0 || right - (drawn.get(top) ?? -9) < 0.7) continue;
        drawn.set(top, right);
        drawBar(effect, Math.max(left, -20), Math.min(right, w + 20), top);
        if (hasSends) for (const position of effect.sent) dot(xOf(position), top, 2.5);
      }
    }

    function dot(x, y, radius) {
      pen.beginPath();
      pen.arc(x, y, radius, 0, 7);
      pen.fill();
    }

    function drawBar(effect, left, right, top) {
      const tone = ink(color(effect.label));
      pen.globalAlpha = 0.2;
      pen.fillStyle = tone;
      pen.beginPath();
      pen.roundRect(left, top, right - left, barHeight, 4);
      pen.fill();
      pen.globalAlpha = 1;
      pen.strokeStyle = tone;
      pen.setLineDash(effect.isSubscription ? [4, 3] : []);
      pen.stroke();
      pen.setLineDash([]);
      if (right - left > 40) {
        pen.save();
        pen.beginPath();
        pen.rect(left, top, right - left - 10, barHeight);
        pen.clip();
        write(effect.label, Math.max(left, gutter) + 6, top + barHeight / 2 + 0.5, ink("--text"));
        pen.restore();
      }
      drawEnd(effect, right, top);
      pen.fillStyle = tone;
    }

    function drawEnd(effect, right, top) {
      const middle = top + barHeight / 2;
      pen.lineWidth = 2;
      pen.fillStyle = ink(color(effect.label));
      if (effect.how === "finished") dot(right, middle, 3.5);
      if (effect.how === "failed") {
        pen.strokeStyle = ink("--cut");
        line(right - 4, middle - 4, right + 4, middle + 4);
        line(right - 4, middle + 4, right + 4, middle - 4);
      }
      if (effect.how === "cancelled") {
        pen.strokeStyle = ink("--text");
        line(right, top - 2, right, top + barHeight + 2);
      }
      pen.lineWidth = 1;
    }

    /** From the effect that sent a step, and to the effects that started after it. */
    function drawArrows(position, tone, w, h) {
      const by = sender(position);
      const lower = axisHeight + 27;
      clipped(axisHeight, w, h, () => {
        if (by) arrow(xOf(position), by.top - scroll.scrollTop, lower, tone);
        for (const effect of started.get(position) ?? []) {
          arrow(beginOf(effect), lower, effect.top - scroll.scrollTop - 1, tone);
        }
      });
    }

    function arrow(at, from, to, tone) {
      const way = Math.sign(to - from);
      pen.strokeStyle = tone;
      pen.fillStyle = tone;
      line(at, from, at, to - way * 4);
      pen.beginPath();
      pen.moveTo(at, to);
      pen.lineTo(at - 3.5, to - way * 6);
      pen.lineTo(at + 3.5, to - way * 6);
      pen.fill();
    }

    function drawChosen(h) {
      const at = xOf(chosen);
      pen.fillStyle = ink("--accent");
      pen.globalAlpha = 0.35;
      pen.fillRect(at - 0.5, axisHeight, 1, h);
      pen.globalAlpha = 1;
      pen.fillRect(at - 1.5, axisHeight + 4, 3, 24);
      dot(at, axisHeight + 2, 4.5);
    }

    function drawNames(h) {
      pen.fillStyle = ink("--panel");
      pen.fillRect(0, 0, gutter - 8, h);
      pen.strokeStyle = ink("--line");
      line(gutter - 8.5, 0, gutter - 8.5, h);
      const [left, size] = scroll.clientWidth < 600 ? [12, 11] : [16, 12];
      write("actions", left, axisHeight + 16, ink("--quiet"), size);
      clipped(headHeight, gutter - 12, h, () => {
        for (const [path, top] of laneTops) {
          write(path || run.program, left, top - scroll.scrollTop + barHeight / 2, ink("--quiet"), size);
        }
      });
    }
    // How a person goes through the steps: with the slider, the keys, the pointer, and the
    // address. Its last lines start the page.
    let addressTimer = 0;

    function choose(position) {
      chosen = Math.min(last, Math.max(0, position));
      show(chosen);
      get("slider").value = chosen;
      get("slider").setAttribute("aria-valuetext", `step ${first + chosen}, ${steps[chosen - 1]?.action ?? "the start"}`);
      get("position").textContent = `${first + chosen} / ${first + last}`;
      get("back").disabled = chosen === 0;
      get("forward").disabled = chosen === last;
      reveal();
      drawList();
      const at = xOf(chosen);
      if (at < gutter || at > scroll.clientWidth - 20) {
        scroll.scrollLeft += at - (gutter + scroll.clientWidth) / 2;
      }
      draw();
      // Browsers limit how often the address may change.
      clearTimeout(addressTimer);
      addressTimer = setTimeout(() => history.replaceState(null, "", address(runNumber)), 150);
    }

    function address(number) {
      return `#${number > 1 ? `run=${number}&` : ""}step=${first + chosen}`;
    }

    function chooseFromAddress() {
      // Everything on the page was built for one run, so showing another takes a reload.
      if (runInAddress() !== runNumber) return location.reload();
      const number = location.hash.match(/\bstep=(\d+)$/)?.[1];
      choose(number == null ? Math.min(start, last) : Number(number) - first);
    }

    /** Zooms so that the moment at a point of the canvas stays there. */
    function zoomBy(factor, point = xOf(chosen)) {
      const share = (point - gutter + scrolled) / width;
      zoom = Math.min(8e6 / scroll.clientWidth, Math.max(1, zoom * factor));
      measure();
      scroll.scrollLeft = gutter + share * width - point;
      draw();
    }

    function toggleAxis() {
      isEven = !isEven;
      get("axis").setAttribute("aria-pressed", isEven);
      choose(chosen);
    }

    const keys = {
      ArrowLeft: () => choose(chosen - 1),
      ArrowRight: () => choose(chosen + 1),
      ArrowUp: () => chooseInList(-1),
      ArrowDown: () => chooseInList(1),
      Home: () => choose(0),
      End: () => choose(last),
      "/": () => get("search").focus(),
      "+": () => zoomBy(1.6),
      "=": () => zoomBy(1.6),
      "-": () => zoomBy(1 / 1.6),
      0: () => zoomBy(0),
    };

    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const name = event.target.tagName;
      const isText = event.target.type === "search";
      if (isText && event.key === "Escape") {
        event.target.value = "";
        find();
      }
      if (isText && (event.key === "Enter" || event.key === "Escape")) {
        if (event.key === "Enter" && found.length) choose(found[0]);
        return get("list").focus();
      }
      const isArrowInText = isText && !["ArrowUp", "ArrowDown"].includes(event.key);
      // The slider and the menu of senders handle these keys themselves.
      const isOwn = name === "SELECT" || (event.target.type === "range" && /^(Arrow|Home|End)/.test(event.key));
      if (isArrowInText || isOwn || !Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      keys[event.key]();
    });

    let isDragging = false;
    canvas.onpointerdown = (event) => {
      if (event.button !== 0) return;
      isDragging = event.pointerType === "mouse";
      const effect = effectAt(event);
      choose(effect ? effect.from : nearest(event.offsetX));
    };
    canvas.onpointermove = (event) => {
      if (isDragging && event.buttons) choose(nearest(event.offsetX));
      const effect = effectAt(event);
      canvas.title = effect ? `${title(effect)}: ${outcome(effect)}` : "";
    };
    addEventListener("pointerup", () => (isDragging = false));
    scroll.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 200), event.clientX - scroll.getBoundingClientRect().left);
    }, { passive: false });
    scroll.onscroll = draw;
    get("list").onscroll = drawList;
    const resizes = new ResizeObserver(() => (drawList(), draw()));
    for (const node of [scroll, get("list")]) resizes.observe(node);
    matchMedia("(prefers-color-scheme: dark)").onchange = draw;
    addEventListener("hashchange", chooseFromAddress);
    get("slider").oninput = (event) => choose(Number(event.target.value));
    get("back").onclick = () => choose(chosen - 1);
    get("forward").onclick = () => choose(chosen + 1);
    get("axis").onclick = toggleAxis;
    get("in").onclick = () => zoomBy(1.6);
    get("out").onclick = () => zoomBy(1 / 1.6);
    get("fit").onclick = () => zoomBy(0);
    get("search").oninput = find;
    get("sender").onchange = find;

    // The other runs

    /** The first step that differs from the other run; without one, the first step. */
    const start = 1 + Math.max(0, steps.findIndex((step, i) => other && step.action !== other.steps[i]?.action));
    get("runs").hidden = runs.length < 2;
    for (const [index, { name }] of runs.entries()) {
      const button = element("button", "", name);
      button.setAttribute("aria-pressed", index + 1 === runNumber);
      button.onclick = () => (location.hash = address(index + 1));
      get("runs").append(button);
    }
    if (other) {
      get("beside").hidden = false;
      get("beside").append(element("span", "", run.name), element("span", "", other.name));
    }

    // The parts that stay

    get("program").textContent = `${run.program} ${run.version}`;
    const counts = [`${last} step${last === 1 ? "" : "s"}${first ? `, from step ${first + 1}` : ""}`];
    counts.push(duration(endTime - startTime));
    if (effects.length) counts.push(`${effects.length} effect${effects.length === 1 ? "" : "s"}`);
    else if (steps.some((step) => step.effect != null)) counts.push("when effects started is not recorded");
    get("summary").textContent = counts.join(" · ");
    get("problem").hidden = !run.problem;
    get("problem").textContent = run.problem ?? "";
    get("slider").max = last;
    for (const [value, text] of [
      ["", "all actions"], ["folded", "repeated ones once"], ["changes", "that change the state"], ["caller", "of callers"],
      ...[...new Set(steps.map((step) => step.label).filter(Boolean))].map((name) => [`effect ${name}`, `of ${name}`]),
    ]) get("sender").append(new Option(text, value));
    // A run of a test may have a timer that never ends.
    if (run.name) get("sender").value = "folded";
    measure();
    find();
    chooseFromAddress();
    </script>
    </html>

    """#
}
