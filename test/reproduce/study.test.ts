import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { Random } from '../../src/engine/data/random';
import { sentence } from '../../src/engine/words/sentence';
import { byName, type Ours } from '../../src/reproduce/page';
import type { Pieces } from '../../src/reproduce/pieces';
import { averaged } from '../../src/reproduce/statistics';
import { streamOf, study } from '../../src/reproduce/study';
import { core } from '../engine/testCore';
import { heldPieces } from './reduced';

const PAGE = {
  id: 'made',
  title: 'Made',
  claim: 'None.',
  check: 'Whether it is made.',
  seconds: 1,
  claims: { so: 'so' },
  settings: { 'paper letters': 'two', 'ours letters': 'one' },
};

/** Runs a made study; also returns its cells and the progress told. */
function run(quick: boolean, pieces?: Pieces, tested = false) {
  const told: (readonly [number, string])[] = [];
  const cells: string[] = [];
  const recipe = study({
    page: PAGE,
    sizes: { letters: [['a', 'b'], ['a'], ['c']] },
    repetitions: [3, 2, 1],
    prepare: ({ size }) => size.letters.length,
    axes: ({ size, repetitions }) => ({ letter: size.letters, repetition: repetitions }),
    work: ({ letter }) => (letter === 'a' ? 1 : 3),
    shares: { prepare: 0.2 },
    stage: ({ letter, repetition }) => `${letter}${repetition}`,
    measure({ letter, repetition }, { random, given }) {
      cells.push(`${letter}${repetition} of ${given}`);
      return random.uniform();
    },
    report: (found, { size }) => ({
      finding: sentence('', 'made'),
      numbers: byName<string, Ours>(size.letters, (letter) => ({
        [letter]: [averaged(found.at({ letter })), { value: 0.5, error: 1 }],
      })),
      claims: { so: false },
      figures: [],
    }),
  });
  const progress = (fraction: number, stage: string) => {
    told.push([fraction, stage]);
  };
  return {
    cells,
    told,
    ...recipe.run({ id: 'made', seed: 4, quick }, { ...quietContext, progress, linalg: core, pieces, tested }),
  };
}

test('cells run with the last axis fastest, each with a stream of the id, the seed and its place', () => {
  const { cells, numbers } = run(false);
  assert.deepEqual(cells, ['a0 of 2', 'a1 of 2', 'a2 of 2', 'b0 of 2', 'b1 of 2', 'b2 of 2']);
  const next = (seed: number, at: number) => (new Random(seed).uint32() + at) % 2 ** 32;
  const drawn = [0, 1].map((letter) =>
    [0, 1, 2].map((r) => new Random(next(next(streamOf(PAGE, 4), letter), r)).uniform()),
  );
  assert.deepEqual(
    numbers.map(({ ours }) => ours),
    drawn.map((values) => averaged(values).mean),
  );
  assert.equal(new Set(drawn.flat()).size, 6);
});

test('what was measured before is taken, and what is kept gives the same numbers', () => {
  const kept = new Map<string, string>();
  const pieces = heldPieces(kept);
  const whole = run(false);
  const first = run(false, pieces);
  assert.deepEqual([...kept.keys()], ['0,0', '0,1', '0,2', '1,0', '1,1', '1,2']);
  for (const place of ['0,1', '1,2']) kept.delete(place);
  const again = run(false, pieces);
  assert.deepEqual(again.cells, ['a1 of 2', 'b2 of 2']);
  for (const { numbers } of [first, again]) assert.deepEqual(numbers, whole.numbers);
});

test('seconds of the processor are those of all measurements, whichever run made them', () => {
  const pieces: Pieces = { at: ([letter]) => (letter === 0 ? { seconds: 1000, value: 0.5 } : undefined), keep() {} };
  const { processorSeconds } = run(false, pieces);
  assert.ok(processorSeconds >= 3000 && processorSeconds < 3100, `${processorSeconds}`);
});

test('a quick look takes the sizes and repetitions given for it, and says so', () => {
  const { cells, settings, numbers } = run(true);
  assert.deepEqual(cells, ['a0 of 1', 'a1 of 1']);
  assert.deepEqual(settings, [{ name: 'letters', value: 'one', by: 'ours' }]);
  assert.equal(numbers.length, 1);
});

test('a test takes the least sizes, whatever is asked for', () => {
  assert.deepEqual(run(false, undefined, true).cells, ['c0 of 1']);
});

test('progress follows the work of the cells behind what prepares them', () => {
  const { told } = run(false);
  const at = [0.2, 0.2 + 0.8 / 12, 0.2 + 1.6 / 12, 0.4, 0.6, 0.8, 1];
  told.forEach(([fraction], i) => {
    assert.ok(Math.abs(fraction - at[i]) < 1e-12, `${told[i]}`);
  });
  assert.deepEqual(told.map(([, stage]) => stage).slice(0, 4), ['a0', 'a1', 'a2', 'b0']);
});

test('numbers and claims make the verdict, of which a quick look at another size tells nothing', () => {
  assert.equal(run(false).verdict, 'partly');
  const { verdict, numbers, claims, notes } = run(true);
  assert.equal(verdict, 'unclear');
  assert.deepEqual([numbers[0].untold, claims], ['reduced', [{ text: 'so', holds: 'unclear' }]]);
  assert.deepEqual([run(false).notes, notes.map(({ code }) => code)], [[], ['reproduction/quick-look']]);
});
