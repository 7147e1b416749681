import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calloutText } from '../../../src/engine/contract/callout';
import type { Parameters } from '../../../src/engine/contract/method';
import { methodById } from '../../../src/engine/methods/registry';
import { trained } from '../data/designed';
import { readText } from '../data/reading';
import { normals } from '../madeRows';
import { fitContext } from '../testCore';

const N = 160;

/** The warning about the division of rows of a file, with a quick fit of it; undefined where there is none. */
async function warning(
  header: string,
  row: (i: number, noise: () => number) => (string | number)[],
  options = {},
  parameters: Parameters = {},
) {
  const noise = normals(4);
  const lines = Array.from({ length: N }, (_, i) => row(i, noise).join(','));
  const table = await readText(`${header}\n${lines.join('\n')}\n`);
  const design = trained(table, options);
  const method = methodById('krr');
  if (method.family === 'components') throw new Error('krr has a target');
  const outcome = method.run(design, { kernel: 'gaussian', lengthScale: 0.2, ...parameters }, fitContext);
  const [callout] = outcome.callouts ?? [];
  return callout && calloutText(callout);
}

/** A walk: a level that drifts with the rows and a measurement that says which level holds. */
const walk = () => {
  let level = 0;
  return (i: number, noise: () => number) => {
    level += noise();
    return [Math.sin(i / 50).toFixed(3), (i / 20).toFixed(3), (level + 0.1 * noise()).toFixed(3)];
  };
};

test('a series in file order, and by its date, is noticed; with the order set it is not said again', async () => {
  const text = await warning('a,time,y', walk());
  assert.match(
    text ?? '',
    /^Rows near each other in the file are alike: in 10 runs .* (?:\d\u202f% higher|times as large), .*New rows like none of these will be missed by as much\.$/,
  );
  const dated = await warning('day,a,y', (i, noise) => {
    const day = new Date(Date.UTC(2021, 0, 1 + ((i * 37) % N))).toISOString().slice(0, 10);
    return [day, Math.sin(i).toFixed(3), (3 * Math.sin(((i * 37) % N) / 9) + 0.1 * noise()).toFixed(3)];
  });
  assert.match(dated ?? '', /near each other by "day" are alike: in 10 runs/);
  assert.equal(await warning('a,time,y', walk(), { splitBy: { kind: 'blocks' } }), undefined);
});

test('repeated rows of subjects are noticed', async () => {
  const offsets = Array.from({ length: 16 }, (_, s) => [Math.sin(5 * s), Math.cos(9 * s), 3 * Math.sin(31 * s)]);
  const text = await warning(
    'subject,p,q,y',
    (i, noise) => {
      const s = (i * 7) % 16;
      const [p, q, y] = offsets[s];
      return [
        `s${s}`,
        (p + 0.02 * noise()).toFixed(3),
        (q + 0.02 * noise()).toFixed(3),
        (y + 0.1 * noise()).toFixed(3),
      ];
    },
    { features: ['p', 'q'] },
  );
  assert.match(text ?? '', /^Rows of the same "subject" are alike: with each in one of 10 folds the RMSE is /);
});

test('repeated rows behind codes are noticed under any name, and codes of independent rows are not', async () => {
  const codes: readonly ((k: number) => string)[] = [
    (k) => `1001-${String(k).padStart(2, '0')}`,
    (k) => `P${k + 100}`,
    (k) => `0${k + 10}`,
  ];
  for (const name of ['SUBJID', 'Proband', 'USUBJID', 'c1'])
    for (const code of codes) {
      const row = (alike: boolean) => (i: number, noise: () => number) => {
        const k = i % 32;
        const own = alike ? [Math.sin(5 * k), Math.cos(9 * k), 3 * Math.sin(31 * k)] : [noise(), noise(), 0];
        const [p, q, y] = own.map((value) => value + 0.02 * noise());
        return [code(k), p.toFixed(3), q.toFixed(3), (y + (alike ? 0 : Math.sin(p) + 0.2 * noise())).toFixed(3)];
      };
      const options = { features: ['p', 'q'] };
      const said = await warning(`${name},p,q,y`, row(true), options);
      assert.match(said ?? '', new RegExp(`^Rows of the same "${name}" are alike`), code(7));
      assert.equal(await warning(`${name},p,q,y`, row(false), options), undefined, code(7));
    }
});

test('independent rows are not', async () => {
  const text = await warning('id,a,b,y', (i, noise) => {
    const [a, b] = [noise(), noise()];
    return [i % 20, a.toFixed(3), b.toFixed(3), (Math.sin(a) + b * b + 0.2 * noise()).toFixed(3)];
  });
  assert.equal(text, undefined);
});

test('what is said of neighbours belongs to the data: it stays whatever lambda is set', async () => {
  const byRule = await warning('a,time,y', walk());
  for (const lambda of [1e-9, 1e-4, 1e-1, 10]) {
    const text = await warning('a,time,y', walk(), {}, { lambda });
    assert.equal(text === undefined, false, `nothing is said at ${lambda}; by rule: ${byRule}`);
  }
});
