import type { Callout } from '../../engine/contract/callout';
import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { Note } from '../../engine/contract/note';
import { standsAt } from '../../engine/contract/race';
import { type AnyRun, type ComponentsRun, isComponents, type RunResult } from '../../engine/contract/run';
import { count, NARROW } from '../../engine/words/numbers';
import { againstChosen, laneErrorText, laneWord } from '../../engine/words/raceWords';
import { counted } from '../../engine/words/sentence';
import { componentsOverview } from '../components/overview';
import { allComponentsFigures } from '../components/tabs';
import { componentsView } from '../components/view';
import { overviewOf } from '../fit/overview';
import { importanceNote, importanceSentence, importanceTable } from '../improve/importance';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import { allFigures } from '../tabs';
import { numberCells } from '../view/overviewTypes';
import { deriveView, predictedColumns, targetView } from '../view/view';
import { dataLines } from '../words/dataSummary';
import { splitWords } from '../words/runWords';
import { wrappedCommandLine } from './commandLine';

/** A run to hand over: what was found, how sure, from what, and how to do it again. Written as HTML and as Markdown. */
export interface Report {
  readonly file: string;
  readonly title: string;
  /** The first sentence, and one for each further target. */
  readonly leads: readonly Sentence[];
  readonly figures: readonly FigureSpec[];
  readonly numbers: TableSpec;
  /** Which columns the predictions rest on, where that was measured. */
  readonly columns?: { readonly sentence: Sentence; readonly table: TableSpec; readonly note: string };
  /** The candidates of the race for the kernel. */
  readonly race?: TableSpec;
  readonly settings: TableSpec;
  readonly data: readonly string[];
  /** Facts that a reader of any number should know first. */
  readonly callouts: readonly Callout[];
  readonly notes: readonly Note[];
  /** For a POSIX shell, in lines. */
  readonly command: string;
  /** The time, the version, and the number of rows. */
  readonly foot: string;
}

export function reportOf(run: AnyRun): Report {
  return isComponents(run) ? componentsReport(run) : fitReport(run);
}

function fitReport(run: RunResult): Report {
  const view = deriveView(run, run.filter);
  const overview = overviewOf(view);
  const others = run.classes ? [] : run.others.map((_, i) => overviewOf(deriveView(targetView(run, i + 1))).lead);
  const targets = predictedColumns(run).join(', ');
  return {
    ...common(run, overview),
    title: `How well can ${targets} be predicted?`,
    leads: [overview.lead, ...others],
    figures: allFigures(view),
    ...(run.importance && {
      columns: {
        sentence: importanceSentence(run.importance),
        table: importanceTable(run.importance),
        note: importanceNote(run.importance),
      },
    }),
    ...(run.race && { race: raceTable(run.race) }),
  };
}

function componentsReport(run: ComponentsRun): Report {
  const view = componentsView(run);
  const overview = componentsOverview(view);
  return {
    ...common(run, overview),
    title: `In which directions do ${counted(run.data.columns.length, 'column')} vary most?`,
    leads: [overview.lead],
    figures: allComponentsFigures(view),
  };
}

function common(run: AnyRun, { numbers, parameters, notes }: ReturnType<typeof overviewOf>) {
  const { data, file, created, kernelscope, callouts = [] } = run;
  return {
    callouts,
    file: file.name,
    numbers: numbersTable({ numbers }),
    settings: threeColumns(
      'settings',
      'Settings',
      parameters.map(({ name, value, rule }) => [name, value, rule]),
    ),
    data: dataLines(data),
    notes,
    command: wrappedCommandLine(run),
    foot: `${counted(data.rows, 'row')}, ${counted(data.columns.length, 'column')}; ${count(data.train)} for training, ${count(data.holdout)} for testing (${splitWords(run.request)}). ${kernelscope}, ${created.slice(0, 10)}.`,
  };
}

/** The key numbers of a run. */
export const numbersTable = ({ numbers }: Pick<ReturnType<typeof overviewOf>, 'numbers'>): TableSpec =>
  threeColumns('numbers', 'Numbers', numberCells(numbers));

const threeColumns = (id: string, title: string, rows: readonly (readonly string[])[]): TableSpec =>
  tableOf(
    { id, title },
    rows,
    [0, 1, 2].map((j) => wordColumn('', (cells) => cells[j])),
  );

function raceTable(race: NonNullable<RunResult['race']>): TableSpec {
  return tableOf({ id: 'race', title: 'Kernels and baselines on the same rows' }, race.lanes, [
    wordColumn('candidate', ({ title, column }) => (column === undefined ? title : `${title}, ${column}`)),
    numberColumn('error', (lane) => {
      const at = standsAt(race, lane);
      return at === undefined ? '–' : laneErrorText(race, at);
    }),
    numberColumn(`against the chosen, 95${NARROW}%`, (lane) => againstChosen(race, lane) || (lane.why ?? '')),
    wordColumn('', (lane) => laneWord(lane, race)),
  ]);
}
