import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { FigureSpec } from '../../src/engine/contract/figure';
import { Random } from '../../src/engine/data/random';
import { toCsv } from '../../src/figures/csv';
import { describe } from '../../src/figures/words/describe';
import { recipeById, recipes } from '../../src/reproduce/registry';
import { streamOf } from '../../src/reproduce/study';
import { heldPieces, reproduce, reproduced } from './reduced';

/** Those with nothing random in them. */
const FIXED = ['tkrr-fig3', 'tkrr-fig4', 'rf-fig1', 'rf-fig2'];
/** Half an hour each at any number of draws worth the name: signTables.test.ts computes one draw of one of them. */
const TABLES = ['4', '5', '7', '8', '9', '10', '11', '12', '13', '14'].map((t) => `sign-table${t}`);

test('every id of the contract is there, once', () => {
  const ids = recipes.map(({ spec }) => spec.id).sort();
  const figures = [2, 3, 4, 5, 6, 7, 8, 9].map((f) => `ckrr-fig${f}`);
  const others = ['ckrr-table1', 'ckrr-ineq3', 'ckrr-cost', ...TABLES];
  const sign = ['sign-fig1', 'sign-fig2', 'sign-fig3', 'sign-fig4', 'sign-prop6'];
  const nypca = ['nypca-cor5', 'nypca-cor7', 'nypca-cor11', 'nypca-cor13', 'nypca-thm3', 'nypca-thm8', 'nypca-thm9'];
  const tkrr = ['tkrr-fig1', 'tkrr-fig2', 'tkrr-fig3', 'tkrr-fig4', 'tkrr-thm1', 'tkrr-prop2'];
  const large = ['rf-fig1', 'rf-fig2', 'rf-fig3', 'rf-thm1', 'rf-thm3', ...nypca];
  assert.deepEqual(ids, [...figures, ...others, ...sign, ...large, ...tkrr].sort());
});

test('every id says what to check, and draws of its own: those of the seed alone are named here', () => {
  const specs = recipes.map(({ spec }) => spec);
  for (const { id, check, claim } of specs) {
    assert.match(check, /^(Whether|Which|How) [^.]*(\.\d[^.]*)*\.$/, id);
    assert.ok(check.length <= 250 && check !== claim, id);
  }
  assert.equal(new Set(specs.map(({ check }) => check)).size, specs.length);
  // Hours were spent on them: whoever computes one anew takes its mark away.
  const shared = specs.filter(({ seedAlone }) => seedAlone).map(({ id }) => id);
  assert.deepEqual(shared.sort(), ['ckrr-fig4', 'ckrr-table1', ...TABLES].sort());
  const own = specs.filter(({ seedAlone }) => !seedAlone);
  for (const seed of [0, 1, 2 ** 32 - 1]) {
    const first = new Set(own.map((spec) => new Random(streamOf(spec, seed)).uint32()));
    assert.equal(first.size, own.length);
    assert.ok(!first.has(new Random(seed).uint32()));
  }
});

test('a quick look leaves out repetitions, or the page says that it is of another size and tells nothing', () => {
  const smaller = recipes.filter(({ quickLook }) => quickLook === 'size').map(({ spec }) => `\`${spec.id}\``);
  const page = readFileSync('docs/reproductions.md', 'utf8').replaceAll('\n', ' ');
  const [, said] = /With `--quick` ([^.]*) are of another size and tell nothing\./.exec(page) ?? [];
  assert.deepEqual(said?.match(/`[^`]*`/g)?.toSorted(), smaller.toSorted());
  for (const id of ['ckrr-fig2', 'ckrr-fig7', 'rf-fig3']) assert.equal(recipeById(id).quickLook, 'repetitions', id);
  // Nothing of these is reduced.
  const whole = recipes.filter(({ quickLook }) => quickLook === undefined).map(({ spec }) => spec.id);
  const figures = ['tkrr-fig1', 'tkrr-fig2', 'sign-fig1', 'sign-fig2', 'sign-fig4', 'rf-fig1', 'rf-fig2'];
  assert.deepEqual(whole.sort(), figures.sort());
});

test('an unknown id names the known ones', () => {
  assert.throws(
    () => recipeById('tkrr-fig9'),
    (error) => error instanceof KernelscopeError && /tkrr-fig1, .*ckrr-table1/.test(error.message),
  );
});

for (const { spec, quickLook } of recipes.filter((recipe) => !TABLES.includes(recipe.spec.id))) {
  test(`${spec.id} at the least size gives finite figures with words, and honours the seed`, () => {
    let reported = 0;
    const progress = (fraction: number) => {
      assert.ok(fraction >= reported - 1e-9 && fraction <= 1 + 1e-9, `${reported} → ${fraction}`);
      reported = fraction;
    };
    const pieces = heldPieces();
    const found = reproduce(spec.id, 1, { ...quietContext, progress }, { pieces, tested: true });
    assert.ok(reported > 0.5, `progress only to ${reported}`);
    assert.ok(found.figures.length > 0 && found.settings.length > 3 && found.numbers.length > 0);
    assert.equal(new Set(found.figures.map((f) => f.id)).size, found.figures.length);
    assert.equal(new Set(found.numbers.map((n) => n.name)).size, found.numbers.length);
    for (const figure of found.figures) checkFigure(figure);
    assert.equal(new Set(found.claims.map(({ text, at }) => `${text}, ${at}`)).size, found.claims.length);
    if (quickLook) assert.notEqual(found.verdict, 'differs');
    if (quickLook === 'size') assert.equal(found.verdict, 'unclear');
    for (const { name, ours } of found.numbers) assert.ok(Number.isFinite(ours), name);
    const joined = reproduce(spec.id, 1, quietContext, { pieces, tested: true });
    assert.deepEqual([joined.numbers, joined.finding], [found.numbers, found.finding]);
    const other = reproduced(spec.id, 2, true);
    if (FIXED.includes(spec.id)) assert.deepEqual(other.numbers, found.numbers);
    else assert.notDeepEqual(other.numbers, found.numbers);
  });

  test(`${spec.id} stops when it is cancelled`, () => {
    let asked = 0;
    const cancel = {
      progress() {},
      get cancelled() {
        return asked > 3;
      },
      check() {
        if (++asked > 3) throw cancelledError();
      },
    };
    assert.throws(
      () => reproduce(spec.id, 1, cancel, { tested: true }),
      (error) => error instanceof KernelscopeError && error.failure.code === 'run/cancelled',
    );
  });
}

function checkFigure(figure: FigureSpec): void {
  assert.ok(describe(figure).length > 20);
  assert.ok(toCsv(figure).length > 0);
  const [low, high] = figure.y.domain;
  assert.ok(low < high && (figure.y.scale === 'linear' || low > 0), figure.id);
  for (const { name, x, y, upper } of figure.series) {
    assert.equal(x.length, y.length);
    for (const values of [x, y, upper ?? []])
      for (let i = 0; i < values.length; i++) assert.ok(Number.isFinite(values[i]), `${figure.id}, ${name}, ${i}`);
  }
  const { surface } = figure;
  if (surface === undefined) return;
  assert.equal(surface.values.length, surface.x.length * surface.y.length);
  assert.ok(Array.from(surface.values).every(Number.isFinite));
  assert.ok(surface.levels.every((v, i) => i === 0 || v > surface.levels[i - 1]));
}
