import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** A browser that may run as root, without a screen, and asks nothing of the network. */
export const QUIET_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The option that makes a browser reach this machine only. */
export const LOCAL_ONLY = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** The path of Chromium: $CHROMIUM, or where Linux distributions put it. */
export function findChromium() {
  return process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
}

const NOISE = [
  // VS Code's own. A proprietary module that an open build asks for, gets a 404 and goes on without.
  /vsda/,
  // Its sign-in, which a busy machine is slow to start.
  /Timed out waiting for authentication provider 'github' to register/,
  // Its frame around a page that was replaced or closed while it loaded.
  /Found unexpected null\s+at assertIsDefined [^\n]*\/webview\/browser\/pre\/index\.html/,
];
// A made-up host: VS Code's service worker answers it on this machine.
const WEBVIEW_RESOURCE = /^https:\/\/[^/]*\.vscode-resource\.vscode-cdn\.net\//;

/** VS Code's own script, as against the page of a panel. */
const WORKBENCH = /\/workbench\/workbench\.js$/;

/**
 * The console lines, errors and outside requests of a browser's pages, from now on.
 * @typedef {{ console: string[], errors: string[], outside: string[], leaving: boolean }} Seen
 * @param {import('@playwright/test').BrowserContext} context
 * @returns {Seen} `leaving` is set while a page is left
 */
export function watchBrowser(context) {
  /** @type {Seen} */
  const seen = { console: [], errors: [], outside: [], leaving: false };
  context.on('console', (message) => {
    const line = `[${message.type()}] ${message.text()} @ ${message.location().url}`;
    seen.console.push(line);
    // Leaving its page, VS Code complains of what it could not finish: open chats, logs it could no longer write.
    const own = NOISE.some((noise) => noise.test(line)) || (seen.leaving && WORKBENCH.test(message.location().url));
    if (message.type() === 'error' && !own) seen.errors.push(line);
    if (process.env.VERBOSE) console.error(line);
  });
  context.on('weberror', (event) => {
    const line = `uncaught: ${event.error()?.stack ?? event.error()}`;
    seen.console.push(line);
    if (!NOISE.some((noise) => noise.test(line))) seen.errors.push(line);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    const leaves = /^(http|ws)s?:$/.test(url.protocol) && url.hostname !== '127.0.0.1';
    if (leaves && !WEBVIEW_RESOURCE.test(request.url())) seen.outside.push(request.url());
  });
  return seen;
}

/** A headless browser that can reach this machine only, for looking at windows outside the tests. */
export async function startBrowser({ width = 1440, height = 900 } = {}) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium: install it, or set CHROMIUM=/path/to/chrome.');
  const browser = await chromium.launch({ executablePath, headless: true, args: [...QUIET_FLAGS, LOCAL_ONLY] });
  const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'allow' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { page, stop: () => browser.close() };
}
