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
