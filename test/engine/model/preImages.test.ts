import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { Engine } from '../../../src/engine/engine';
import { empiricalComponents } from '../../../src/engine/fit/components/empirical';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { predictedCsv } from '../../../src/engine/model/predictedCsv';
import { preImages } from '../../../src/engine/model/preImages';
import { projectComponents } from '../../../src/engine/model/projectComponents';
import { ofRows } from '../fit/components/making';
import { madeRows } from '../madeRows';
import { core, machine } from '../testCore';

const N = 120;
const curve = (n: number, from: number): Matrix => ({
  rows: n,
  columns: 3,
  values: Float64Array.from({ length: 3 * n }, (_, o) => {
    const t = from + ((o % n) / n) * 3;
    return [Math.cos(t), Math.sin(t), t / 2][Math.floor(o / n)];
  }),
});

for (const centre of [true, false])
  for (const kernel of ['gaussian', 'laplace', 'linear'] as const)
    test(`rows on a curve come back from their scores: ${kernel}, ${centre ? 'centred' : 'not centred'}`, () => {
      const spec = { kind: kernel, lengthScale: [1] };
      const { model } = empiricalComponents(spec, curve(N, 0), 3, centre, quietWith(core));
      const fresh = curve(37, 0.01);
      const images = preImages(model, quietWith(core));
      const back = images.rowsOf(projectComponents(model, fresh, quietWith(core)).scores, quietWith(core));
      assert.ok(back.values.every((v, o) => Math.abs(v - fresh.values[o]) < 0.02));
      assert.ok(images.left.every((share) => share < 1e-3));
    });

test('what is missed of a row left out is what is missed of new rows', () => {
  // Noise in two columns that the first component cannot know.
  const { model } = empiricalComponents(
    { kind: 'gaussian', lengthScale: [2] },
    madeRows(400, 3, 1),
    1,
    true,
    quietWith(core),
  );
  const fresh = madeRows(400, 3, 2);
  const images = preImages(model, quietWith(core));
  const back = images.rowsOf(projectComponents(model, fresh, quietWith(core)).scores, quietWith(core));
  const sum = (values: Float64Array) => values.reduce((all, v) => all + v * v, 0);
  images.left.forEach((share, j) => {
    const column = (x: Matrix) => x.values.subarray(j * 400, (j + 1) * 400);
    const missed = column(back).map((v, i) => v - column(fresh)[i]);
    const found = sum(missed) / sum(column(fresh));
    assert.ok(Math.abs(found - share) < 0.3 * share, `${found} of new rows, ${share} left out`);
  });
});

const LINES = Array.from({ length: 90 }, (_, i) => {
  const t = i / 15;
  const gap = i % 9 === 4;
  return [
    gap ? '' : (20 + 5 * Math.sin(t)).toFixed(3),
    i % 2 ? 'yes' : 'no',
    ['Ulm', '=Bonn', '7'][i % 3],
    new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10),
  ].join(',');
});
const bytes = new TextEncoder().encode(['width,ok,town,day', ...LINES].join('\n'));
const source = { kind: 'bytes', name: 'made.csv', bytes } as const;

async function rebuilt(method: string, missing: 'impute' | 'drop') {
  const engine = new Engine(machine(4e9));
  const run = await engine.handlers.fit(
    {
      source,
      read: {},
      design: {
        target: '',
        missing,
        standardise: true,
        maxLevels: 30,
        holdout: { kind: 'fraction', fraction: 0.2 },
        seed: 0,
      },
      method,
      parameters: { components: 8 },
    },
    quietContext,
  );
  const { model } = ofRows(run);
  const predicted = await engine.models.predict({ model, source, inverse: true }, quietContext);
  return { predicted, csv: [...predictedCsv(predicted)].join('') };
}

for (const method of ['ekpca', 'ny-kpca'])
  for (const missing of ['impute', 'drop'] as const)
    test(`a file of numbers, words and dates with gaps is rebuilt in its own terms: ${method}, ${missing}`, async () => {
      const { csv, predicted } = await rebuilt(method, missing);
      const [head, ...lines] = csv.trim().split('\n');
      assert.equal(head.trim(), 'row,width,ok,town,day,error');
      const cells = lines.map((line) => line.trim().split(','));
      assert.equal(cells.length, 90);
      let agree = 0;
      cells.forEach(([, width, ok, town, day], i) => {
        const [asWidth, asOk, asTown] = LINES[i].split(',');
        if (missing === 'drop' && asWidth === '') {
          assert.deepEqual([width, ok, town, day], ['', '', '', '']);
          return;
        }
        if (asWidth !== '') assert.ok(Math.abs(Number(width) - Number(asWidth)) < 3, `${width} for ${asWidth}`);
        assert.match(day, /^20(19|20)-\d\d-\d\d$/);
        agree += Number(ok === asOk) + Number(town.replace("'", '').replaceAll('"', '') === asTown);
      });
      assert.ok(agree >= 130, `${agree} of 180 words`);
      assert.ok(
        predicted.notes.some(
          ({ code, text }) => code === 'predict/rebuilt' && /miss .*% of the variance of/.test(text),
        ),
      );
    });

test('what has no rows, or no components, says so', async () => {
  await assert.rejects(rebuilt('rf-kpca', 'impute'), /holds no rows/);
});
