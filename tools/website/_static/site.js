/* The search lists a page once: Sphinx lists the entry of the index, the section and the text of one page apart. */
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return;
  const all = Search._performSearch;
  Search._performSearch = (...query) => {
    const pages = new Map();
    const found = all(...query).reverse(); // the last one is shown first
    for (const result of found) {
      const shown = pages.get(result[0]);
      if (shown === undefined) pages.set(result[0], [...result]);
      else if (shown[2] === result[2] && !shown[1].includes(" > ")) shown[1] = result[1]; // the name of the section
    }
    return [...pages.values()].reverse();
  };
});
