import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inertText } from '../../src/engine/words/inertText';
import { ICON, LINK } from './inert';

const NAMES = [
  '[Click to repair](command:workbench.action.tasks.runTask?%22pwn%22).csv',
  '[a](command:x)[b](command:y)',
  'x](command:workbench.action.quit)',
  '[[nested](command:x)](command:y)',
  '[a] (command:x)',
  '[a](https://example.org "title")',
  '$(trash) Delete',
  '$(loading~spin)',
  '$$(x)',
];

test('a name is never a link or an icon, wherever a sentence has it', () => {
  for (const name of NAMES) {
    for (const sentence of [name, `"${name}" cannot be the target: every value is the same.`, `${name} is empty.`]) {
      const text = inertText(sentence);
      assert.doesNotMatch(text, LINK);
      assert.doesNotMatch(text, ICON);
      assert.equal(text.replaceAll('\u2060', ''), sentence, 'and reads as it did');
    }
    assert.doesNotMatch(inertText(`[${name}`), LINK);
  }
});

test('line ends, control and direction characters cannot rearrange a message', () => {
  assert.equal(inertText('a\nb\tc'), 'a b c');
  assert.equal(inertText('a\u202egnp.exe\u0007'), 'a\\u202egnp.exe\\u0007');
  assert.equal(inertText('λ 5.0 × 10⁻⁶, Größe, 大小'), 'λ 5.0 × 10⁻⁶, Größe, 大小');
});

test('plain sentences stay as they are', () => {
  for (const text of ['Saved a.csv.', 'price ($), area [m²] (net)'.replace('] (', '], ('), 'cost in $ (net)'])
    assert.equal(inertText(text), text);
});
