// An engine in a thread hands the buffers of a result over: what it keeps of the file must not be among them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import type { DesignOptions } from '../../src/engine/contract/data';
import type { FitRequest } from '../../src/engine/contract/run';
import { transferables } from '../../src/engine/contract/transferables';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { machine } from './testCore';

const ROWS = 60;
const random = new Random(5);
const rows = Array.from({ length: ROWS }, (_, i) => [
  `K${i}`,
  ['north', 'south', 'west'][i % 3],
  (10 + random.normal()).toFixed(2),
  random.uniform() < 0.1 ? '*' : (50 * random.uniform()).toFixed(1),
  `2024-03-${String(1 + (i % 28)).padStart(2, '0')}`,
  (1 + random.uniform()).toFixed(2),
]);
const NAMES = 'id,site,a,b,day,w';
const sum = (c: number) => rows.reduce((all, row) => all + (Number(row[c]) || 0), 0).toFixed(2);
const FILES: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  'a labelled row of totals': [`Total,,${sum(2)},${sum(3)},,${sum(5)}`],
  'a row of totals without a label': [`,,${sum(2)},${sum(3)},,${sum(5)}`],
};
const DESIGN: DesignOptions = {
  target: 'a',
  missing: 'impute',
  standardise: true,
  seed: 0,
  holdout: { kind: 'fraction', fraction: 0.2 },
};
const DESIGNS: readonly (Partial<DesignOptions> & { readonly method?: string })[] = [
  {},
  { weights: 'w' },
  { target: 'site' },
  { splitBy: { kind: 'group', column: 'site' } },
  { without: '3,7' },
  { method: 'rf-ridge' },
  { method: 'huber' },
  { method: 'ekpca', target: '' },
];

for (const [name, last] of Object.entries(FILES))
  test(`a fit whose result was handed over can be asked for again, and the file be looked at: ${name}`, async () => {
    const engine = new Engine(machine(4e9));
    const bytes = new TextEncoder().encode([NAMES, ...rows.map((row) => row.join()), ...last].join('\n'));
    const source = { kind: 'bytes', name: 'made.csv', bytes } as const;
    const first = await engine.handlers.inspect({ source, read: {} }, quietContext);
    const before = structuredClone(first);
    for (const { method = 'krr', ...design } of DESIGNS) {
      const parameters: FitRequest['parameters'] = method === 'ekpca' ? {} : { kernel: 'gaussian' };
      const request = { method, source, read: {}, design: { ...DESIGN, ...design }, parameters };
      const fitted = async () => {
        const run = await engine.handlers.fit(request, quietContext);
        return structuredClone(run, { transfer: transferables(run) });
      };
      const [one, again] = [await fitted(), await fitted()];
      assert.deepEqual(again.callouts, one.callouts, method);
      assert.deepEqual(await engine.handlers.inspect({ source, read: {} }, quietContext), before, method);
    }
  });
