import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { componentsJson, fitJson, jsonText } from '../../src/cli/json';
import { quietContext } from '../../src/engine/contract/context';
import type { Parameters } from '../../src/engine/contract/method';
import { pack, unpack } from '../../src/engine/contract/pack';
import { isComponents } from '../../src/engine/contract/run';
import { Engine } from '../../src/engine/engine';
import { MODEL_FORMAT, OLDEST_FORMAT } from '../../src/engine/model/packModel';
import { unpackModel } from '../../src/engine/model/save';
import { PORTABLE_FORMAT } from '../../src/export/portable/portable';
import { runIn } from '../cli/commandLines';
import { machine } from '../engine/testCore';
import { testFolder } from '../testFolder';
import { cellsOf } from './compareCsv';
import { PYTHON, said, WITHOUT_SKLEARN } from './fittedCases';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no numpy';
const folder = testFolder();
let reader = '';
before(async () => {
  const page = await readFile('docs/model-format.md', 'utf8');
  reader = Array.from(page.matchAll(/```python\n([\s\S]*?)```/g), ([, code]) => code).join('\n');
});

const python = (program: string) => {
  const ran = spawnSync(PYTHON, ['-c', `${reader}\n${program}`], { encoding: 'utf8' });
  return { ...ran, json: () => JSON.parse(ran.stdout) };
};

test('the reader of docs/model-format.md reads a model and predicts with it', { skip }, async () => {
  const file = join(folder, 'x.ksmodel');
  const given = ['--target', 'signal', '--set', 'kernel=gaussian', '--quiet', '--holdout', '0'];
  await said(folder, 'fit', 'samples/wave.csv', ...given, '--save', file);
  const expected = cellsOf(await said(folder, 'predict', file, 'samples/wave.csv'));
  const model = unpackModel(await readFile(file));
  const [centre, scale] = [model.transform.centre[0], model.transform.scale[0]];
  const times = cellsOf(await readFile('samples/wave.csv', 'utf8'))
    .slice(1)
    .map(([time]) => (Number(time) - centre) / scale);
  const { status, stderr, json } = python(
    `print(json.dumps(predict_gaussian(${JSON.stringify(file)}, np.array(${JSON.stringify(times)})[:, None]).tolist()))`,
  );
  assert.equal(status, 0, stderr);
  json().forEach((value: number, i: number) => {
    assert.ok(Math.abs(value - Number(expected[i + 1][1])) < 1e-7, `row ${i + 1}`);
  });
});

test('it reads all kinds of arrays, odd numbers and keys, and refuses damage', { skip }, async () => {
  const file = join(folder, 'odd.ksrun');
  const bytes = pack({
    a: Float64Array.of(1.5, Number.NaN),
    b: Int8Array.of(-1, 2, 3),
    c: [Uint32Array.of(4_000_000_000), Uint16Array.of(65_535)],
    d: Number.NEGATIVE_INFINITY,
    $array: 'a name',
    text: '"\u2028',
  });
  await writeFile(file, bytes);
  const shown = python(
    `v = read_packed(${JSON.stringify(file)}); print(json.dumps([v["a"].tolist()[0], v["b"].tolist(), v["c"][0].tolist(), v["c"][1].tolist(), v["d"] < -1e308, v["$array"], v["text"]]))`,
  );
  assert.deepEqual(shown.json(), [1.5, [-1, 2, 3], [4_000_000_000], [65_535], true, 'a name', '"\u2028']);
  bytes[bytes.length - 1] ^= 1;
  await writeFile(file, bytes);
  const refused = python(`read_packed(${JSON.stringify(file)})`);
  assert.notEqual(refused.status, 0);
  assert.match(refused.stderr, /its checksum does not fit/);
});

/** The runs that a reader is tested on, each against the same run as the command line writes it as JSON. */
const RUNS: readonly (readonly [file: string, target: string, method: string, parameters?: Parameters])[] = [
  ['wave', 'signal', 'krr'],
  ['wave', 'signal', 'huber'],
  ['wave', 'signal', 'quantile'],
  ['wave', 'signal', 'nystrom-ridge', { landmarks: 20, compare: false }],
  ['leaves', 'shrub', 'tkrr'],
  ['leaves', '', 'ekpca', { components: 3, tradeOff: false }],
];

for (const [file, target, method, parameters = {}] of RUNS)
  test(`the reader of docs/model-format.md reads a run of ${method} on ${file}.csv`, { skip }, async () => {
    const engine = new Engine(machine(4e9));
    const design = {
      target,
      missing: 'impute',
      standardise: true,
      holdout: { kind: 'fraction', fraction: 0.2 },
      seed: 0,
    } as const;
    const source = { kind: 'path', path: resolve(`samples/${file}.csv`) } as const;
    const kernel = { kernel: 'gaussian', ...parameters };
    const run = await engine.handlers.fit({ source, read: {}, design, method, parameters: kernel }, quietContext);
    const path = join(folder, `${method}.ksrun`);
    // As the history stores it, with a member of a later version.
    await writeFile(path, pack({ ...run, origin: 'file:///elsewhere', later: { x: Float64Array.of(1) } }));
    const shown = python(
      `plain = lambda v: v.tolist() if hasattr(v, "tolist") else v
print(json.dumps(read_run(${JSON.stringify(path)}), default=plain))`,
    );
    assert.equal(shown.status, 0, shown.stderr);
    const read = shown.json();
    assert.equal(read.method, method);
    assert.equal(read.file, `${file}.csv`);
    for (const { name, value } of run.parameters) assert.equal(read.parameters[name], value, name);
    if (isComponents(run)) {
      const { components } = JSON.parse(jsonText('fit', componentsJson(run)));
      assert.deepEqual(
        [read.eigenvalues, read.rows, read.scores],
        [components.eigenvalues, components.train.rows, components.train.scores],
      );
      return;
    }
    const written = JSON.parse(jsonText('fit', fitJson(run)));
    const targets = [written, ...written.others];
    assert.deepEqual(
      Object.keys(read.targets),
      targets.map((one) => one.target),
    );
    for (const one of targets) {
      const { metrics, eigenvalues, alignment, predictions } = read.targets[one.target];
      assert.deepEqual(metrics, one.metrics.holdout);
      assert.deepEqual([eigenvalues, alignment], [one.spectrum.mu, one.alignment.scores]);
      assert.deepEqual([predictions.rows, predictions.predicted], [one.predictions.rows, one.predictions.holdout]);
    }
    assert.deepEqual([read.accuracy, read.confusion], [written.classes?.accuracy, written.classes?.confusion]);
  });

const FIT_WAVE = ['fit', 'samples/wave.csv', '--target', 'signal', '--set', 'kernel=gaussian', '--quiet'];

test('Versions: what earlier and later ones wrote is read or refused as docs/model-format.md says', {
  skip,
}, async () => {
  const page = await readFile('docs/model-format.md', 'utf8');
  assert.match(page, new RegExp(`\\| \`format\` of a model: ${MODEL_FORMAT} \\|`));
  assert.match(page, new RegExp(`\\| \`version\` of an export's \`model.json\`: ${PORTABLE_FORMAT} \\|`));
  const file = join(folder, 'versions.ksmodel');
  await said(folder, ...FIT_WAVE, '--save', file);
  const expected = await said(folder, 'predict', file, 'samples/wave.csv');
  const bytes = new Uint8Array(await readFile(file));
  const saved = unpack(bytes) as { readonly model: object };
  const rows = python(`print(json.dumps(read_packed(${JSON.stringify(file)})["model"]["x"]["rows"]))`).json();

  const read = { later: { x: Float64Array.of(1) } };
  const unsigned = bytes.slice();
  unsigned.fill(0, 12, 16);
  const good: Record<string, Uint8Array> = {
    'a member of a later version': pack({ ...saved, ...read, model: { ...saved.model, ...read } }),
    'no checksum': unsigned,
  };
  for (let format = OLDEST_FORMAT; format <= MODEL_FORMAT; format++)
    good[`format ${format}`] = pack({ ...saved, format });
  for (const [name, content] of Object.entries(good)) {
    await writeFile(file, content);
    assert.equal(await said(folder, 'predict', file, 'samples/wave.csv'), expected, name);
    const shown = python(`print(json.dumps(read_packed(${JSON.stringify(file)})["model"]["x"]["rows"]))`);
    assert.equal(shown.json(), rows, name);
  }

  const layout = bytes.slice();
  layout[4] = 2;
  for (const [content, says] of [
    [
      pack({ ...saved, format: MODEL_FORMAT + 1 }),
      /A newer version of Kernelscope wrote this file: its model is of format 5.* Update Kernelscope/,
    ],
    [
      layout,
      /A newer version of Kernelscope wrote this file: its layout is 2, and this version reads 1\. Update Kernelscope/,
    ],
    [
      pack({ ...saved, format: OLDEST_FORMAT - 1 }),
      /written in format 1, this version reads 2 to 4\. Give a file that 'fit --save' wrote/,
    ],
  ] as const) {
    await writeFile(file, content);
    const { code, err } = await runIn(folder, ['predict', file, 'samples/wave.csv']);
    assert.notEqual(code, 0);
    assert.match(err, says);
  }
  await writeFile(file, layout);
  assert.match(
    python(`read_packed(${JSON.stringify(file)})`).stderr,
    /is not packed by Kernelscope, or by a later version/,
  );
});

test('Versions: an exported program reads the model of its own version and kind alone', { skip }, async () => {
  const [model, out] = [join(folder, 'own.ksmodel'), join(folder, 'own')];
  await said(folder, ...FIT_WAVE, '--save', model);
  await said(folder, 'export', model, '--as', 'python', '--out', out);
  const loads = () =>
    spawnSync(PYTHON, ['-c', 'from kernelscope_model import Model; Model()'], {
      cwd: out,
      env: WITHOUT_SKLEARN,
      encoding: 'utf8',
    });
  assert.equal(loads().status, 0);
  const place = join(out, 'model.json');
  const own = JSON.parse(await readFile(place, 'utf8'));
  for (const [changed, says] of [
    [{ version: PORTABLE_FORMAT + 1 }, /is of another version than this program: export the model again, whole/],
    [{ format: 'something else' }, /is not a model that this file reads/],
    [
      { classes: { levels: ['a', 'b'] } },
      /The model in .* is no Regressor: use the kernelscope_model\.py that was exported with it/,
    ],
  ] as const) {
    await writeFile(place, JSON.stringify({ ...own, ...changed }));
    assert.match(loads().stderr, says);
  }
});
