// Models' mistakes with the tools: a request whose meaning is beyond doubt is done, and a refusal says what to do,
// which works.
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testFolder } from '../testFolder';
import { Wire } from './wire';

const folder = join(realpathSync(testFolder()), 'tables');
mkdirSync(join(folder, 'sub'), { recursive: true });
const rows = Array.from({ length: 40 }, (_, i) => [
  Math.sin(i * 1.7),
  Math.cos(i * 2.3),
  i % 4,
  Math.sin(i * 1.7) + i / 40,
]);
writeFileSync(join(folder, 'rows.csv'), `a,b,g,y\n${rows.map((row) => row.join()).join('\n')}\n`);
writeFileSync(
  join(folder, 'words.csv'),
  `a,w\n${rows.map(([a], i) => `${a},${['red', 'blue', 'green'][i % 3]}`).join('\n')}\n`,
);
writeFileSync(join(folder, 'sub', 'more.csv'), 'a,b\n1,2\n3,4\n');

interface Property {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
}
interface Listed {
  readonly name: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, Property>>;
    readonly required: readonly string[];
  };
}

const wire = new Wire([folder]);
let tools: readonly Listed[];
const FIT = { file: 'rows.csv', target: 'y', parameters: { kernel: 'gaussian', folds: 0 } };
before(async () => {
  await wire.open();
  tools = (await wire.request('tools/list')).result?.tools as readonly Listed[];
});
after(() => wire.close());

/** The arguments that a tool needs. */
const neededBy = ({ properties, required }: Listed['inputSchema']) =>
  Object.fromEntries(required.map((each) => [each, each === 'file' ? 'rows.csv' : sampleOf(properties[each])]));

/** The text with which a call was refused. */
async function refused(name: string, input: object): Promise<string> {
  const { content, isError } = await wire.tool(name, input);
  assert.equal(isError, true, `${name} ${JSON.stringify(input)}`);
  return content[0].text;
}

/** A value of the type that a schema names. */
const SAMPLES: Readonly<Record<string, unknown>> = { string: 'a', number: 0.5, integer: 30, boolean: true, object: {} };
const sampleOf = ({ type, enum: choices, items }: Property): unknown =>
  choices?.[0] ?? (type === 'array' ? [SAMPLES[items?.type ?? 'string']] : SAMPLES[type]);

test('a value of the type that a tool tells is never refused for its type', async () => {
  const ofType = /has to be (a list|an object|a number|a fraction|a whole number|true or false|a text)/;
  let asked = 0;
  for (const { name, inputSchema } of tools.filter(({ name: each }) => ['inspect', 'fit'].includes(each)))
    for (const [argument, property] of Object.entries(inputSchema.properties)) {
      const given = property.properties
        ? Object.entries(property.properties).map(([member, inner]) => ({ [argument]: { [member]: sampleOf(inner) } }))
        : [{ [argument]: sampleOf(property) }];
      for (const one of given) {
        // The file is not there, so that nothing is fitted: arguments are checked before.
        const said = await refused(name, {
          target: 'y',
          ...one,
          file: 'none.csv',
          ...(name === 'inspect' && { target: null }),
        });
        assert.doesNotMatch(said, ofType, JSON.stringify(one));
        asked++;
      }
    }
  assert.ok(asked > 30, `${asked} members`);
});

test('an argument that is null is left out, within other arguments too', async () => {
  const numbers = (text: string) => text.replace(/model-\d+/g, 'model');
  const plain = await wire.text('fit', { ...FIT, design: { seed: 3 } });
  for (const { name, inputSchema } of tools) {
    const optional = Object.keys(inputSchema.properties).filter((each) => !inputSchema.required.includes(each));
    const nulls = Object.fromEntries(optional.map((each) => [each, null]));
    if (name === 'fit') {
      const design = { seed: 3, groups: null, holdout: null, where: null };
      const parameters = { ...FIT.parameters, lambda: null };
      assert.equal(numbers(await wire.text('fit', { ...nulls, ...FIT, design, parameters })), numbers(plain));
    } else if (name !== 'explain' && name !== 'export' && name !== 'predict') {
      const needed = { file: 'rows.csv', target: 'y' };
      const input = Object.fromEntries(inputSchema.required.map((each) => [each, needed[each as 'file']]));
      assert.equal(await wire.text(name, { ...nulls, ...input }), await wire.text(name, input), name);
    }
  }
  assert.match(await refused('inspect', { file: null }), /^Name the file: /);
});

test('an argument that belongs into another one is refused with its place, where it is taken', async () => {
  for (const [wrong, home] of [
    [{ seed: 3 }, 'design'],
    [{ groups: 'g' }, 'design'],
    [{ delimiter: ',' }, 'read'],
    [{ kernel: 'linear' }, 'parameters'],
  ] as const) {
    const [name] = Object.keys(wrong);
    assert.equal(
      await refused('fit', { ...FIT, ...wrong }),
      `There is no argument ${name}: it is a member of ${home}.`,
    );
    const { isError } = await wire.tool('fit', {
      ...FIT,
      [home]: { ...(home === 'parameters' && FIT.parameters), ...wrong },
    });
    assert.equal(isError, undefined, name);
  }
});

test('a misspelt argument is named, whatever else is missing or wrong', async () => {
  for (const { name, inputSchema } of tools)
    for (const argument of Object.keys(inputSchema.properties)) {
      const wrong = `${argument}x`;
      assert.equal(
        await refused(name, { [wrong]: 1 }),
        `There is no argument ${wrong}. Did you mean ${argument}?`,
        `${name} ${argument}`,
      );
    }
});

test('whatever is no share of held-out rows is refused with what is taken', async () => {
  const said =
    'The argument design.holdout has to be a fraction from 0 to 0.9; a file is named by holdout in its place.';
  for (const holdout of [5, -0.1, 'last:0.2', { kind: 'last', fraction: 0.2 }, { kind: 'file' }, [0.2]])
    assert.equal(await refused('fit', { ...FIT, design: { holdout } }), said);
  assert.equal((await wire.tool('fit', { ...FIT, design: { holdout: 0.3 } })).isError, undefined);
});

test('the file that is fitted is refused as that of held-out rows, also by another path', async () => {
  for (const holdout of ['rows.csv', './sub/../rows.csv', join(folder, 'rows.csv')])
    for (const tool of ['fit', 'compare', 'recommend'])
      assert.match(await refused(tool, { file: 'rows.csv', target: 'y', holdout }), /is the one that is fitted/, tool);
});

test('the newest model is taken where none is named, by every tool that takes one', async () => {
  const { structuredContent } = await wire.tool('fit', FIT);
  const predicted = await wire.tool('predict', { records: [{ a: 1, b: 2, g: 3 }] });
  assert.equal(predicted.structuredContent?.model, structuredContent?.model);
  assert.match(predicted.content[0].text, new RegExp(`1 row predicted by ${structuredContent?.model}\\.`));
  assert.equal((await wire.tool('explain', {})).structuredContent?.model, structuredContent?.model);
});

test('a format that no answer shows is refused with those that one does', async () => {
  await wire.tool('fit', FIT);
  const [, listed = ''] = /Returned as text are ([^.]*)\./.exec(await refused('export', { format: 'onnx' })) ?? [];
  const formats = listed.split(/, | and /);
  assert.deepEqual(formats, ['notebook', 'script', 'cell']);
  for (const format of formats) assert.equal((await wire.tool('export', { format })).isError, undefined, format);
});

test('a path of another place or system that ends in a name of the folder is answered with the file', async () => {
  for (const [path, meant] of [
    ['C:\\data\\rows.csv', 'rows.csv'],
    ['data\\sub\\more.csv', 'sub/more.csv'],
    ['/mnt/data/rows.csv', 'rows.csv'],
    ['../rows.csv', 'rows.csv'],
    ['file:///mnt/data/more.csv', 'sub/more.csv'],
    ['rows.csv ', 'rows.csv'],
  ]) {
    const said = await refused('inspect', { file: path });
    const [, named] = /Did you mean (.*)\?$/.exec(said) ?? [];
    assert.equal(named, meant, said);
    assert.equal((await wire.tool('inspect', { file: named })).isError, undefined);
  }
  for (const path of ['.', folder, 'sub'])
    assert.match(await refused('inspect', { file: path }), /is no file.*rows\.csv/);
});

test('rows that lack columns of the model are refused by the names to give, and null is a gap', async () => {
  const { structuredContent } = await wire.tool('fit', FIT);
  const model = structuredContent?.model;
  const said = await refused('predict', { model, records: [{ a: 1 }, { a: 2 }] });
  assert.equal(
    said,
    'No row of records has "b", "g": a model takes all of its columns. Give null where a value is not known.',
  );
  for (const records of [[{ a: 1, b: null, g: null }], [{ a: null, b: null, g: null }], [{ a: 1, b: 2, g: 3 }, {}]])
    assert.equal((await wire.tool('predict', { model, records })).structuredContent?.rows, records.length);
  assert.match(await refused('predict', { model, records: [{}] }), /empty: give their cells by the names/);
  const many = Array.from({ length: 201 }, () => ({ a: 1, b: 1, g: 1 }));
  for (const records of [[], many, { a: 1 }])
    assert.match(await refused('predict', { model, records }), /records has to be a list of 1 to 200/);
});

test('a filter on a column that is not there names those that are', async () => {
  assert.match(await refused('fit', { ...FIT, design: { where: 'colour = 1' } }), /its columns: "a", "b", "g", "y"\.$/);
});

test('a task that a target does not suit is refused by what the target holds, with a way that works', async () => {
  const many = await refused('fit', { ...FIT, target: 'a', design: { task: 'classify' } });
  assert.match(many, /^"a" cannot be the target: nearly every row has a different value, 40 in 40 rows/);
  const words = { file: 'words.csv', target: 'w' };
  const regressed = await refused('fit', { ...FIT, ...words, design: { task: 'regress' } });
  assert.match(regressed, /^"w" cannot be the target: it holds text\..* or set the task to classify\./);
  const robust = await refused('fit', { ...words, method: 'huber' });
  assert.doesNotMatch(robust, /regress,/);
  assert.match(robust, /or classify with krr\./);
  for (const design of [{ task: 'classify' }, {}])
    assert.equal((await wire.tool('fit', { ...FIT, ...words, design })).isError, undefined);
});

test('an argument that no tool has is refused with those that the tool takes', async () => {
  for (const { name, inputSchema } of tools) {
    const known = Object.keys(inputSchema.properties);
    const said = await refused(name, { ...neededBy(inputSchema), quux: 1 });
    assert.equal(said, `There is no argument quux. Known: ${known.join(', ')}.`);
  }
  const { error } = await wire.request('tools/call', { name: 'train', arguments: {} });
  assert.match(error?.message ?? '', new RegExp(`Known: ${tools.map(({ name }) => name).join(', ')}$`));
});

test('a model whose file is not there is not answered with tables', async () => {
  for (const name of ['predict', 'explain']) {
    const said = await refused(name, { model: 'none.ksmodel', file: 'rows.csv' });
    assert.match(said, /^There is no file none\.ksmodel in tables\. Name one that fit or export saved, or the id/);
  }
});
