import assert from 'node:assert/strict';
import { test } from 'node:test';
import { methods } from '../../src/engine/methods/registry';
import { runIn } from './commandLines';

const run = (...argv: string[]) => runIn('', argv);

test('methods lists each with what it is for, by family', async () => {
  const { out, code } = await run('methods');
  assert.equal(code, 0);
  for (const { id, title, purpose } of methods) {
    const line = out.split('\n').find((text) => text.startsWith(`  ${id} `)) ?? '';
    assert.ok(line.includes(title) && line.endsWith(`for ${purpose}`), id);
  }
  assert.match(out, /^large files\n {2}rf-ridge /m);
});

for (const { id, title, summary, parameters } of methods)
  test(`methods ${id} shows what it is, its source and each parameter with its values and default`, async () => {
    const { out, code } = await runIn('', ['methods', id], { columns: 90 });
    assert.equal(code, 0);
    assert.ok(out.startsWith(`${id}: ${title}, for `));
    const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
    assert.ok(flat(out).includes(summary));
    const entries = new Map(out.split(/\n {2}(?=\S)/).map((entry) => [entry.split(/\s/)[0], flat(entry)]));
    for (const { name, description, default: value, minimum, choices = [] } of parameters) {
      const entry = entries.get(name) ?? '';
      assert.ok(entry.startsWith(`${name} ${description} (`), `${name}: ${entry}`);
      if (value !== undefined) assert.ok(entry.endsWith(`; default ${value})`), entry);
      for (const word of [...choices, ...(minimum === undefined ? [] : [String(minimum)])])
        assert.ok(entry.includes(word));
    }
    const { method } = JSON.parse((await run('methods', id, '--json')).out) as { method: { id: string } };
    assert.equal(method.id, id);
  });

test('the papers of a method are named with authors and link', async () => {
  const { out } = await run('methods', 'three-zone');
  assert.match(out, /^ {2}CKRR: R\. Takhanov[^:]*: [^:]*\n {4}https:\/\/arxiv\.org\/abs\/2605\.26067$/m);
  assert.match(out, /^ {2}TKRR: A\. A\. Amini/m);
  const { papers } = JSON.parse((await run('methods', 'three-zone', '--json')).out) as { papers: { tag: string }[] };
  assert.deepEqual(
    papers.map(({ tag }) => tag),
    ['CKRR', 'TKRR'],
  );
});

test('a mistyped method, parameter, data setting or column is answered with the closest', async () => {
  const wave = ['samples/wave.csv', '--target', 'signal'];
  for (const [argv, code, says] of [
    [['methods', 'tkr'], 2, /There is no method "tkr"\. Did you mean tkrr\?/],
    [['methods', 'frobnicate'], 2, /Known: krr, tkrr, /],
    [['fit', ...wave, '--method', 'hubber'], 2, /Did you mean huber\?/],
    [
      ['fit', 'nowhere.csv', '--target', 'y', '--set', 'lamda=1'],
      2,
      /has no parameter "lamda"\. Did you mean lambda\?/,
    ],
    [['fit', ...wave, '--set', 'maxrows=10'], 2, /has no parameter "maxrows"\. Did you mean maxRows\?/],
    [['fit', ...wave, '--set', 'standardize=no'], 2, /Did you mean standardise\?/],
    [
      ['fit', 'samples/wave.csv', '--target', 'singal'],
      1,
      /has no column "singal"\. Did you mean "signal"\? Its columns: /,
    ],
    [['fit', ...wave, '--weights', 'tme'], 1, /has no column "tme"\. Did you mean "time"\?/],
    [
      ['inspect', 'samples/wave.csv', '--kind', 'tim=date'],
      1,
      /no column "tim" to set the kind of\. Did you mean "time"\?/,
    ],
  ] as const) {
    const said = await run(...argv);
    assert.equal(said.code, code, said.err);
    assert.match(said.err, says);
    assert.match(said.err, /^kernelscope: [^\n]+\n$/);
  }
});
