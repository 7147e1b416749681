// What a callout offers is one change of a request: the button makes it, and the words behind the callout's sentence make it at the other doors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { isSettling, NOTHING_ASKED, settledRequest } from '../../src/choices/settled';
import { calloutParts } from '../../src/cli/calloutParts';
import { withArgument } from '../../src/doors/brief/warnings';
import type { Callout, CalloutAct, CalloutActKind } from '../../src/engine/contract/callout';
import { BY_ARGUMENTS, byLine, FILE, wordsOf } from './doors';

const ACTS: { readonly [K in CalloutActKind]: readonly Omit<Extract<CalloutAct, { kind: K }>, 'kind'>[] } = {
  without: [{ columns: ['a'] }],
  leaveOut: [{ rows: '12,40-52' }],
  where: [{ where: `a < 3 and b = 'it''s'` }],
  lastRows: [{ share: 0.2, by: 'a day' }, { share: 0.25 }],
  random: [{ share: 0.2 }, { share: 0.3 }],
  groups: [{ column: 'who?' }],
  settings: [{ columns: ['a', 'b,c'] }],
  readAs: [{ column: 'c', as: 'number' }],
  classes: [{}],
  balance: [{}],
  huber: [{}],
  logarithm: [{ column: 'y' }],
  reading: [{}],
};
/** What was asked before, as words and as arguments, which differ in nothing. */
const ASKED = [
  [[], {}],
  [['--blocks=a day', '--holdout=0.2'], { design: { order: 'a day', holdout: 0.2 } }],
  [['--method=tkrr', '--set=lambda=0.1'], { method: 'tkrr', parameters: { lambda: '0.1' } }],
  [
    ['--without=3', '--where=a > 1', '--kind=b=category', '--kind=c=text', '--features=a,b', '--holdout=0.3'],
    {
      features: ['a', 'b'],
      design: { without: '3', where: 'a > 1', holdout: 0.3 },
      read: { kinds: { b: 'category', c: 'text' } },
    },
  ],
] as const;
/** Options that are given again for each column or parameter, in place of the value given before. */
const REPEATED = /^--(?:kind|set)=/;

const behind = (text: string): string => /^It is so\.(?: \((.*)\))?$/s.exec(text)?.[1] ?? '';
const flagOf = (word: string): string => word.slice(0, word.indexOf('='));

/** The words after a reader has followed those behind a sentence. */
function followed(before: readonly string[], said: readonly string[]): readonly string[] {
  const gone = said.filter((_, i) => said[i - 1] === 'without');
  const added = said.filter((word) => word !== 'without' && !gone.includes(word));
  const replaced = added.filter((word) => !REPEATED.test(word)).map(flagOf);
  return [...before.filter((word) => !gone.includes(word) && !replaced.includes(flagOf(word))), ...added];
}

type Arguments = Readonly<Record<string, object | string>>;
const joined = (before: Arguments, more: Arguments): Arguments => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(more).map(([name, value]) => {
      const old = before[name];
      const isPart = typeof value === 'object' && !Array.isArray(value) && typeof old === 'object';
      return [name, isPart ? { ...old, ...value } : value];
    }),
  ),
});
/** `name: value, name: value` */
const argumentsIn = (text: string): Arguments => JSON.parse(`{${text.replace(/(^|, )(\w+): /g, '$1"$2": ')}}`);

for (const kind of Object.keys(ACTS) as CalloutActKind[])
  test(`${kind} is the same change at every door`, () => {
    let told = 0;
    for (const [words, given] of ASKED)
      for (const members of ACTS[kind]) {
        const act = { kind, ...members } as CalloutAct;
        const text = [{ text: 'It is so.' }];
        const act1 = { label: 'Do', change: act };
        const callout: Callout = { kind: 'leak', severity: 'doubt', text, short: '', columns: [], act: act1 };
        const line = ['fit', FILE, '--target=y', ...words];
        const asked = byLine(line);
        assert.deepEqual(asked, BY_ARGUMENTS.tool(given));
        assert.ok(asked !== 'refused');
        const [{ prose = '' }] = calloutParts([callout], asked) as readonly { readonly prose?: string }[];
        const option = behind(prose);
        const argument = behind(withArgument(callout, asked));
        if (!isSettling(act)) {
          assert.deepEqual([option, argument], [kind === 'without' ? 'leave out of --features' : '', '']);
          continue;
        }
        const next = settledRequest(asked, act);
        if (isDeepStrictEqual(next, asked)) assert.deepEqual([option, argument], ['', '']);
        assert.deepEqual(byLine(followed(line, wordsOf(option))), next, option);
        if (argument === '') continue;
        told++;
        const changed = joined(given, argumentsIn(argument));
        assert.deepEqual(BY_ARGUMENTS.tool({ target: 'y', ...changed }), next, argument);
      }
    // Only the text of a condition holds cells.
    const isTold = !['without', 'reading', 'where'].includes(kind);
    assert.equal(told > 0, isTold);
  });

test('a target that is to be read as another kind becomes no feature', () => {
  const request = { ...NOTHING_ASKED, design: { ...NOTHING_ASKED.design, target: 'c', features: ['a', 'b'] } };
  const settled = (column: string) => settledRequest(request, { kind: 'readAs', column, as: 'number' });
  assert.deepEqual(settled('c').design, request.design);
  assert.deepEqual(settled('c').read, { kinds: { c: 'number' } });
  assert.deepEqual(settled('d').design.features, ['a', 'b', 'd']);
});
