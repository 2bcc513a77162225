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
