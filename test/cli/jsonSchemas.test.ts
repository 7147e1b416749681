import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { JSON_KINDS, type JsonKind, schemaId } from '../../src/engine/contract/jsonKinds';
import { methods } from '../../src/engine/methods/registry';
import { schemaOf } from '../jsonSchemas';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();
const wave = ['samples/wave.csv', '--target', 'signal'];
const saved = join(folder, 'x.ksmodel');
before(() => runIn(folder, ['fit', ...wave, '--set', 'kernel=gaussian', '--save', saved]));

/** The JSON of a command, which says what it is and is so. */
async function written(kind: JsonKind, ...argv: string[]): Promise<Readonly<Record<string, unknown>>> {
  const { out, err } = await runIn(folder, argv);
  assert.notEqual(out, '', err);
  const json = JSON.parse(out) as Readonly<Record<string, unknown>>;
  assert.equal(Object.keys(json)[0], '$schema');
  assert.equal(json.$schema, schemaId(kind));
  const validate = schemaOf(kind);
  assert.ok(validate(json), JSON.stringify(validate.errors?.slice(0, 10)));
  return json;
}

const COMMANDS: Readonly<Record<Exclude<JsonKind, 'model'>, readonly string[]>> = {
  fit: ['fit', ...wave, '--set', 'kernel=gaussian', '--json', '-'],
  recommend: ['recommend', ...wave, '--json', '-'],
  compare: ['compare', ...wave, '--json', '-'],
  predict: ['predict', saved, 'samples/wave.csv', '--json', '-'],
  inspect: ['inspect', 'samples/flats.csv', '--json', '-'],
  methods: ['methods', '--json'],
  method: ['methods', 'huber', '--json'],
  reproduce: ['reproduce', 'tkrr-fig2', '--quick', '--json', '-'],
  failure: ['fit', 'samples/wave.csv', '--target', 'none', '--json', '-'],
};

type Required = { readonly required: readonly string[] };

for (const [kind, argv] of Object.entries(COMMANDS) as [Exclude<JsonKind, 'model'>, string[]][])
  test(`${argv.slice(0, 2).join(' ')} … --json names its schema ${kind} and is as it says`, async () => {
    const json = await written(kind, ...argv);
    const validate = schemaOf(kind);
    assert.equal(validate({ ...json, more: 1 }), false, 'a member too many is refused');
    // The members that a reader must find; where the schema has variants, those of the first.
    const { anyOf, required } = validate.schema as { anyOf?: [Required]; required: string[] };
    for (const name of anyOf?.[0].required ?? required) {
      const { [name]: _, ...less } = json;
      assert.ok(name in json && !validate(less), `${name} may not be missing`);
    }
  });

// Filters of the spectrum, robust methods and components have tests of their own, with their JSON.
for (const { id } of methods.filter(({ family }) => family === 'features'))
  test(`${id}: its JSON says how features approximate the kernel`, async () => {
    const [count, other] =
      id === 'rf-ridge' ? ['features=40', 'sampling=leverage'] : ['landmarks=40', 'solver=conjugateGradient'];
    for (const more of [[], ['--set', other], ['--holdout', '0']]) {
      const sets = ['--method', id, '--set', 'kernel=gaussian', '--set', count, ...more];
      const { approximation, robust } = await written('fit', 'fit', ...wave, ...sets, '--json', '-');
      assert.equal((approximation as { count: number }).count, 40);
      assert.equal(robust, undefined);
    }
  });

test('JSON Lines are inspected and predicted under the same schemas', async () => {
  const lines = join(folder, 'rows.jsonl');
  const rows = Array.from({ length: 30 }, (_, i) => JSON.stringify({ time: i / 3, word: 'a' }));
  await writeFile(lines, rows.join('\n'));
  const { dialect } = await written('inspect', 'inspect', lines, '--json', '-');
  assert.equal((dialect as { format: string }).format, 'json-lines');
  assert.equal(((await written('predict', 'predict', saved, lines, '--json', '-')).rows as unknown[]).length, 30);
});

test('a model that is exported as JSON names its schema and is as it says', async () => {
  const out = join(folder, 'exported');
  const { code, err } = await runIn(folder, ['export', saved, '--as', 'json', '--out', out]);
  assert.equal(code, 0, err);
  const json = JSON.parse(await readFile(join(out, 'model.json'), 'utf8')) as object;
  assert.equal((json as { $schema: string }).$schema, schemaId('model'));
  const validate = schemaOf('model');
  assert.ok(validate(json), JSON.stringify(validate.errors));
  assert.equal(validate({ ...json, more: 1 }), false);
});

test('a failure has its code and its sentence on standard output, which is said on standard error too', async () => {
  const { out, err, code } = await runIn(folder, COMMANDS.failure);
  const { failure } = JSON.parse(out) as { failure: { code: string; message: string } };
  assert.equal(code, 1);
  assert.equal(failure.code, 'data/unknown-column');
  assert.ok(err.includes(failure.message));
  const wrong = await runIn(folder, ['fit', 'samples/wave.csv', '--json', '-']);
  assert.equal(wrong.code, 1);
  assert.equal((JSON.parse(wrong.out) as { failure: { code: string } }).failure.code, 'data/no-target');
  const toFile = await runIn(folder, [...COMMANDS.failure.slice(0, -1), join(folder, 'out.json')]);
  assert.deepEqual([toFile.code, toFile.out], [1, '']);
});

test('every schema has a name, a title and a version, and says what its members are', async () => {
  for (const kind of JSON_KINDS) {
    const text = await readFile(`docs/${kind}.schema.json`, 'utf8');
    const schema = JSON.parse(text) as Readonly<Record<string, unknown>>;
    assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
    assert.match(String(schema.$id), new RegExp(`^urn:kernelscope:${kind}:\\d+$`));
    assert.match(String(schema.title), /kernelscope/);
    assert.match(text, /"description"/);
  }
});
