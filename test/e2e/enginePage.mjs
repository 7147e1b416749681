// The engine in a page of a browser, without an editor: the bundles of dist/, and what this page needs to ask them.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { root } from './profile.mjs';

const PAGE = `
import { onWeb } from './src/platform/web';
import { startEngine } from './src/web/startEngine';
const read = async (bundle) => (await fetch('/dist/' + bundle + '.js')).text();
const worker = startEngine(read);
const pending = new Map();
worker.on('error', (error) => { for (const { fail } of pending.values()) fail(error); });
worker.on('message', (message) => {
  const call = pending.get(message.id);
  if (message.type === 'result') call.done(message.value);
  if (message.type === 'failure') call.fail(new Error(message.failure.message));
});
let next = 0;
const Flags = typeof SharedArrayBuffer === 'undefined' ? ArrayBuffer : SharedArrayBuffer;
globalThis.platform = onWeb;
globalThis.ask = (method, params) => new Promise((done, fail) => {
  const id = ++next;
  pending.set(id, { done, fail });
  worker.postMessage({ type: 'call', id, method, params, flags: new Flags(12) });
});
globalThis.flat = (value) => {
  const numbers = {};
  const walk = (part, path) => {
    if (typeof part === 'number') numbers[path] = [part];
    else if (ArrayBuffer.isView(part)) numbers[path] = Array.from(part);
    else if (part && typeof part === 'object') for (const [key, each] of Object.entries(part)) walk(each, path + '.' + key);
    else numbers[path] = String(part);
  };
  walk(value, '');
  return numbers;
};
`;

/** Serves the page, twice: threads of the one at /isolated may share memory. */
export async function serveEngine() {
  const built = await build({
    stdin: { contents: PAGE, resolveDir: root },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
  const script = built.outputFiles[0].text;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/') {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    const file = join(root, pathname);
    if (pathname === '/' || pathname === '/isolated')
      response.setHeader('content-type', 'text/html').end(`<meta charset=utf-8><script>${script}</script>`);
    else if (/^\/dist\/\w+\.js$/.test(pathname) && existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(204).end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The same requests by node's worker. */
export function engineOfNode() {
  const worker = new Worker(join(root, 'dist/engine.js'));
  let next = 0;
  return {
    ask: (/** @type {string} */ method, /** @type {object} */ params) =>
      new Promise((done, fail) => {
        const id = ++next;
        const hear = (message) => {
          if (message.id !== id || !['result', 'failure'].includes(message.type)) return;
          worker.off('message', hear);
          if (message.type === 'result') done(message.value);
          else fail(new Error(message.failure.message));
        };
        worker.on('message', hear);
        worker.postMessage({ type: 'call', id, method, params, flags: new SharedArrayBuffer(12) });
      }),
    stop: () => worker.terminate(),
  };
}
