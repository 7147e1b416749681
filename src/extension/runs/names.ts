import { l10n } from 'vscode';
import type { StoredRunSummary } from '../../doors/runs/summary';
import { inertText } from '../../engine/words/inertText';
import { ruleText } from '../../engine/words/methodWords';
import { sci } from '../../engine/words/numbers';
import { withinSentence } from '../../engine/words/sentence';
import { amount } from '../amount';
import { methodText, shortKernelText } from './label';

/**
 * The name of a run among others: how it differs from them, and in muted text who chose that; '' if there is nothing to
 * say.
 */
export interface RunName {
  readonly name: string;
  readonly how: string;
}

/** Something in which runs may differ. */
interface Trait {
  readonly text: string;
  readonly how: string;
  /** True if a person has set it. */
  readonly set: boolean;
}

const NAMELESS: RunName = { name: '', how: '' };

/** The most characters of a name. */
const LONGEST = 24;

/**
 * A run is named by its differences from the oldest of them, the oldest by the traits that differ at all, and runs
 * without any difference by their kernel. Traits that a person has set come before those that a rule chose; a second
 * trait follows if names would be alike, and a number if none is left. A name that the person gave replaces it.
 */
export function runNames(
  runs: readonly StoredRunSummary[],
  given: (id: string) => string | undefined,
): ReadonlyMap<string, RunName> {
  const byTime = runs.toSorted((a, b) => a.created - b.created);
  const [first] = byTime;
  const traits = new Map(runs.map((run) => [run.id, traitsOf(run, runs, first)]));
  /** The traits of a run that one of the others does not share; for later runs, those that a person set come first. */
  const apart = ({ id }: StoredRunSummary, others: readonly StoredRunSummary[]): readonly Trait[] =>
    (traits.get(id) ?? [])
      .filter(({ text }, i) => text !== '' && others.some((other) => traits.get(other.id)?.[i].text !== text))
      .sort((a, b) => (id === first.id ? 0 : Number(b.set) - Number(a.set)));
  const names = new Map<string, RunName>();
  const namedLike = (name: string) =>
    byTime.filter(({ id }) => names.get(id)?.name === name && given(id) === undefined);
  for (const run of byTime) {
    const own = given(run.id);
    const [{ text, how } = kernelTrait(run)] = [...apart(run, [first]), ...apart(run, runs)];
    names.set(run.id, own === undefined ? { name: cut(text, LONGEST), how } : { name: own, how: '' });
  }
  for (const same of [...names.values()].map(({ name }) => namedLike(name))) {
    if (same.length < 2) continue;
    for (const run of same) {
      const { name, how } = names.get(run.id) ?? NAMELESS;
      const second = apart(run, same).find(({ text }) => `${name} · ${text}`.length <= LONGEST);
      if (second) names.set(run.id, { name: `${name} · ${second.text}`, how });
    }
  }
  for (const { id } of byTime) {
    const { name } = names.get(id) ?? NAMELESS;
    namedLike(name)
      .slice(1)
      .forEach((other, i) => {
        const { how } = names.get(other.id) ?? NAMELESS;
        names.set(other.id, { name: `${cut(name, LONGEST - 5)} (${i + 2})`, how });
      });
  }
  return new Map(Array.from(names, ([id, { name, how }]) => [id, { name: inertText(name), how: inertText(how) }]));
}

/** The traits in the order in which they distinguish runs, in the same places for every run. */
function traitsOf(run: StoredRunSummary, runs: readonly StoredRunSummary[], first: StoredRunSummary): readonly Trait[] {
  const { rows, without, holdout, seed, weights, missing, standardise } = run.design;
  const told = (text: string): Trait => ({ text, how: '', set: true });
  const own = [...new Set(runs.flatMap(({ parameters }) => parameters.map(({ name }) => name)))].filter(
    (name) => name !== 'kernel' && !/Rule$/.test(name),
  );
  return [
    told(methodText(run.method)),
    kernelTrait(run),
    told(columnsText(run.columns, first.columns)),
    ...[rows, without, holdout, seed].map(told),
    ...own.map((name) => parameterTrait(run, name, runs)),
    ...[weights, missing, standardise].map(told),
  ];
}

function kernelTrait(run: StoredRunSummary): Trait {
  const set = run.parameters.find(({ name }) => name === 'kernel')?.rule === 'set';
  if (run.components !== undefined) return { text: methodText(run.method), how: '', set };
  return { text: shortKernelText(run), how: set ? l10n.t('kernel set by you') : '', set };
}

/** "without velocity", "with 2 more columns"; the number of columns for the first run itself, and if both would be true. */
function columnsText(columns: readonly string[], first: readonly string[]): string {
  const missing = first.filter((name) => !columns.includes(name));
  const more = columns.filter((name) => !first.includes(name));
  const which = ([name, ...others]: readonly string[]) =>
    others.length === 0 ? name : amount(others.length + 1, 'columns');
  if (missing.length + more.length === 0 || (missing.length > 0 && more.length > 0))
    return amount(columns.length, 'columns');
  return missing.length > 0 ? l10n.t('without {0}', which(missing)) : l10n.t('with {0}', which(more));
}

/** "λ 3.1 × 10⁻⁵", in as few digits as distinguish the runs' values. */
function parameterTrait({ parameters }: StoredRunSummary, name: string, runs: readonly StoredRunSummary[]): Trait {
  const own = parameters.find((parameter) => parameter.name === name);
  if (own === undefined) return { text: '', how: '', set: false };
  const values = new Set(
    runs.flatMap((run) => run.parameters.filter((one) => one.name === name).map(({ value }) => value)),
  );
  const digits = DIGITS.find(
    (count) => new Set(Array.from(values, (value) => valueText(value, count))).size === values.size,
  );
  const title = name === 'lambda' ? 'λ' : withinSentence(own.title);
  const text = `${title} ${valueText(own.value, digits ?? DIGITS[0])}`;
  return { text, how: ruleText(own.rule), set: own.rule === 'set' };
}

const DIGITS = [2, 3, 4, 6, 9] as const;

function valueText(value: string, digits: number): string {
  if (value === '' || !Number.isFinite(Number(value))) return value;
  return Number.isInteger(Number(value)) && value.length <= 6 ? value : sci(Number(value), digits - 1);
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
