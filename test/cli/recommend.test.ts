import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Proposals } from '../../src/engine/contract/proposal';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();
let file = '';
before(async () => {
  file = join(folder, 'waves.csv');
  const rows = Array.from({ length: 900 }, (_, i) => {
    const [a, b] = [Math.sin(12.9898 * i) * 3, Math.cos(78.233 * i) * 3];
    return `${a.toFixed(4)},${b.toFixed(4)},${(Math.sin(2 * a) + 0.3 * b + 0.2 * Math.sin(1e4 * i)).toFixed(4)}`;
  });
  await writeFile(file, `a,b,y\n${rows.join('\n')}\n`);
});

const run = (memory: number, ...argv: string[]) => runIn(folder, argv, { memory });

test('recommend - says what to take, then every way with the options of fit, the best first', async () => {
  const { out, err, code } = await run(154e6, 'recommend', file, '--target', 'y', '--set', 'kernel=matern52');
  assert.equal(code, 0, err);
  assert.match(
    out,
    /^An exact fit of 720 rows of 2 columns needs 1 to 2 s and 16\d MB; 154 MB are available\. (Faster|Proposed): /,
  );
  const lines = out.split('\n');
  const first = lines.find((line) => line.startsWith('  1')) ?? '';
  assert.match(first, /\d s +\d+ MB +\d+\.\d.% +--method [\w-]+ --set kernel=matern52/);
  assert.match(out, /^ {2}× +Kernel ridge regression, all rows .* does not fit$/m);
  assert.match(out, /^loss: expected increase of the held-out root mean squared error/m);
  // The best line holds a command line that works within that memory.
  const options = first.slice(first.indexOf('--method')).split(' ');
  const fit = await run(154e6, 'fit', file, '--target', 'y', ...options, '--json', '-');
  assert.equal(fit.code, 0, fit.err);
});

test('recommend --json - prints the proposals and nothing else; a loss that was not measured is null', async () => {
  const { out, err, code } = await run(154e6, 'recommend', file, '--target', 'y', '--json', '-');
  assert.equal(code, 0, err);
  const found = JSON.parse(out) as Proposals & {
    readonly target: string;
    readonly proposals: readonly { readonly options: string[] }[];
  };
  assert.deepEqual(
    [found.target, found.rows, found.columns, found.memory, found.pilot.train, found.pilot.holdout],
    ['y', 720, 2, 154e6, 504, 216],
  );
  assert.ok(found.proposals.length >= 3);
  for (const { method, seconds, bytes, loss, why, options, possible } of found.proposals) {
    assert.ok(seconds > 0 && bytes > 0 && (loss === null || loss >= 0));
    assert.match(why, /\.$/);
    assert.equal(options[0], `--method ${method}`);
    assert.equal(possible, bytes <= 154e6);
  }
});

test('recommend - a small file needs no comparison', async () => {
  const { out, code } = await run(4e9, 'recommend', file, '--target', 'y');
  assert.equal(code, 0);
  assert.match(out, /no approximation is needed\.\n\n.*\n {2}1 {2}Kernel ridge regression, all rows .*--method krr\n$/);
});

test('recommend - what is wrong is one line, with the code of its kind', async () => {
  for (const [argv, code, words] of [
    [['recommend'], 2, /recommend needs FILE: kernelscope recommend FILE… --target COL/],
    [['recommend', file, '--target', 'y', '--save', 'm'], 2, /'recommend' does not take --save/],
    [['recommend', file, '--target', 'z'], 1, /z/],
    [['recommend', file, '--target', 'y', '--method', 'krx'], 2, /krx/],
    [['recommend', join(folder, 'none.csv'), '--target', 'y'], 1, /none\.csv/],
  ] as const) {
    const said = await run(4e9, ...argv);
    assert.equal(said.code, code, said.err);
    assert.match(said.err, words);
    assert.equal(said.err.trim().split('\n').length, 1);
    assert.equal(said.out, '');
  }
});
