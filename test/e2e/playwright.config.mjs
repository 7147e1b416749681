import { cpus } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium, LOCAL_ONLY, QUIET_FLAGS } from './browser.mjs';
import { root } from './profile.mjs';

const minutes = (count) => count * 60_000;

/**
 * Tests of windows. A file's tests run in order in one worker, and all files of a worker share its VS Code; a test that fails takes its worker
 * with it, so that the next one begins in a window of its own. There are no second tries: a test that passes on one is a defect.
 */
// biome-ignore lint/style/noDefaultExport: playwright takes its configuration by a default export
export default defineConfig({
  testDir: '.',
  // The longest test begins first, so that no worker is left alone with it at the end.
  projects: [
    { name: 'longest', testMatch: 'host.spec.mjs' },
    { name: 'others', testMatch: '*.spec.mjs', testIgnore: 'host.spec.mjs' },
  ],
  outputDir: join(root, 'test-results/windows'),
  reporter: './tallyReporter.mjs',
  workers: Math.max(1, Math.min(3, cpus().length)),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // All is JavaScript as it is. To transform what it imports, the bundled engine above all, took seconds of every worker.
  build: { external: ['**/*'] },
  timeout: minutes(5),
  globalTimeout: minutes(50),
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: { executablePath: findChromium(), args: [...QUIET_FLAGS, LOCAL_ONLY] },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Pictures of the page at every click would take a third of the time; TRACE=full takes them.
    trace: { mode: 'retain-on-failure', snapshots: process.env.TRACE === 'full', screenshots: false, sources: true },
  },
});
