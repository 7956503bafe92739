import type { Memory } from './python';

/** Keeps the memory of a Python with some packages in a cache of the browser, one at a time. */
export function inCache(name: string, packages: string): Memory {
  const address = `https://pyodide.invalid/${packages}`;
  return {
    async read() {
      const found = await (await caches.open(name)).match(address);
      return found === undefined ? undefined : new Uint8Array(await found.arrayBuffer());
    },
    async write(memory) {
      await caches.delete(name);
      await (await caches.open(name)).put(address, new Response(memory as Uint8Array<ArrayBuffer>));
    },
  };
}
