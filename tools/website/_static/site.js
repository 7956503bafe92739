// The scripts of every page. The search: pagefind's index, ten results, grouped by their kind; in a dialog (Ctrl K or /) and on search.html?q=WORDS.
const root = new URL(document.documentElement.dataset.content_root || "./", location.href);
const LISTED = 10;
const SMALL = new Set("a an and are as at be been by can did do does for from get give has have how i if in is it its me my not of on or so that the there this to was we what when where which why will with you your".split(" "));
const KINDS = ["Guide", "Command", "Reference", "Resource type", "AWS resource type", "Function", "Rule", "Evidence"];

let loading;
const pagefind = () => (loading ??= import(new URL("pagefind/pagefind.js", root)).then(async (module) => {
  await module.options({ baseUrl: root.pathname, excerptLength: 24, ranking: { pageLength: 0.3, termSaturation: 1.2, termFrequency: 0.6, termSimilarity: 2, metaWeights: { title: 6 } } });
  await module.init();
  return module;
}));
let reading;
const names = () => (reading ??= fetch(new URL("names.json", root)).then(async (answer) => {
  const known = await answer.json();
  return Object.assign(Object.fromEntries(Object.entries(known).map(([name, page]) => [wordsOf(name).join(" "), page])), known);
}));

// The words that a search needs; all words where only small ones were typed.
export function wordsOf(text) {
  const all = text.replace(/::|[?!,"'`]/g, " ").split(/\s+/).filter(Boolean);
  const needed = all.filter((word) => !SMALL.has(word.toLowerCase()));
  return needed.length ? needed : all;
}

// The best results: pages with all words; where fewer than three have them, then pages with most of them.
async function resultsOf(text) {
  const engine = await pagefind();
  const words = wordsOf(text);
  const scores = new Map();
  const add = (found, factor) => {
    for (const result of found.results) {
      const entry = scores.get(result.id) ?? { result, score: 0 };
      entry.score += factor * result.score;
      scores.set(result.id, entry);
    }
  };
  add(await engine.search(words.join(" ")), 4);
  if (scores.size < 3 && words.length > 1) for (const word of words) add(await engine.search(word), 1 / words.length);
  const named = nameIn(await names(), text.toLowerCase(), words.map((word) => word.toLowerCase()));
  const best = [...scores.values()].sort((a, b) => b.score - a.score).slice(0, LISTED);
  const data = await Promise.all(best.map(({ result }) => result.data()));
  if (named === undefined) return data;
  const url = new URL(named[0], root).pathname;
  const first = data.find((page) => page.url === url) ?? (await firstOf(engine, named[1], url));
  return [first, ...data.filter((page) => page !== first)].slice(0, LISTED);
}

// What the names have of the whole text, of its words, or of the longest part with two words and more.
function nameIn(known, text, words) {
  if (known[text]) return known[text];
  for (let length = words.length; length > 0; length--)
    for (let at = 0; at + length <= words.length && (length > 1 || words.length === 1); at++) {
      const found = known[words.slice(at, at + length).join(" ")];
      if (found) return found;
    }
}

// The page that has a name, as a result of the search for its title.
async function firstOf(engine, title, url) {
  const { results } = await engine.search(title);
  for (const result of results.slice(0, 5)) {
    const data = await result.data();
    if (data.url === url) return data;
  }
  return { url, meta: { title }, excerpt: "", sub_results: [], filters: {} };
}

const element = (name, attributes = {}, ...children) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
};

function shown(data) {
  const excerpt = element("p", { innerHTML: data.excerpt }); // pagefind escapes the text and adds <mark>
  const places = data.sub_results.filter((place) => place.url !== data.url && place.url.includes("#")).slice(0, 2);
  const links = places.map((place) => element("a", { href: place.url, className: "place" }, place.title));
  return element("li", {}, element("a", { href: data.url, className: "title" }, data.meta.title), excerpt, ...links);
}

function fill(list, results, text) {
  list.replaceChildren();
  list.dataset.answered = text;
  if (!results.length) {
    list.append(element("p", {}, text ? `No page has “${text}”. Try fewer or other words.` : ""));
    return;
  }
  const groups = new Map();
  for (const data of results) {
    const kind = data.filters.kind?.[0] ?? "Guide";
    groups.set(kind, [...(groups.get(kind) ?? []), data]);
  }
  // The group with the best result stands first, the others in a fixed order.
  const first = [...groups.keys()][0];
  const order = [first, ...KINDS.filter((kind) => kind !== first && groups.has(kind)), ...[...groups.keys()].filter((kind) => kind !== first && !KINDS.includes(kind))];
  for (const kind of order) list.append(element("h2", {}, kind), element("ul", {}, ...groups.get(kind).map(shown)));
}

function widget(box) {
  const input = element("input", { type: "search", placeholder: "Search commands, rules, types, properties …", ariaLabel: "Search", autocomplete: "off", spellcheck: false });
  const list = element("div", { className: "results" });
  list.setAttribute("aria-live", "polite");
  box.append(input, list);
  let latest = 0;
  const ask = async () => {
    const text = input.value.trim();
    const turn = ++latest;
    const results = text ? await resultsOf(text) : [];
    if (turn === latest) fill(list, results, text);
  };
  let timer;
  input.addEventListener("input", () => (clearTimeout(timer), (timer = setTimeout(ask, 120))));
  box.addEventListener("keydown", (event) => {
    const links = [input, ...box.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Enter" && at === 0) return box.querySelector("a.title")?.click();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && links[at + step]) (event.preventDefault(), links[at + step].focus());
  });
  return { input, ask };
}

// What scrolls sideways can be scrolled with the keyboard.
const regions = document.querySelectorAll(".pst-scrollable-table-container, div.highlight pre");
const markRegions = () => regions.forEach((region) => (region.scrollWidth > region.clientWidth ? (region.tabIndex = 0) : region.removeAttribute("tabindex")));
markRegions();
addEventListener("resize", markRegions);

// The theme scrolls the list at the side to where it was on the last page; the entry of this one may be elsewhere.
addEventListener("load", () => {
  const list = document.querySelector(".bd-sidebar-primary");
  const entry = [...(list?.querySelectorAll(".current > a") ?? [])].at(-1);
  if (!entry) return;
  const [inside, around] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inside.top < around.top || inside.bottom > Math.min(around.bottom, innerHeight)) list.scrollTop += inside.top - around.top - list.clientHeight / 3;
});

// The theme's buttons that fold the list at the side have no name.
for (const toggle of document.querySelectorAll("summary:has(.toctree-toggle)")) {
  toggle.ariaLabel = `Pages of ${toggle.closest("li")?.querySelector("a")?.textContent.trim() ?? "this entry"}`;
}

for (const box of document.querySelectorAll("[data-site-search]")) {
  const { input, ask } = widget(box);
  const dialog = box.closest("dialog");
  if (dialog === null) {
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    ask();
    continue;
  }
  const open = () => (dialog.showModal(), input.focus(), pagefind());
  document.querySelectorAll(".search-open").forEach((button) => button.addEventListener("click", open));
  document.addEventListener("keydown", (event) => {
    const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName);
    if ((event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing)) (event.preventDefault(), open());
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
