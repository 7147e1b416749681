// The server as a client starts it: dist/cli.js with its engine in a thread.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
after(() => rmSync(folder, { recursive: true }));
copyFileSync(join(root, 'samples/wave.csv'), join(folder, 'wave.csv'));
symlinkSync(join(root, 'package.json'), join(folder, 'link.csv'));

/** A server, and what it has said. */
function start(...args) {
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'mcp', folder, ...args]);
  const said = [];
  const waiting = [];
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line));
    for (const look of [...waiting]) look();
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  /** The first message for which it holds. */
  const heard = (holds) =>
    new Promise((resolve) => {
      const look = () => {
        const found = said.find(holds);
        if (!found) return;
        waiting.splice(waiting.indexOf(look), 1);
        resolve(found);
      };
      waiting.push(look);
      look();
    });
  const request = (id, method, params) => {
    send({ id, method, params });
    return heard((message) => message.id === id);
  };
  const call = (id, name, input, meta) =>
    request(id, 'tools/call', { name, arguments: input, ...(meta && { _meta: meta }) });
  const ended = once(child, 'exit');
  return { child, said, send, heard, request, call, ended, err: () => err };
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

test('it fits, explains, predicts and stays in its folder; the end of its input ends it', async () => {
  const { child, request, call, ended, err } = start('--allow-write');
  const { result } = await request(1, 'initialize', hello);
  assert.equal(result.protocolVersion, '2025-11-25');
  const fitted = await call(2, 'fit', { file: 'wave.csv', target: 'signal', save: 'wave.ksmodel' });
  assert.ok(fitted.result.structuredContent.r2 > 0.8, JSON.stringify(fitted));
  const why = await call(3, 'explain', {});
  assert.match(why.result.content[0].text, /Shuffled, "time" raises/);
  const predicted = await call(4, 'predict', { model: 'wave.ksmodel', file: 'wave.csv', rows: 2, out: 'p.csv' });
  assert.equal(predicted.result.structuredContent.shown, 2);
  for (const file of ['link.csv', '../x.csv', '/etc/passwd'])
    assert.match((await call(5, 'inspect', { file })).result?.content[0].text ?? '', /is outside/);
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
  assert.equal(err(), '');
  assert.deepEqual(readdirSync(folder).sort(), ['link.csv', 'p.csv', 'wave.csv', 'wave.ksmodel']);
});

test('a fit that is cancelled gives way to the next call, and is not answered', async () => {
  const { child, said, send, heard, request, call, ended } = start();
  await request(1, 'initialize', hello);
  const input = { file: 'wave.csv', target: 'signal', parameters: { kernel: 'auto', folds: 100 } };
  send({ id: 2, method: 'tools/call', params: { name: 'fit', arguments: input, _meta: { progressToken: 'p' } } });
  await heard(({ method }) => method === 'notifications/progress');
  send({ method: 'notifications/cancelled', params: { requestId: 2 } });
  const next = await call(3, 'explain', {});
  assert.equal(next.result.isError, true);
  assert.match(next.result.content[0].text, /fit a file first/);
  assert.equal(
    said.some(({ id }) => id === 2),
    false,
  );
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
});

test('the end of its input ends it in the middle of a fit', async () => {
  const { child, heard, request, send, ended } = start();
  await request(1, 'initialize', hello);
  const input = { file: 'wave.csv', target: 'signal', parameters: { folds: 100 } };
  send({ id: 2, method: 'tools/call', params: { name: 'fit', arguments: input, _meta: { progressToken: 'p' } } });
  await heard(({ method }) => method === 'notifications/progress');
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
});

test('lines that are no messages are answered, and the next one is read', async () => {
  const { child, heard, request, ended } = start();
  child.stdin.write('{"jsonrpc": "2.0",\n');
  assert.equal((await heard(({ error }) => error?.code === -32700)).id, null);
  child.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'y'.repeat(2 ** 21)}"}}\n`);
  assert.match((await heard(({ error }) => error?.code === -32600)).error.message, /too long/);
  assert.deepEqual((await request(2, 'ping')).result, {});
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
});

test('a folder that is not there is one sentence on standard error', async () => {
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'mcp', join(folder, 'none')]);
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  assert.deepEqual(await once(child, 'close'), [1, null]);
  assert.equal(out, '');
  assert.match(err, /^kernelscope: .*none is no folder\. Give folders that tools may read in\.\n$/);
});
