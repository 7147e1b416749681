import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, cutSentence } from '../../../src/engine/contract/cut';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { quoted } from '../../../src/engine/words/sentence';

/** Strings repeated to make a name long: most are one character to a reader, or marks on one. */
const GIANTS: Readonly<Record<string, string>> = {
  letters: 'x',
  blanks: ' ',
  words: 'a ',
  marks: '\u0301',
  emoji: '👨‍👩‍👧',
  halves: '\ud83d\ude00',
  rightToLeft: 'ש',
  flags: '🇫🇷',
  quotes: '"',
  'quoted words': '"a" ',
};

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

test('a text that fits stays as it is', () => {
  for (const text of ['', 'price', 'e\u0301le\u0301vation 🏔️', '👨‍👩‍👧']) assert.equal(cut(text, 20), text);
  assert.equal(cut('abcdef', 4), 'abc…');
  assert.equal(cut('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2), '👨‍👩‍👧…');
});

for (const [kind, sign] of Object.entries(GIANTS))
  test(`a name of a million ${kind} is cut between characters`, () => {
    const name = `n${sign.repeat(Math.ceil(1e6 / sign.length))}`;
    const short = cut(name, 60);
    assert.ok(short.length <= 60 * 16 && short.endsWith('…'), short);
    assert.doesNotMatch(short, LONE);
    for (const text of [cutSentence(`"${name}" is no column. Its columns: ${quoted(Array(20).fill(name))}.`)]) {
      assert.ok(text.length <= 2000 * 16, String(text.length));
      assert.doesNotMatch(text, LONE);
    }
    const { message, failure } = new KernelscopeError('data/unknown-column', `No column "${name}". Choose another.`);
    assert.ok(message.length < 40_000 && message.endsWith('Choose another.'), message.slice(-30));
    assert.equal(failure.message, message);
  });
