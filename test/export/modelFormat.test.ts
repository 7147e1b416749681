import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pack } from '../../src/engine/contract/pack';
import { unpackModel } from '../../src/engine/model/save';
import { testFolder } from '../testFolder';
import { cellsOf } from './compareCsv';
import { PYTHON, said } from './fittedCases';

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
