// The keys and values at the top of a YAML or JSON text. Values are read only when they are asked for, so that the kind
// of a long template is known at each key press. Broken texts are read as far as they go.

const BLANK = /(?:\s|#[^\n]*)*/y;
const PROPERTY = /[!&][^\s{}[\],"']*[ \t]*(?=\n)?/y;
const QUOTED = /"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'/y;
const BLOCK_KEY = /(?!-\s)[^\s#{}[\],"'|>%@`][^\n]*?(?=[ \t]*:(?:\s|$))/y;
const FLOW_KEY = /(?:[^:,{}[\]\s#]|:(?![\s,[\]{}]|$)|[ \t](?![#:]))+/y;
const COLON = /[ \t]*:(?=\s|$)/y;
const PLAIN = /(?:[^\n#]|(?<=\S)#)*/y;
/** A line that is no content: a comment, a directive of YAML, or a statement or comment of Jinja. */
const ASIDE = /[ \t]*(?:$|\n|#|%|\{[%#])/y;
const NULLS = ['', '~', 'null', 'Null', 'NULL'];

/** Returns the value of a whole text: of its first document. */
export function read(source: string): YamlValue {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  let start = 0;
  while (start < text.length && matches(ASIDE, text, start) !== undefined) {
    start = nextLine(text, start);
  }
  if (/^---(?:\s|$)/.test(text.slice(start, start + 4))) {
    start += 3;
    for (let line = start; line < text.length; line = nextLine(text, line)) {
      if (matches(ASIDE, text, line) === undefined) {
        break;
      }
      start = nextLine(text, line);
    }
  }
  const end = /^(?:---|\.\.\.)(?:\s|$)/gm;
  end.lastIndex = start;
  return new YamlValue(text, start, end.exec(text)?.index ?? text.length, 'block');
}

interface Content {
  entries?: ReadonlyMap<string, YamlValue>;
  items?: readonly YamlValue[];
  scalar?: string;
  quoted?: boolean;
}

/** A value by its place in a text, read when it is asked for. In a `block` a collection may begin without a bracket. */
export class YamlValue {
  private known: Content | undefined;

  constructor(
    private readonly text: string,
    private readonly start: number,
    private readonly end: number,
    private readonly mode: 'block' | 'inline' | 'flow',
  ) {}

  /** The entries of a mapping by their keys; undefined for any other value. */
  get entries(): ReadonlyMap<string, YamlValue> | undefined {
    return this.content.entries;
  }

  /** The items of a sequence; undefined for any other value. */
  get items(): readonly YamlValue[] | undefined {
    return this.content.items;
  }

  /** The text of a scalar without quotes and comment; undefined for an empty one, and for any other value. */
  get scalar(): string | undefined {
    return this.content.scalar;
  }

  /** Whether a scalar is written with quotes. */
  get isQuoted(): boolean {
    return this.content.quoted ?? false;
  }

  /** Whether this is a scalar, an empty one included. */
  get isScalar(): boolean {
    return this.entries === undefined && this.items === undefined;
  }

  private get content(): Content {
    return (this.known ??= this.read());
  }

  private read(): Content {
    const { text, end, mode } = this;
    const { at, outer, lines } = this.begin(this.start);
    const first = at < end ? text.charAt(at) : '';
    const block = mode === 'block' || (mode === 'inline' && lines);
    if (first === '{' && !/[{%]/.test(text.charAt(at + 1))) {
      return { entries: merged(this.flowEntries(at + 1)) };
    }
    if (first === '[') {
      return { items: [...this.flowItems(at + 1)] };
    }
    if (block && first === '-' && /\s|^$/.test(text.charAt(at + 1))) {
      return { items: this.blockItems(at) };
    }
    if (block && first !== '' && this.keyAt(at) !== undefined) {
      return { entries: merged(this.blockEntries(at, this.column(outer))) };
    }
    if (first === '"' || first === "'") {
      return { scalar: unquoted(matches(QUOTED, text, at) ?? ''), quoted: true };
    }
    const plain = (matches(PLAIN, text, at) ?? '').slice(0, Math.max(end - at, 0)).trim();
    return NULLS.includes(plain) ? {} : { scalar: plain };
  }

  /** Where the content is, and its tag or anchor before it; `lines` where it begins on a line of its own. */
  private begin(start: number): { at: number; outer: number; lines: boolean } {
    let at = start;
    let outer = -1;
    let lines = false;
    for (;;) {
      const blank = matches(BLANK, this.text, at) ?? '';
      if (blank.includes('\n')) {
        lines = true;
        outer = -1;
      }
      at += blank.length;
      const property = at < this.end ? matches(PROPERTY, this.text, at) : undefined;
      if (property === undefined) {
        return { at, outer: outer < 0 ? at : outer, lines };
      }
      outer = outer < 0 ? at : outer;
      at += property.length;
    }
  }

  private column(at: number): number {
    return at - (this.text.lastIndexOf('\n', at - 1) + 1);
  }

  // -- block style ---------------------------------------------------------------------------------------------------

  /** The key of an entry that begins here, and where its value begins: `?` and `:` begin the halves of an explicit one. */
  private keyAt(from: number): { key: string | undefined; explicit: boolean; value: number } | undefined {
    const { text } = this;
    const mark = text.charAt(from);
    if ((mark === '?' || mark === ':') && /\s|^$/.test(text.charAt(from + 1))) {
      const key = mark === '?' ? new YamlValue(text, from + 1, nextLine(text, from), 'inline').scalar : undefined;
      return mark === '?' && key === undefined ? undefined : { key, explicit: true, value: from + 1 };
    }
    const at = from + (matches(PROPERTY, text, from)?.length ?? 0);
    const written = matches(QUOTED, text, at) ?? matches(BLOCK_KEY, text, at);
    const colon = written === undefined ? undefined : matches(COLON, text, at + written.length);
    if (written === undefined || colon === undefined || (!/^["']/.test(written) && /\s#/.test(written))) {
      return undefined;
    }
    return { key: unquoted(written.trim()), explicit: false, value: at + written.length + colon.length };
  }

  private *blockEntries(from: number, column: number): Iterable<[string, YamlValue]> {
    let open: { key: string; value: number; explicit: boolean } | undefined;
    for (const at of this.linesAt(from, column)) {
      const found = this.keyAt(at);
      if (found === undefined) {
        continue; // a line of the value before
      }
      if (found.key === undefined) {
        open = open?.explicit === true ? { key: open.key, value: found.value, explicit: false } : open;
        continue;
      }
      if (open !== undefined) {
        yield [open.key, this.value(open.explicit ? at : open.value, at, 'inline')];
      }
      open = { key: found.key, value: found.value, explicit: found.explicit };
    }
    if (open !== undefined) {
      yield [open.key, this.value(open.explicit ? this.end : open.value, this.end, 'inline')];
    }
  }

  private blockItems(from: number): YamlValue[] {
    const starts = [...this.linesAt(from, this.column(from))].filter((at) => this.text.charAt(at) === '-');
    return starts.map((at, index) => new YamlValue(this.text, at + 1, starts[index + 1] ?? this.end, 'block'));
  }

  /** Where lines with this indentation begin, `from` first, until a line with less. */
  private *linesAt(from: number, column: number): Iterable<number> {
    yield from;
    for (let line = nextLine(this.text, from); line < this.end; line = nextLine(this.text, line)) {
      let at = line;
      while (this.text.charAt(at) === ' ') {
        at++;
      }
      if (at - line > column || matches(ASIDE, this.text, at) !== undefined) {
        continue;
      }
      if (at - line < column) {
        return;
      }
      yield at;
    }
  }

  // -- flow style ----------------------------------------------------------------------------------------------------

  private *flowEntries(from: number): Iterable<[string, YamlValue]> {
    const { text, end } = this;
    for (let at = this.skip(from); at < end && text.charAt(at) !== '}'; at = this.skip(at)) {
      const before = at;
      if (/^[?,]/.test(text.charAt(at))) {
        at = this.begin(at + 1).at;
      }
      at = this.begin(at).at;
      const written = matches(QUOTED, text, at) ?? matches(FLOW_KEY, text, at);
      if (written !== undefined) {
        const colon = this.skip(at + written.length);
        const value = text.charAt(colon) === ':' ? colon + 1 : colon;
        at = this.flowEnd(value);
        yield [unquoted(written.trim()), this.value(value, at, 'flow')];
      }
      at = at === before ? at + 1 : at;
    }
  }

  private flowItems(from: number): YamlValue[] {
    const found: YamlValue[] = [];
    let at = this.skip(from);
    while (at < this.end && this.text.charAt(at) !== ']') {
      const stop = this.flowEnd(at);
      if (stop > at) {
        found.push(new YamlValue(this.text, at, stop, 'flow'));
      }
      at = this.skip(this.text.charAt(stop) === ',' || stop === at ? stop + 1 : stop);
    }
    return found;
  }

  private skip(from: number): number {
    return from + (matches(BLANK, this.text, from)?.length ?? 0);
  }

  /** Where a value in flow style ends: at the comma or the bracket after it. */
  private flowEnd(from: number): number {
    let depth = 0;
    let before = ':'; // the last character that is not white space: a quote after one of these begins a text
    for (let at = from; at < this.end; at++) {
      const char = this.text.charAt(at);
      if ((char === '"' || char === "'") && '{[,:'.includes(before)) {
        at += (matches(QUOTED, this.text, at)?.length ?? 1) - 1;
      } else if (char === '#' && /\s/.test(this.text.charAt(at - 1))) {
        at = nextLine(this.text, at) - 1;
        continue;
      } else if (char === '{' || char === '[') {
        depth++;
      } else if ((char === ',' || char === '}' || char === ']') && depth === 0) {
        return at;
      } else if (char === '}' || char === ']') {
        depth--;
      }
      before = /\s/.test(char) ? before : char;
    }
    return this.end;
  }

  private value(start: number, end: number, mode: 'inline' | 'flow'): YamlValue {
    return new YamlValue(this.text, start, end, mode);
  }
}

/** Entries by their keys, with those of a merge (`<<`) added. */
function merged(found: Iterable<[string, YamlValue]>): ReadonlyMap<string, YamlValue> {
  const entries = new Map(found);
  const others = entries.get('<<')?.entries;
  entries.delete('<<');
  return others === undefined ? entries : new Map([...others, ...entries]);
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

function matches(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

/** A scalar without its quotes. Escapes of line breaks and the like stand for no more than their letter: no key has one. */
function unquoted(written: string): string {
  const inner = written.slice(1, -1);
  if (written.startsWith("'")) {
    return inner.replaceAll("''", "'");
  }
  if (!written.startsWith('"')) {
    return written;
  }
  return inner
    .replace(/\\\n[ \t]*/g, '')
    .replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/g, (_all, ...digits: (string | undefined)[]) =>
      String.fromCodePoint(Math.min(parseInt(digits.slice(0, 3).join(''), 16), 0x10ffff)),
    )
    .replace(/\\([^])/g, '$1');
}
