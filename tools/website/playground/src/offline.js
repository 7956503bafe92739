// A service worker: the files of the playground are kept, so that it works without a network and starts without one.
import { CACHE } from './cache.js';

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(removeOthers().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known !== undefined) return known;
  const found = await fetch(request);
  // The worker keeps the unpacked memory itself.
  if (found.ok && !request.url.endsWith('/memory.gz')) await cache.put(request, found.clone());
  return found;
}

async function removeOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('hotlint-') && name !== CACHE).map((name) => caches.delete(name)));
}
