import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  Agreement,
  ComparedNumber,
  PublishedBy,
  Reproduction,
  TestedClaim,
} from '../../src/engine/contract/reproduction';
import { agreement } from '../../src/figures/reproductionTables';
import { comparedNumbers, lessThan, verdictOf, withheld } from '../../src/reproduce/compared';
import { upTo } from '../../src/reproduce/study';

type Verdict = Reproduction['verdict'];

const number = (published: number | undefined, publishedError: number, ours: number, oursError?: number) => ({
  name: 'v',
  published,
  publishedError,
  ours,
  oursError,
});

test('a number agrees if the published one lies within its error of our interval', () => {
  assert.equal(agreement(number(1, 0.1, 1.09)), 'yes');
  assert.equal(agreement(number(1, 0.1, 1.11)), 'no');
  assert.equal(agreement(number(1, 0.1, 1.19, 0.05)), 'yes');
  assert.equal(agreement(number(1, 0.1, 0.79, 0.05)), 'no');
  assert.equal(agreement(number(0.1 + 0.2, 0, 0.3)), 'yes');
  assert.equal(agreement(number(undefined, 0.1, 5)), undefined);
  assert.equal(agreement(number(1, 0.1, Number.NaN)), 'no');
});

test('an interval too wide to have said no tells nothing, however near the mean is', () => {
  // Half-widths of 0.1 and 0.102 beside a tenth of the published value.
  assert.equal(agreement(number(1, 0, 1, 0.05)), 'yes');
  assert.equal(agreement(number(1, 0, 1, 0.051)), 'unclear');
  assert.equal(agreement(number(1, 0.2, 1, 0.1)), 'yes');
  assert.equal(agreement({ ...number(1, 0, 1, 0.05), width: 0.09 }), 'unclear');
  // More scatter never turns no into yes.
  const votes = [0.01, 0.03, 0.05, 0.2].map((error) => agreement(number(1, 0, 1.09, error)));
  assert.deepEqual(votes, ['no', 'no', 'yes', 'unclear']);
  assert.equal(agreement(number(1, 0, 2, 0.4)), 'no');
});

test('a tolerance of ours alone decides nothing', () => {
  const near = comparedNumbers('slope', -1, { value: -0.952, by: 'theory', width: 0.05 });
  assert.equal(agreement(near), 'unclear');
  assert.equal(agreement({ ...near, ours: -1.01 }), 'no');
  assert.equal(agreement({ ...near, ours: -0.952 }), 'yes');
});

test('one repetition, and a setting left untried, tell nothing', () => {
  assert.equal(agreement(comparedNumbers('v', { mean: 1, error: Number.NaN }, { value: 1, error: 1 })), 'unclear');
  assert.equal(
    agreement(comparedNumbers('v', { mean: 9, error: 0.1 }, { value: 1, error: 0.1, untold: 'untried' })),
    'unclear',
  );
  assert.equal(agreement(comparedNumbers('v', 1, { value: 1, error: 0.1 })), 'yes');
});

/** The verdicts from the worst to the best. */
const RANKS: readonly Verdict[] = ['differs', 'unclear', 'partly', 'agrees'];
const VOTES: readonly Agreement[] = ['yes', 'no', 'unclear'];
type Counts = Readonly<Record<Agreement, number>>;

/** Every way to have `most` votes or fewer. */
const countsTo = (most: number): readonly Counts[] =>
  upTo(most + 1).flatMap((yes) =>
    upTo(most + 1 - yes).flatMap((no) => upTo(most + 1 - yes - no).map((unclear) => ({ yes, no, unclear }))),
  );

const numbersOf = (counts: Counts, publishedBy?: PublishedBy): readonly ComparedNumber[] => {
  const made: Readonly<Record<Agreement, ComparedNumber>> = {
    yes: number(1, 0.1, 1),
    no: number(1, 0.1, 2),
    unclear: number(1, 0, 1, 1),
  };
  return VOTES.flatMap((vote) =>
    upTo(counts[vote]).map(() => ({ ...made[vote], ...(publishedBy && { publishedBy }) })),
  );
};
const claimsOf = (counts: Counts): readonly TestedClaim[] =>
  VOTES.flatMap((holds) => upTo(counts[holds]).map(() => ({ text: 'so', holds })));

const many = ({ yes, no, unclear }: Counts): number => yes + no + unclear;
const rank = (numbers: Counts, claims: Counts): number =>
  RANKS.indexOf(verdictOf(numbersOf(numbers), claimsOf(claims)));

test('one more disagreement never makes a verdict better, and one more agreement never worse', () => {
  for (const numbers of countsTo(5))
    for (const claims of countsTo(4)) {
      if (many(numbers) + many(claims) === 0) continue;
      const of = JSON.stringify({ numbers, claims });
      const before = rank(numbers, claims);
      // The first number takes the verdict from the claims: there is nothing to compare with before it.
      if (many(numbers) > 0) {
        assert.ok(rank({ ...numbers, no: numbers.no + 1 }, claims) <= before, `one number more differs: ${of}`);
        assert.ok(rank({ ...numbers, yes: numbers.yes + 1 }, claims) >= before, `one number more agrees: ${of}`);
      }
      assert.ok(rank(numbers, { ...claims, no: claims.no + 1 }) <= before, `one claim more fails: ${of}`);
      if (many(claims) > 0 || many(numbers) > 0)
        assert.ok(rank(numbers, { ...claims, yes: claims.yes + 1 }) >= before, `one claim more holds: ${of}`);
    }
});

test('numbers outrank claims, which can only keep them from full agreement', () => {
  const none = { yes: 0, no: 0, unclear: 0 };
  for (const numbers of countsTo(5).filter((counts) => many(counts) > 0))
    for (const claims of countsTo(5)) {
      const alone = rank(numbers, none);
      const some = claims.no + claims.unclear > 0;
      const most = RANKS.indexOf(some ? 'partly' : 'agrees');
      assert.equal(rank(numbers, claims), Math.min(alone, most), JSON.stringify({ numbers, claims }));
    }
});

test('where more cannot tell than can, the verdict cannot either; agreement in part takes as many that agree as differ', () => {
  for (const votes of countsTo(9).filter((counts) => many(counts) > 0)) {
    const none = { yes: 0, no: 0, unclear: 0 };
    for (const verdict of [verdictOf(numbersOf(votes)), verdictOf([], claimsOf(votes))]) {
      const { yes, no, unclear } = votes;
      const of = JSON.stringify(votes);
      if (unclear > yes + no) assert.equal(verdict, 'unclear', of);
      assert.equal(verdict === 'agrees', many({ ...votes, yes: 0 }) === 0, of);
      if (verdict === 'partly') assert.ok(yes >= no && yes >= unclear, of);
      if (verdict === 'differs') assert.ok(no > yes && no >= unclear, of);
    }
    assert.equal(verdictOf(numbersOf(votes), claimsOf(none)), verdictOf([], claimsOf(votes)));
  }
});

test('what a program or a printed formula gives decides only where the paper has no number of its own', () => {
  const good = numbersOf({ yes: 3, no: 0, unclear: 0 }, 'program');
  const bad = numbersOf({ yes: 0, no: 1, unclear: 0 });
  assert.equal(verdictOf(good), 'agrees');
  assert.equal(verdictOf([...good, ...bad]), 'differs');
  assert.equal(
    verdictOf([
      ...numbersOf({ yes: 0, no: 3, unclear: 0 }, 'formula'),
      ...numbersOf({ yes: 1, no: 0, unclear: 0 }, 'theory'),
    ]),
    'agrees',
  );
});

test('a verdict needs a published number or a claim', () => {
  assert.throws(() => verdictOf([number(undefined, 0, 9)]), RangeError);
  assert.equal(verdictOf([number(1, 0.1, 1), number(undefined, 0, 9)]), 'agrees');
});

test('a quick look never says that something differs, and of another size says nothing', () => {
  for (const votes of countsTo(4).filter((counts) => many(counts) > 0))
    for (const claims of countsTo(3)) {
      const found = { numbers: numbersOf(votes), claims: claimsOf(claims) };
      const smaller = withheld(found, 'size');
      assert.equal(verdictOf(smaller.numbers, smaller.claims), 'unclear');
      const fewer = withheld(found, 'repetitions');
      const verdict = verdictOf(fewer.numbers, fewer.claims);
      assert.notEqual(verdict, 'differs');
      assert.ok(
        verdict !== 'agrees' || verdictOf(found.numbers, found.claims) === 'agrees',
        JSON.stringify({ votes, claims }),
      );
      assert.deepEqual(withheld(found, undefined), found);
    }
});

test('a claim that is within its error of the threshold cannot tell', () => {
  const at = (mean: number) => ({ mean, error: 0.1 });
  assert.deepEqual(
    [0.8, 1, 1.3].map((mean) => lessThan(at(mean), at(1.2))),
    [true, undefined, undefined],
  );
  assert.equal(lessThan(at(2), at(1)), false);
  assert.equal(lessThan({ mean: 1, error: Number.NaN }, at(2)), undefined);
});
