import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText } from './reading';

const file = (levels: readonly string[]) =>
  `colour,y\n${Array.from({ length: 40 }, (_, i) => `"${levels[i % levels.length]}",${i}`).join('\n')}\n`;

async function told(levels: readonly string[]): Promise<string | undefined> {
  const { inspection } = await readText(file(levels));
  return inspection.notes.find(({ code }) => code === 'data/alike-levels')?.text;
}

test('levels that are one but for capitals, blanks and dashes are named, and others are not', async () => {
  for (const [one, other] of [
    ['Red', 'red'],
    ['dark red', 'dark  red'],
    ['dark-red', 'Dark Red'],
    ['ÄRGER', 'ärger'],
  ])
    assert.equal(
      await told(['blue', one, 'green', other]),
      `"${one}", "${other}" of "colour" differ in capitals, blanks and dashes alone, and are apart. Write them alike if they mean the same.`,
    );
  // A blank at the end is no part of a cell.
  for (const levels of [
    ['red', 'blue', 'redder'],
    ['red', 'red ', 'blue'],
    ['a1', 'a-1x', 'b'],
    ['yes', 'Yes', 'no'],
  ])
    assert.equal(await told(levels), undefined, levels.join());
});
