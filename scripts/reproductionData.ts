import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reproduction } from '../src/engine/contract/reproduction';
import { fixed } from '../src/engine/words/numbers';
import { claimsTable, verdictText } from '../src/figures/reproductionTables';
import { plainText } from '../src/figures/words/describe';
import { recipes } from '../src/reproduce/registry';

/** The findings at the size stated, without figures and without paths of the machine that computed them. */
export interface ReproductionData
  extends Pick<Reproduction, 'kernelscope' | 'verdict' | 'settings' | 'numbers' | 'claims'> {
  readonly id: string;
  readonly seed: number;
  /** Number of draws computed; absent where all were, or where there are none. */
  readonly draws?: number;
  readonly folds?: number;
  readonly options?: Readonly<Record<string, string>>;
  readonly finding: string;
  readonly processorHours: number;
}

/**
 * The part of a reproduction that is stored. Throws a RangeError for one of reduced size, which says nothing about the
 * published one.
 */
export function dataOf(found: Reproduction): ReproductionData {
  const { kernelscope, spec, request, verdict, settings, numbers, claims, finding, processorSeconds } = found;
  const { seed, options, quick } = request;
  if (quick) throw new RangeError(`${spec.id} was computed at a reduced size`);
  const fewer = (what: 'draws' | 'folds') =>
    request[what] !== undefined && request[what] < Number(spec[what]) ? { [what]: request[what] } : {};
  return {
    id: spec.id,
    kernelscope,
    seed,
    ...fewer('draws'),
    ...fewer('folds'),
    ...(options && { options }),
    finding: plainText(finding),
    verdict,
    processorHours: Number((processorSeconds / 3600).toPrecision(2)),
    settings,
    numbers,
    claims,
  };
}

/** As text, one number or setting to a line. */
export function dataText(data: ReproductionData): string {
  const lines = Object.entries(data).map(([name, value]) =>
    Array.isArray(value)
      ? `  ${JSON.stringify(name)}: [\n${value.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`
      : `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/**
 * Everything stored in `folder`, in the order of the registry. Throws a RangeError for a file that no reproduction has.
 */
export function keptIn(folder: string): readonly ReproductionData[] {
  const all: readonly ReproductionData[] = readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')),
  );
  const known = recipes.map(({ spec }) => spec.id);
  const stray = all.find(({ id }) => !known.includes(id));
  if (stray) throw new RangeError(`there is no reproduction ${stray.id}`);
  return known.flatMap((id) => all.filter((data) => data.id === id));
}

/**
 * The table of docs/reproductions.md, and below it the reproductions that were not computed at their published size.
 */
export function findingsTable(all: readonly ReproductionData[]): string {
  const rows = all.map((data) => {
    const { id, finding } = data;
    const spec = recipes.find((recipe) => recipe.spec.id === id)?.spec;
    return rowOf([`\`${id}\``, String(spec?.check), finding, verdictText(data), computed(data)]);
  });
  const missing = recipes
    .filter(({ spec }) => all.every(({ id }) => id !== spec.id))
    .map(({ spec }) => `\`${spec.id}\``);
  const table = ['| id | what to check | finding | verdict | computed |', '|---|---|---|---|---|', ...rows].join('\n');
  const fewer = all.filter(({ draws, folds }) => draws ?? folds).map(({ id }) => `\`${id}\``);
  const whole = `Computed at their whole published size, with all draws and folds: all${fewer.length === 0 ? '' : ` but ${fewer.join(', ')}`}.`;
  const rest = missing.length === 0 ? [] : [`Not computed at published size yet: ${missing.join(', ')}.`];
  return [table, whole, ...rest].join('\n\n');
}

/** The reproductions that have one sample of draws in common. */
export function sharedDraws(): string {
  const ids = recipes.filter(({ spec }) => spec.seedAlone).map(({ spec }) => `\`${spec.id}\``);
  return `These were computed from one sample of draws, before each had its own, and their deviations come together: ${ids.join(', ')}. So do those of the data sets within a table.`;
}

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Every statement as it was tested, and in which cases it holds. */
export function claimsOfAll(all: readonly ReproductionData[]): string {
  const rows = all.flatMap((data) => claimsTable(data).rows.map(({ cells }) => rowOf([`\`${data.id}\``, ...cells])));
  return ['| id | claim, as tested | holds |', '|---|---|---|', ...rows].join('\n');
}

/** "6 of 50 draws, 0.8 h": the part of the published size, and hours of the processor. */
function computed({ id, draws, folds, processorHours }: ReproductionData): string {
  const spec = recipes.find((recipe) => recipe.spec.id === id)?.spec;
  const part = draws ? `${draws} of ${spec?.draws} draws` : folds ? `${folds} of ${spec?.folds} folds` : 'whole';
  const seconds = Math.max(1, 3600 * processorHours);
  return `${part}, ${processorHours < 0.1 ? `${fixed(seconds, 0)} s` : `${fixed(processorHours, 1)} h`}`;
}
