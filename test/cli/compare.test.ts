import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import type { Race } from '../../src/engine/contract/race';
import { schemaOf } from '../jsonSchemas';
import { runIn } from './commandLines';

const run = (...argv: string[]) => runIn(tmpdir(), argv);

const WAVE = ['samples/wave.csv', '--target', 'signal', '--set', 'folds=4'];

test('compare prints a line for each candidate, baselines first, and marks the chosen one', async () => {
  const { out, err, code } = await run('compare', ...WAVE);
  assert.equal(code, 0, err);
  assert.match(out, /^wave\.csv: signal from 1 column, kernels compared/);
  const titles = [
    'Mean',
    'Best single column, time',
    'Straight line',
    'Gaussian',
    'Matérn 3/2',
    'Laplace',
    'Sum over columns',
  ];
  const lines = out.split('\n');
  const places = titles.map((title) => lines.findIndex((line) => line.includes(`  ${title}  `)));
  assert.ok(
    places.every((place, i) => place > 0 && place > (places[i - 1] ?? 0)),
    `${places}\n${out}`,
  );
  assert.match(
    out,
    /^(Gaussian|Matérn 3\/2|Laplace|Sum over columns) (has the lowest error|is chosen), \d+ % (± \d+|\(\d+ to 100\)) below a straight line\s+on/m,
  );
  assert.equal(lines.filter((line) => line.includes('→')).length, 1);
  assert.match(
    out,
    /Error: root\s+mean\s+squared\s+error\s+on\s+rows\s+left\s+out,\s+4\s+folds\s+of\s+144\s+training\s+rows\./,
  );
});

test('compare writes the race that a fit holds, and the schema knows it', async () => {
  const compared = JSON.parse((await run('compare', ...WAVE, '--json', '-')).out) as { race: Race };
  const validate = schemaOf('fit');
  const fit = JSON.parse((await run('fit', ...WAVE, '--json', '-')).out) as { race: Race };
  assert.ok(validate(fit), JSON.stringify(validate.errors));
  const timeless = ({ race }: { race: Race }) => ({
    ...race,
    seconds: 0,
    lanes: race.lanes.map((lane) => ({ ...lane, seconds: 0 })),
  });
  assert.deepEqual(timeless(compared), timeless(fit));
});

test('what cannot be compared is said', async () => {
  const components = await run('compare', 'samples/wave.csv', '--method', 'ekpca');
  assert.deepEqual([components.code, components.out], [2, '']);
  assert.match(components.err, /has no kernel to choose/);
  assert.equal((await run('compare', 'samples/wave.csv')).code, 1);
  assert.equal((await run('compare', ...WAVE, '--save', 'x')).code, 2);
});
