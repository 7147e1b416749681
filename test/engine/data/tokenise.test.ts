import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parser } from 'papaparse';
import { repair } from '../../../src/engine/data/quotedText';
import { Random } from '../../../src/engine/data/random';
import { tokenise } from '../../../src/engine/data/tokenise';

const LETTERS = [',', ';', ' ', '\t', '\n', '\n', 'a', '1', '\\'];

test('text without a quote is split as the library splits it', () => {
  const random = new Random(0);
  const one = <T>(of: readonly T[]) => of[random.below(of.length)];
  let going = 0;
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: random.below(16) }, () => one(LETTERS)).join('');
    const delimiter = one([',', ';', '\t', '|']);
    const last = one([true, false]);
    const preview = last ? one([undefined, 1, 2, 100]) : undefined;
    const library = new Parser({ delimiter, newline: '\n', quoteChar: '"', ...(preview && { preview }) });
    const { data, meta } = library.parse(text, 0, !last);
    const rest = last ? '' : text.slice(meta.cursor);
    if (rest !== '') going++;
    for (const quote of ['', '"', "'"] as const)
      assert.deepEqual(
        tokenise(text, { delimiter, quote }, last, preview),
        { records: data, rest, malformed: [] },
        JSON.stringify({ text, delimiter, last, preview }),
      );
  }
  assert.ok(going > 5000, 'many texts go on in the next block');
});

test('the first records of a text whose quotes do not pair up are the head of all of them', () => {
  const random = new Random(1);
  const one = () => [...LETTERS, '"', '"', '"'][random.below(LETTERS.length + 3)];
  for (let i = 0; i < 10_000; i++) {
    const text = Array.from({ length: random.below(24) }, one).join('');
    const first = (count?: number) => repair(text, { delimiter: ',', quote: '"' }, true, count).records;
    const count = 1 + random.below(4);
    assert.deepEqual(first(count), first().slice(0, count), JSON.stringify({ text, count }));
  }
});
