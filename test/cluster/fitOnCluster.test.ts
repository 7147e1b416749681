import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Adapter } from '../../src/cluster/adapter';
import { type CallEngine, fitOnCluster } from '../../src/cluster/fitOnCluster';
import type { FitRequest, RunResult } from '../../src/engine/contract/run';

const home = mkdtempSync(join(tmpdir(), 'kernelscope-room-'));
after(() => rmSync(home, { recursive: true }));
const at = (name: string) => join(home, name);
const request = { source: { kind: 'path', path: '/data' } } as FitRequest;

/** A program in place of Python. `body` knows `words`, `fs`, `say(line)` and `home`. */
function adapter(name: string, body: string): Adapter {
  const program = at(name);
  const text = `#!${process.execPath}
const fs = require('node:fs');
const home = ${JSON.stringify(home)};
const [script, ...words] = process.argv.slice(2);
const say = (line) => process.stderr.write(JSON.stringify(line) + '\\n');
${body}`;
  writeFileSync(program, text, { mode: 0o755 });
  const place = { engine: 'dask', address: 'tcp://host:8786' } as const;
  return { place, program, naming: 'in the settings', scripts: '/scripts' };
}

/** An engine that only knows of the folder. */
function engine(asked: string[] = [], found: { folder?: string; names?: readonly string[] } = {}): CallEngine {
  const call = async (method: string, { folder }: { readonly folder: string }) => {
    asked.push(method);
    found.folder = folder;
    found.names = readdirSync(folder).sort();
    if (method === 'planParts') writeFileSync(join(folder, 'plan'), 'the plan');
    return method === 'planParts' ? { parts: 2 } : ({ id: 'made' } as RunResult);
  };
  return call as CallEngine;
}

test('a cluster is tried, its parts are visited between plan and finish, and nothing stays on disk', async () => {
  const program = adapter(
    'visits',
    `fs.appendFileSync(home + '/lines', JSON.stringify([script, words, process.cwd()]) + '\\n');
if (words[0] === '--check') process.exit(0);
say({ stage: 'sums', done: 1, parts: 2, seconds: 3 });
for (const name of ['solution', 'errors']) fs.writeFileSync(words[2] + '/' + name, name);`,
  );
  const [asked, found, told] = [[] as string[], {} as { folder: string; names: string[] }, [] as [number, string][]];
  const onProgress = (fraction: number, stage: string) => void told.push([fraction, stage]);
  const run = await fitOnCluster({ request }, program, engine(asked, found), { onProgress });
  assert.equal(run.id, 'made');
  assert.deepEqual(asked, ['planParts', 'finishParts']);
  const { folder } = found;
  assert.deepEqual(found.names, ['errors', 'plan', 'solution']);
  assert.ok(!existsSync(folder));
  const fixed = ['--scheduler=tcp://host:8786', `--node-here=${process.execPath}`, '--end-with-input'];
  const lines = readFileSync(at('lines'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  // Relative names, which the folder of a workspace could answer, are looked for in an empty folder.
  assert.deepEqual(
    lines.map(([script, words]) => [script, words]),
    [
      ['/scripts/kernelscope_dask.py', ['--check', ...fixed]],
      ['/scripts/kernelscope_dask.py', [join(folder, 'plan'), '--steps', folder, ...fixed]],
    ],
  );
  assert.ok(lines.every(([, , cwd]) => cwd.endsWith(folder.split('/').at(-1) ?? '')));
  assert.ok(
    told.some(([share, words]) => share > 0.2 && share < 0.5 && words === 'sums over the parts, 1 of 2, 3 s left'),
  );
  assert.ok(told.every(([share], i) => i === 0 || share >= told[i - 1][0]));
});

test('a cluster that cannot be had is said before anything is planned', async () => {
  const absent = adapter('absent', `say({ failure: { message: 'Nobody answers.' } }); process.exit(1);`);
  const asked: string[] = [];
  await assert.rejects(fitOnCluster({ request }, absent, engine(asked), {}), { message: 'Nobody answers.' });
  await assert.rejects(fitOnCluster({ request }, { ...absent, program: at('no-python') }, engine(asked), {}), {
    message: `There is no Python at ${at('no-python')}. Install Python 3.10 or newer, or name one in the settings.`,
  });
  assert.deepEqual(asked, []);
});

test('cancelled, a fit ends at once, its script when it has freed the cluster, and then its folder is gone', async () => {
  const program = adapter(
    'waits',
    `if (words[0] === '--check') process.exit(0);
fs.statSync(words[0]);
process.stdin.on('end', () => {
  const wait = setInterval(() => {
    if (!fs.existsSync(home + '/freed')) return;
    clearInterval(wait);
    fs.writeFileSync(home + '/stopped', String(fs.existsSync(words[2])));
    process.exit(130);
  }, 5);
}).resume();
say({ stage: 'sums', done: 0, parts: 2 });`,
  );
  const stop = new AbortController();
  const found = {} as { folder: string };
  const onProgress = (_: number, stage: string) => stage.startsWith('sums') && stop.abort();
  await assert.rejects(fitOnCluster({ request }, program, engine([], found), { onProgress, signal: stop.signal }), {
    message: 'Cancelled. Nothing was saved.',
  });
  // The script has not ended: it waits for this file.
  assert.ok(!existsSync(at('stopped')) && statSync(found.folder).isDirectory());
  const removed = new Promise<void>((done) => {
    const watching = watch(tmpdir(), () => {
      if (existsSync(found.folder)) return;
      watching.close();
      done();
    });
  });
  writeFileSync(at('freed'), '');
  await removed;
  assert.equal(readFileSync(at('stopped'), 'utf8'), 'true');
});

test('what a program says without line ends is not held, and what it says last is told', async () => {
  const most = 2 ** 20;
  const endless = adapter(
    'endless',
    `const part = Buffer.alloc(${most}, 'x');
for (let i = 0; i < 600; i++) fs.writeSync(2, part);
fs.writeSync(2, '\\nThe last word\\n');
process.exit(3);`,
  );
  const before = process.memoryUsage().rss;
  await assert.rejects(
    fitOnCluster({ request }, endless, engine(), {}),
    /ended with code 3, and said last: The last word$/,
  );
  assert.ok(process.memoryUsage().rss - before < 200 * most);
  const silent = adapter('silent', `fs.writeSync(2, Buffer.alloc(${3 * most}, 'x')); process.exit(3);`);
  await assert.rejects(
    fitOnCluster({ request }, silent, engine(), {}),
    /said last: \(a line that is too long to be read\)$/,
  );
});
