import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { filesMatching, filesNamed } from '../../../src/engine/machine/listFiles';
import { isPattern, matcherOf, patternOf, withoutBraces } from '../../../src/engine/machine/pattern';
import { testFolder } from '../../testFolder';

const folder = testFolder();
const FILES = ['b10.csv', 'b2.csv', 'a[1].csv', '.hidden.csv', 'x/c.csv', 'x/y/d.csv', 'x/note.txt'];
before(async () => {
  await mkdir(join(folder, 'x', 'y'), { recursive: true });
  for (const name of FILES) await writeFile(join(folder, ...name.split('/')), name);
});

test('stars, question marks and classes match names, as in a shell', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['*.csv', ['a.csv', '.csv'], ['a.csv.gz', 'acsv']],
    ['a*b*c', ['abc', 'a--b--c', 'abbc', 'abcbc'], ['ab', 'abcd', 'acb']],
    ['part-?.csv', ['part-1.csv'], ['part-10.csv', 'part-.csv']],
    ['[a-c]1[!x]', ['a1b', 'c11'], ['d1b', 'a1x']],
    ['a[[]1]', ['a[1]'], ['a1]']],
    ['[]]', [']'], ['[']],
    ['a[', ['a['], ['a']],
    ['**', ['anything'], []],
  ];
  for (const [pattern, yes, no] of cases) {
    const matches = matcherOf(pattern);
    for (const name of yes) assert.ok(matches(name), `${pattern} ${name}`);
    for (const name of no) assert.ok(!matches(name), `${pattern} ${name}`);
  }
});

test('a name of many letters against many stars takes no time', () => {
  assert.ok(!matcherOf(`${'a*'.repeat(60)}b`)('a'.repeat(250)));
});

test('braces are all of their choices, in and beside each other', () => {
  assert.deepEqual(withoutBraces('{a,b}.csv'), ['a.csv', 'b.csv']);
  assert.deepEqual(withoutBraces('{a,{b,c}d}{1,2}'), ['a1', 'a2', 'bd1', 'bd2', 'cd1', 'cd2']);
  assert.deepEqual(withoutBraces('{a}'), ['{a}']);
  assert.deepEqual(withoutBraces('[{]a,b}'), ['[{]a,b}']);
  assert.deepEqual(withoutBraces('{a,b'), ['{a,b']);
  assert.throws(() => withoutBraces('{a,b}'.repeat(20)), RangeError);
});

test('files of a pattern, in the order in which a person counts', async () => {
  const names = async (pattern: string) => (await filesMatching(`${folder}/${pattern}`)).files.map(({ name }) => name);
  assert.deepEqual(await names('b*.csv'), ['b2.csv', 'b10.csv']);
  assert.deepEqual(await names('**/*.csv'), ['a[1].csv', 'b2.csv', 'b10.csv', 'x/c.csv', 'x/y/d.csv']);
  assert.deepEqual(
    await names('x/**'),
    ['x/c.csv', 'x/note.txt', 'x/y/d.csv'].map((name) => name.slice(2)),
  );
  assert.deepEqual(await names('.*.csv'), ['.hidden.csv']);
  assert.deepEqual(await names('{b2.csv,x/*.csv}'), ['b2.csv', 'x/c.csv']);
  assert.deepEqual(await names('none*'), []);
  assert.deepEqual(
    (await filesNamed(folder)).map(({ name }) => name),
    ['a[1].csv', 'b2.csv', 'b10.csv'],
  );
});

test('a pattern of files matches these and no others, whatever their names', async () => {
  const chosen = ['a[1].csv', 'x/c.csv'].map((name) => join(folder, ...name.split('/')).replaceAll('\\', '/'));
  const pattern = patternOf(chosen);
  assert.ok(isPattern(pattern));
  const { files } = await filesMatching(pattern);
  assert.deepEqual(
    files.map(({ path }) => path.replaceAll('\\', '/')),
    chosen,
  );
});
