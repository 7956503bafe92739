import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // VS Code gives this module to extensions only.
  resolve: { alias: { vscode: fileURLToPath(new URL('test/unit/vscode.ts', import.meta.url)) } },
  test: { include: ['test/unit/**/*.test.ts'], testTimeout: 30000 },
});
