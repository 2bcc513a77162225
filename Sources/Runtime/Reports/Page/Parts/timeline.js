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
