import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { AnyRun } from '../../src/engine/contract/run';
import { comparedRun } from '../../src/figures/compare/comparedRun';
import { comparisonOf } from '../../src/figures/compare/comparison';
import { comparisonFigures } from '../../src/figures/compare/figures';
import { runsTable } from '../../src/figures/compare/tables';
import { explanationOf } from '../../src/webview/glossary/explained';
import type { GlossaryTerm } from '../../src/webview/glossary/term';
import { TERMS } from '../../src/webview/glossary/terms';
import { componentsExample } from '../figures/componentsExample';
import { everyLabel } from '../figures/everyLabel';
import { EXAMPLE_METHODS } from '../figures/exampleMethods';
import { exampleRun } from '../figures/exampleRun';
import { exampleRace, raceWithHuber, withRace } from '../figures/raceExample';
import { robustExample } from '../figures/robustExample';

const terms = Object.values<GlossaryTerm>(TERMS);

/** The name that VS Code's preview gives a heading. */
const slug = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

test('every anchor is a heading of a document that comes along', () => {
  for (const { name, anchor } of terms) {
    const [file, fragment] = anchor.split('#');
    const headings = [...readFileSync(`docs/${file}`, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, words]) => slug(words));
    assert.ok(headings.includes(fragment), `${name}: ${anchor}`);
    assert.match(readFileSync('.vscodeignore', 'utf8'), new RegExp(`^!docs/${file}$`, 'm'));
  }
  assert.ok(existsSync('docs/glossary.md'));
});

test('every sentence is one that fits beside what it explains', () => {
  for (const { name, sentence } of terms) {
    assert.match(sentence, /^\p{Lu}.*\.$/u, name);
    assert.ok(sentence.length <= 170, `${name}: ${sentence.length}`);
  }
  assert.equal(new Set(terms.map(({ name }) => name)).size, terms.length);
});

/** Plain words, and names that are the file's own. */
const PLAIN =
  /^(all|run|time|memory|largest misses of .*|this fit|the mean|median|true .* above, .* below|(narrowest|middle|widest) third|rows?|line|rows? .*|series|column|values|feature\d*|time, seconds|seconds|memory, MB|megabytes|share of (the )?rows.*|true( class)?|predicted \\ true|true \\ predicted|the others|level \w+|[\d.,]+(\s×\s10.*)?|.* \\ .*)$/i;

const sizes = { n: 60, holdout: 20 };
const RUNS: readonly AnyRun[] = [
  ...EXAMPLE_METHODS.map((method) => exampleRun({ ...sizes, method })),
  exampleRun({ ...sizes, classes: 2 }),
  exampleRun({ ...sizes, classes: 3 }),
  exampleRun({ ...sizes, features: 1 }),
  withRace(exampleRun(sizes), exampleRace()),
  withRace(exampleRun(sizes), raceWithHuber()),
  ...(['ksgd', 'kl-inf', 'kl1', 'huber', 'quantile'] as const).map((method) => robustExample({ ...sizes, method })),
  ...(['nystrom', 'empirical', 'randomFeatures'] as const).map((kind) =>
    componentsExample({ kind, train: 60, holdout: 20 }),
  ),
];

/** What names something on the page of a comparison of two runs. */
function comparedLabels(classes?: 2): { readonly where: string; readonly label: string }[] {
  const runs = (['krr', 'tkrr'] as const).map((method) =>
    comparedRun(exampleRun({ ...sizes, method, ...(classes && { classes }) }), method),
  );
  const comparison = comparisonOf(runs);
  const { together, each } = comparisonFigures(comparison);
  return [
    ...runsTable(comparison).columns.map(({ title }) => ({ where: 'runs', label: title })),
    ...[...together, ...each].flatMap(({ id, x, y, series }) =>
      [x.title, y.title, ...series.map(({ name }) => name)].map((label) => ({ where: id, label })),
    ),
  ].filter(({ label }) => label.trim() !== '' && !/krr|^g$/.test(label));
}

test('every label of the example runs is explained, or plain words', () => {
  const missing = new Map<string, string>();
  for (const run of RUNS) {
    const levels = 'classes' in run ? (run.classes?.levels ?? []) : [];
    const own = new Set<string>([...run.data.columns, 'target' in run ? run.target : '', ...levels]);
    for (const { where, label } of everyLabel(run))
      if (!own.has(label) && !PLAIN.test(label) && explanationOf(label) === undefined) missing.set(label, where);
  }
  for (const { where, label } of [...comparedLabels(), ...comparedLabels(2)])
    if (!PLAIN.test(label) && explanationOf(label) === undefined) missing.set(label, where);
  assert.deepEqual(
    [...missing].map(([label, where]) => `${label} <- ${where}`),
    [],
  );
});
