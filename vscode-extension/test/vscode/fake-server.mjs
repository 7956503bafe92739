#!/usr/bin/env node
// A language server of a few lines that answers the custom requests, with a page that is as hostile as it can be:
// whatever the real server lets through, the panel must not run it.
import { writeFileSync } from 'node:fs';
import { argv, env, stdin, stdout } from 'node:process';

const HOSTILE = `<!DOCTYPE html><html><head><style>body { display: none }</style><script>window.top.hacked = 1</script></head>
<body onload="window.hacked = 2"><h2>Resources</h2>
<script>document.body.dataset.hacked = '3'</script>
<img src="x" onerror="document.body.dataset.hacked = '4'">
<svg onload="document.body.dataset.hacked = '5'"><script>document.body.dataset.hacked = '6'</script><circle r="4"/></svg>
<iframe srcdoc="<script>parent.document.body.dataset.hacked = '7'</script>"></iframe>
<a href="javascript:document.body.dataset.hacked = '8'" id="environment">a link</a>
<a href="command:workbench.action.closeWindow">a command</a>
<p class="value" data-uri="URI" data-range="0:0-0:4" style="position:fixed" onclick="document.body.dataset.hacked = '9'">a value</p>
</body></html>`;

const answers = {
  initialize: (params) => (
    env.HOTLINT_FAKE_LOG && writeFileSync(env.HOTLINT_FAKE_LOG, JSON.stringify(params)),
    {
      serverInfo: { name: 'hotlint', version: argv.includes('--old') ? '0.1.0' : '0.2.0' },
      capabilities: { textDocumentSync: 1, hoverProvider: true },
    }
  ),
  'textDocument/hover': () => ({ contents: 'hover of the fake server' }),
  'hotlint/preview': ({ textDocument }) => ({
    version: 1,
    json: {},
    html: HOSTILE.replace('URI', textDocument.uri),
  }),
  'hotlint/graph': () => ({ text: '<svg viewBox="0 0 9 9"><g onclick="alert(1)"><text>a</text></g></svg>' }),
  'hotlint/environments': () => ({ candidates: [], selected: [] }),
};

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  stdout.write(body);
}

let buffer = Buffer.alloc(0);
stdin.on('data', (data) => {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, Math.max(end, 0)).toString())?.[1]);
    if (end < 0 || buffer.length < end + 4 + length) {
      return;
    }
    const message = JSON.parse(buffer.subarray(end + 4, end + 4 + length).toString());
    buffer = buffer.subarray(end + 4 + length);
    if (message.method === 'exit') {
      process.exit(0);
    }
    if (message.id !== undefined && message.method !== undefined) {
      send({ id: message.id, result: answers[message.method]?.(message.params) ?? null });
    }
  }
});
