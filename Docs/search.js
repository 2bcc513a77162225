// The search of the site, over the words of all guides and the names of all symbols. 'Docs/build'
// appends this file to the script that each page loads, and writes the words to 'guides.json'.
(() => {
  const limit = { guides: 8, symbols: 12 };

  const style = document.createElement("style");
  style.textContent = `
    #search { position: relative; z-index: 10001; max-width: 980px; margin: 0 auto;
      padding: 8px 20px; font: 16px/1.4 -apple-system, "Helvetica Neue", Helvetica, Arial, sans-serif; }
    #search input { box-sizing: border-box; width: 100%; padding: 6px 12px; font: inherit;
      color: var(--color-text); background: var(--color-fill); appearance: none;
      border: 1px solid var(--color-fill-gray, #888); border-radius: 8px; }
    #search ol { position: absolute; left: 20px; right: 20px; max-height: 75vh; overflow: auto;
      margin: 4px 0 0; padding: 4px; list-style: none; color: var(--color-text);
      background: var(--color-fill); border: 1px solid var(--color-fill-gray, #888);
      border-radius: 8px; box-shadow: 0 8px 24px #0004; }
    #search ol:empty { display: none; }
    #search li { padding: 6px 8px; overflow-wrap: anywhere; }
    #search a { color: var(--color-link); font-weight: 600; }
    #search small { display: block; color: var(--color-text); opacity: 0.75; }`;

  const form = document.createElement("form");
  form.id = "search";
  form.role = "search";
  form.innerHTML = `<input type="search" aria-label="Search guides and symbols"
    placeholder="Search guides and symbols" autocomplete="off"><ol aria-live="polite"></ol>`;
  const input = form.querySelector("input");
  const list = form.querySelector("ol");

  // Words begin with what is typed; a name counts as a whole and as the words that make it up.
  const words = (text) =>
    `${text} ${text.replace(/([a-z0-9])([A-Z])/g, "$1 $2")}`
      .toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
  const match = (words, term, weight) =>
    words.includes(term) ? 2 * weight : words.some((word) => word.startsWith(term)) ? weight : 0;

  const address = (page) => `/documentation/ratchet/${page.toLowerCase()}`;

  let index;
  const load = () =>
    index ??= Promise.all(["guides.json", "index/index.json"].map(
      async (file) => (await fetch(baseUrl + file)).json())).then(([sections, tree]) => ({
        sections: sections.map(([page, title, heading, sentence, text]) => ({
          page, title, heading, sentence, inTitle: words(title), inHeading: words(heading),
          inSentence: words(sentence), inText: text.split(" "),
        })),
        symbols: [...symbols(tree.interfaceLanguages.swift)].filter(
          ({ path }) => !sections.some(([page]) => path === address(page))),
      }));

  function* symbols(nodes) {
    for (const { title, path, type, children } of nodes) {
      if (path && !["article", "groupMarker", "overview"].includes(type)) {
        yield { title, path, names: words(title), length: title.length };
      }
      yield* symbols(children ?? []);
    }
  }

  // A page has all terms, maybe in several sections; the best of them is shown.
  function guides(sections, terms) {
    const pages = new Map();
    for (const section of sections) {
      const found = terms.map((term) => match(section.inTitle, term, section.heading ? 10 : 100)
        + match(section.inHeading, term, 20) + match(section.inSentence, term, 4)
        + match(section.inText, term, 2));
      const score = found.reduce((sum, value) => sum + value, 0);
      const page = pages.get(section.page) ?? { score: 0, best: 0, terms: terms.map(() => 0) };
      page.score += Math.min(score, 4);
      page.terms = page.terms.map((value, number) => Math.max(value, found[number]));
      if (score > page.best) Object.assign(page, { best: score, section });
      pages.set(section.page, page);
    }
    const value = (page) =>
      page.terms.reduce((sum, value) => sum + value, Math.min(page.score, 30));
    return [...pages.values()].filter((page) => page.terms.every(Boolean))
      .sort((one, other) => value(other) - value(one)).slice(0, limit.guides)
      .map(({ section }) => [
        baseUrl + address(section.page).slice(1) + anchor(section.heading), section.title,
        [section.heading, section.sentence].filter(Boolean).join(": ")]);
  }

  function named(symbols, terms) {
    const scores = new Map();
    for (const symbol of symbols) {
      const found = terms.map((term) => match(symbol.names, term, 100));
      if (found.every(Boolean) && !scores.has(symbol.path)) {
        const score = found.reduce((sum, value) => sum + value, -symbol.length);
        scores.set(symbol.path, [score, symbol]);
      }
    }
    return [...scores.values()].sort(([one], [other]) => other - one).slice(0, limit.symbols)
      .map(([, { title, path }]) => [
        baseUrl + path.slice(1), title, path.split("/").slice(2, -1).join(" / ")]);
  }

  // Headings of plain words only: what becomes of other characters is not said anywhere.
  const anchor = (heading) =>
    /^[A-Za-z0-9 ]+$/.test(heading) ? `#${heading.replace(/ /g, "-")}` : "";

  async function update() {
    const terms = input.value.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
    const text = input.value;
    const { sections, symbols } = await load();
    if (text !== input.value) return;
    const results = terms.length ? [...guides(sections, terms), ...named(symbols, terms)] : [];
    if (terms.length && !results.length) results.push(["", "Nothing found", ""]);
    list.replaceChildren(...results.map(([address, title, detail]) => {
      const item = document.createElement("li");
      const link = item.appendChild(document.createElement(address ? "a" : "span"));
      if (address) link.href = address;
      link.textContent = title;
      item.appendChild(document.createElement("small")).textContent = detail;
      return item;
    }));
  }

  input.addEventListener("focus", load);
  input.addEventListener("input", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return list.replaceChildren();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = [input, ...list.querySelectorAll("a")];
    stops[stops.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target) || event.target.closest("a")) list.replaceChildren();
  });

  document.head.append(style);
  document.body.prepend(form);
})();
