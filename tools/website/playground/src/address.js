// The state of the playground in the fragment of its address, which no browser sends to a server.

/** Return files as a fragment: JSON, deflated, in base64 for addresses. */
export async function packed(state) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(state)));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `files=${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Bytes of the files that a fragment may hold: a few kilobytes of a link can unfold to gigabytes. */
export const LARGEST = 4 * 2 ** 20;

/** Return the files of a fragment; undefined for one that holds none, or that is damaged. */
export async function unpacked(fragment) {
  const found = /^#?files=([\w-]+)$/.exec(fragment);
  if (found === null) return undefined;
  try {
    const text = atob(found[1].replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes)));
    const files = Object.entries(state.files ?? {}).filter(([name, text]) => isName(name) && typeof text === 'string');
    return files.length > 0 ? { files: Object.fromEntries(files), shown: String(state.shown ?? files[0][0]) } : undefined;
  } catch {
    return undefined;
  }
}

/** Return whether a text may be the name of a file: relative, in folders below. */
export function isName(text) {
  return /^[\w.-]+(\/[\w.-]+)*$/.test(text) && !text.split('/').some((step) => step === '.' || step === '..');
}

async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const chunks = [];
  let size = 0;
  for await (const chunk of stream.readable) {
    size += chunk.length;
    if (size > LARGEST) throw new RangeError('the files are too large for a link');
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
