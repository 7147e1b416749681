import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../../src/engine/contract/context';
import { isComponents } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { testFolder } from '../../testFolder';
import { machine } from '../testCore';

const folder = testFolder();
const engine = new Engine(machine(4e9));
const random = new Random(8);
const ROWS = Array.from({ length: 300 }, () => {
  const [a, b] = [random.normal(), random.normal()].map((v) => Number(v.toFixed(3)));
  return { a, kind: a > 0 ? 'up, over' : 'down', b, y: Number((a + Math.sin(b)).toFixed(3)) };
});
const cells = (row: (typeof ROWS)[number]) => `${row.a},"${row.kind}",${row.b},${row.y}`;
const csv = ['a,kind,b,y', ...ROWS.map(cells)].join('\n');
const jsonl = ROWS.map((row) => JSON.stringify(row)).join('\n');

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'rows.csv': csv,
  'rows.csv.gz': gzipSync(csv),
  'rows.jsonl': jsonl,
  'rows.ndjson': jsonl,
  'rows.jsonl.gz': gzipSync(jsonl),
};

test('rows that are visited give the same fit whatever the format of their file', async () => {
  const fits = await Promise.all(
    Object.entries(FILES).map(async ([name, content]) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      const run = await engine.handlers.fit(
        {
          method: 'rf-ridge',
          source: { kind: 'path', path },
          read: {},
          design: {
            target: 'y',
            missing: 'impute',
            standardise: true,
            seed: 2,
            holdout: { kind: 'fraction', fraction: 0.2 },
          },
          parameters: { features: 30, lengthScale: 1, compare: false },
          streamed: true,
        },
        quietContext,
      );
      if (isComponents(run)) throw new Error('a fit is no run of components');
      return run;
    }),
  );
  const [first, ...others] = fits;
  assert.ok((first.metrics.holdout?.n ?? 0) > 30);
  for (const other of others) assert.deepEqual(other.metrics.holdout, first.metrics.holdout);
});
