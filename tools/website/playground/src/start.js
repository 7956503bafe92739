// Starts the worker before the page's own script is there: what the worker says until then waits.
const early = [];
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = worker.onerror = (event) => early.push(event);
globalThis.hotlintWorker = { worker, early };
