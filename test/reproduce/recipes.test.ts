import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { FigureSpec } from '../../src/engine/contract/figure';
import { Random } from '../../src/engine/data/random';
import { toCsv } from '../../src/figures/csv';
import { describe } from '../../src/figures/words/describe';
import type { Findings } from '../../src/reproduce/recipe';
import { recipeById, recipes } from '../../src/reproduce/registry';
import tables from '../../src/reproduce/sign/tables.json';
import { streamOf } from '../../src/reproduce/study';
import { heldPieces, reproduce, reproduced } from './reduced';

/** Recipes with nothing random in them. */
const FIXED = ['tkrr-eq13', 'tkrr-fig3', 'tkrr-fig4', 'rf-fig1', 'rf-fig2'];
/** Half an hour each at any number of draws worth the name: signTables.test.ts computes one draw of one of them. */
const TABLES = ['4', '5', '7', '8', '9', '10', '11', '12', '13', '14'].map((t) => `sign-table${t}`);

test('every id of the contract is there, once', () => {
  const ids = recipes.map(({ spec }) => spec.id).sort();
  const of = (paper: string, names: string) => names.split(' ').map((name) => `${paper}-${name}`);
  const wanted = [
    ...of('ckrr', 'fig2 fig3 fig4 fig5 fig6 fig7 fig8 fig9 table1 ineq3 cost thm31 thm32 thm52 thmg1 slow h2 cos300'),
    ...of('sign', 'fig1 fig2 fig3 fig4 lemma2 prop1 prop2 prop3 prop4 prop5 prop6'),
    ...of('nypca', 'cor5 cor7 cor11 cor13 prop1 prop2 thm3 thm8 thm9'),
    ...of('tkrr', 'fig1 fig2 fig3 fig4 thm1 prop1 prop2 eq13'),
    ...of('rf', 'fig1 fig2 fig3 thm1 thm2 thm3 thm4 thm5 thm6 thm7 cor1 prop10'),
  ];
  assert.deepEqual(ids, [...wanted, ...TABLES].sort());
});

test('every id says what to check, and draws of its own: those of the seed alone are named here', () => {
  const specs = recipes.map(({ spec }) => spec);
  for (const { id, check, claim } of specs) {
    assert.match(check, /^(Whether|Which|How) [^.]*(\.\d[^.]*)*\.$/, id);
    assert.ok(check.length <= 250 && check !== claim, id);
  }
  assert.equal(new Set(specs.map(({ check }) => check)).size, specs.length);
  // Minutes or hours were spent on them: whoever computes one anew takes its mark away.
  const shared = specs.filter(({ seedAlone }) => seedAlone).map(({ id }) => id);
  assert.deepEqual(shared.sort(), ['ckrr-fig4', 'ckrr-fig8', 'ckrr-fig9', 'ckrr-table1', ...TABLES].sort());
  const own = specs.filter(({ seedAlone }) => !seedAlone);
  for (const seed of [0, 1, 2 ** 32 - 1]) {
    const first = new Set(own.map((spec) => new Random(streamOf(spec, seed)).uint32()));
    assert.equal(first.size, own.length);
    assert.ok(!first.has(new Random(seed).uint32()));
  }
});

test('every id has results at published size, and something of the paper to compare them with', () => {
  for (const { spec } of recipes) {
    const { claims, numbers, settings } = committed(spec.id);
    const theirs = numbers.filter(({ published }) => published !== undefined);
    assert.ok(claims.length > 0 || theirs.length > 0, spec.id);
    if (!TABLES.includes(spec.id)) continue;
    // A table takes too long to run through: its texts are compared.
    const texts = tables.settings;
    const now = Object.entries({ ...texts, ...tables.authors, ...tables.further, ...tables.ofAuthors });
    const names = now.map(([key]) => key.replace(/^(paper|ours) /, ''));
    const outliers = settings.some(({ name }) => name === 'outliers') ? ['outliers'] : [];
    assert.deepEqual(settings.map(({ name }) => name).sort(), [...new Set([...names, ...outliers])].sort(), spec.id);
    for (const { name, by, value } of settings) {
      const text = now.find(([key]) => key === `${by} ${name}`)?.[1] ?? value;
      if (!text.includes('{')) assert.equal(value, text, `${spec.id}: ${name}`);
    }
    const words = Object.values(tables.tested).map((text) => text.split('{')[0]);
    for (const { text } of claims)
      assert.ok(
        words.some((start) => text.startsWith(start)),
        text,
      );
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
  const figures = [
    'tkrr-eq13',
    'tkrr-fig1',
    'tkrr-fig2',
    'sign-fig1',
    'sign-fig2',
    'sign-fig4',
    'sign-lemma2',
    'rf-fig1',
    'rf-fig2',
  ];
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
    checkCommitted(found, committed(spec.id), spec.id);
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

type Told = Pick<Findings, 'settings' | 'claims' | 'numbers'>;

/** The findings of the last run at published size. */
function committed(id: string): Told {
  return JSON.parse(readFileSync(`docs/data/reproductions/${id}.json`, 'utf8'));
}

/** A text whose numbers, and lists of them, depend on the size. */
const NUMBER = '(?:\\ball\\b|[−-]?\\d[\\d.,⁰¹²³⁴-⁹⁻]*)';
const NUMBERS = new RegExp(`${NUMBER}(?:(?:,| to| and|\\s×)?\\s${NUMBER})*`, 'g');
const sizeless = (text: string): string => text.replaceAll(NUMBERS, '#');

/** Results at published size name the same claims and settings as the page does now: otherwise they were found by another recipe. */
function checkCommitted(found: Told, kept: Told, id: string): void {
  const names = ({ settings }: Told) => [...new Set(settings.map(({ name }) => name))].sort();
  assert.deepEqual(names(kept), names(found), `${id}: settings`);
  for (const { name, by, value } of kept.settings) {
    const now = found.settings.find((one) => one.name === name && one.by === by);
    if (now) assert.equal(sizeless(value), sizeless(now.value), `${id}: ${name}`);
  }
  const claims = ({ claims }: Told) => [...new Set(claims.map(({ text }) => sizeless(text)))].sort();
  // The least size has no case of some.
  if (found.claims.length > 0) assert.deepEqual(claims(kept), claims(found), `${id}: claims`);
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
