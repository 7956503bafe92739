// A page of the server holds names, texts and values of a template, whose author need not be trusted. The server
// escapes them; here what arrives is built anew from elements and attributes that can only show something.

const HTML = new Set(
  (
    'a abbr article aside b bdi blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q s samp section small ' +
    'span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);
const SVG = new Set(
  (
    'circle defs desc ellipse g line lineargradient marker path polygon polyline rect stop svg symbol text textpath ' +
    'title tspan'
  ).split(' '),
);
/** Dropped with all that is in them; of any other unknown element the children stay. */
const DROPPED = new Set(
  (
    'applet audio base button canvas dialog embed fieldset form frame frameset iframe input link map math meta ' +
    'noembed noframes noscript object option output picture portal script select slot source style template textarea ' +
    'track video xml animate animatemotion animatetransform foreignobject handler image listener set use'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'class colspan dir lang open reversed role rowspan scope span start title value ' +
    'cx cy d dominant-baseline alignment-baseline dx dy fill fill-opacity font-family font-size font-style font-weight ' +
    'gradienttransform gradientunits height markerheight markerunits markerwidth offset opacity orient pathlength ' +
    'points preserveaspectratio r refx refy rx ry stop-color stop-opacity stroke stroke-dasharray stroke-linecap ' +
    'stroke-linejoin stroke-opacity stroke-width text-anchor textlength transform viewbox width x x1 x2 y y1 y2'
  ).split(' '),
);
/** Attributes that may name an element of the same page: `url(#name)`. */
const REFERENCES = new Set(['marker-start', 'marker-mid', 'marker-end', 'fill', 'stroke']);
const PREFIX = 'of-template-';
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** Deeper than any page of the server; a page that is nested deeper is cut there. */
const DEEPEST = 400;

/**
 * Copies what an element of a page shows into a fragment of `target`. `source` must come from `DOMParser`, which runs nothing and
 * loads nothing. Scripts, handlers, styles, links, forms and whatever loads something stay behind.
 */
export function sanitize(source: Element, target: Document): DocumentFragment {
  const fragment = target.createDocumentFragment();
  copyChildren(source, fragment, target, 0);
  return fragment;
}

function copyChildren(from: Node, to: Node, target: Document, depth: number): void {
  for (const child of Array.from(from.childNodes)) {
    if (child.nodeType === 3 /* text */) {
      to.appendChild(target.createTextNode(child.nodeValue ?? ''));
    } else if (child.nodeType === 1 /* element */ && depth < DEEPEST) {
      copyElement(child as Element, to, target, depth + 1);
    }
  }
}

function copyElement(from: Element, to: Node, target: Document, depth: number): void {
  const name = from.localName.toLowerCase();
  const isSvg = from.namespaceURI === SVG_NAMESPACE;
  if (DROPPED.has(name)) {
    return;
  }
  if (!(isSvg ? SVG : HTML).has(name)) {
    copyChildren(from, to, target, depth);
    return;
  }
  const copy = isSvg ? target.createElementNS(SVG_NAMESPACE, from.localName) : target.createElement(name);
  for (const attribute of Array.from(from.attributes)) {
    copyAttribute(attribute.name, attribute.value, copy);
  }
  copyChildren(from, copy, target, depth);
  to.appendChild(copy);
}

function copyAttribute(name: string, value: string, to: Element): void {
  const key = name.toLowerCase();
  const reference = /^\s*url\(\s*["']?#([\w.:-]+)["']?\s*\)\s*$/.exec(value);
  if (REFERENCES.has(key) && reference) {
    to.setAttribute(name, `url(#${PREFIX}${reference[1] ?? ''})`);
  } else if (key === 'id') {
    to.setAttribute('id', PREFIX + value); // must not be taken for an element of the panel itself
  } else if (key === 'href' && /^#[\w.:-]+$/.test(value)) {
    to.setAttribute('href', `#${PREFIX}${value.slice(1)}`);
  } else if (/^(?:data|aria)-[\w-]+$/.test(key)) {
    to.setAttribute(name, value);
  } else if (ATTRIBUTES.has(key) && !/url\s*\(/i.test(value)) {
    to.setAttribute(name, value);
  }
}
