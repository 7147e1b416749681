import type { ChosenParameter, RunResult } from '../../engine/contract/run';
import { AXES } from '../../engine/filters/axes';
import { count, plain, sci } from '../../engine/words/numbers';
import { withinSentence } from '../../engine/words/sentence';
import { splitWords } from '../words/runWords';

/** Something that was chosen or set for a run, as a comparison shows it. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  /** The complete value, which tells it from others where `value` leaves something out. */
  readonly whole?: string;
}

export const HELD_OUT = 'held-out rows';

/** The rule that chose λ is no part of the fit: the value stands beside it. */
const RULES = /Rule$/;

export function settingsOf(run: RunResult): readonly Setting[] {
  const { data, request, metrics, robust } = run;
  const { standardise, missing, weights } = request.design;
  const df = metrics.degreesOfFreedom;
  return [
    { name: 'method', value: withinSentence(run.method.title) },
    ...run.parameters
      .filter(({ name }) => !RULES.test(name))
      .map((parameter) => ({
        name: titleOf(parameter),
        value: valueText(parameter),
        whole: String(parameter.value),
      })),
    ...(robust || !Number.isFinite(df) ? [] : [{ name: 'degrees of freedom', value: count(df) }]),
    { name: 'columns', value: columnsText(data.columns), whole: data.columns.join('\n') },
    { name: 'training rows', value: count(data.train) },
    { name: HELD_OUT, value: data.holdout > 0 ? `${count(data.holdout)}, ${splitWords(request)}` : 'none' },
    { name: 'columns standardised', value: standardise ? 'yes' : 'no' },
    { name: 'missing cells', value: missing },
    { name: 'row weights', value: weights ?? 'none' },
  ];
}

const titleOf = ({ name, title }: ChosenParameter): string =>
  name === 'lambda' ? AXES.lambda.sign : withinSentence(title);

/** Length scales of columns and the like: more would fill the table. */
const LISTED = 3;

function valueText({ name, value }: ChosenParameter): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(name, value);
  const numbers = value.split(/[\s,;]+/).map(Number);
  if (value === '' || !numbers.every(Number.isFinite)) return value;
  const texts = numbers.map((number) => numberText(name, number));
  return texts.length > LISTED ? `${texts.slice(0, LISTED).join(', ')}, … (${count(texts.length)})` : texts.join(', ');
}

function numberText(name: string, value: number): string {
  if (name === 'seed' || Number.isInteger(value)) return name === 'seed' ? String(value) : count(value);
  return name === 'lambda' ? sci(value) : plain(value);
}

function columnsText(columns: readonly string[]): string {
  return columns.length > LISTED
    ? `${count(columns.length)}: ${columns.slice(0, LISTED).join(', ')}, …`
    : columns.join(', ');
}

/** A run of a comparison. */
interface WithSettings {
  readonly settings: readonly Setting[];
}

export interface SettingsApart {
  /** Names of the settings that differ, and by run their values; '–' where a run has none of that name. */
  readonly names: readonly string[];
  readonly values: readonly (readonly string[])[];
  /** Settings that are the same in all runs. */
  readonly alike: readonly Setting[];
}

export function settingsApart(runs: readonly WithSettings[]): SettingsApart {
  const names = [...new Set(runs.flatMap(({ settings }) => settings.map(({ name }) => name)))];
  const settingIn = ({ settings }: WithSettings, name: string) => settings.find((setting) => setting.name === name);
  const valueIn = (run: WithSettings, name: string) => settingIn(run, name)?.value ?? '–';
  // Values that read alike may differ in the part that was left out.
  const wholeIn = (run: WithSettings, name: string) => {
    const setting = settingIn(run, name);
    return setting?.whole ?? setting?.value;
  };
  const differs = (name: string) => runs.some((run) => wholeIn(run, name) !== wholeIn(runs[0], name));
  const apart = names.filter(differs);
  return {
    names: apart,
    values: runs.map((run) => apart.map((name) => valueIn(run, name))),
    alike: names.filter((name) => !differs(name)).map((name) => ({ name, value: valueIn(runs[0], name) })),
  };
}
