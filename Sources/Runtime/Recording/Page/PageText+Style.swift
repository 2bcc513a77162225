extension PageText {
  /// The elements of a page, and its style.
  static let body = #"""
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
    """#

  static let style = #"""
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
    """#
}
