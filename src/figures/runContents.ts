import type { FigureSpec } from '../engine/contract/figure';
import { type AnyRun, isComponents, type RunResult } from '../engine/contract/run';
import { costTable } from './components/cost';
import { loadingsTable } from './components/loadings';
import { outliersTable } from './components/outliers';
import { eigenvaluesTable, spectrumFactsTable } from './components/spectrum';
import { componentsView } from './components/view';
import { missedRows, missedTable } from './fit/missedRows';
import { overviewOf } from './fit/overview';
import { columnsTable, filterTable, ratesTable, residualsTable, spectrumTable } from './fit/tables';
import { coefficientsTable } from './fit/unpenalised';
import { numbersTable, reportOf } from './report/report';
import { calibrationTable, suspectsTable } from './robust/tables';
import type { TableSpec } from './tableSpec';
import { allFigures } from './tabs';
import { deriveView, type RunView, targetView } from './view/view';

/** Everything that is drawn and tabulated of a run, for exports. */
export interface RunContents {
  /** Tables of the run as a whole. */
  readonly tables: readonly TableSpec[];
  /** One part for each target; a single one for classes and for principal components. */
  readonly parts: readonly RunPart[];
}

export interface RunPart {
  /** '' for principal components. */
  readonly target: string;
  readonly figures: readonly FigureSpec[];
  readonly tables: readonly TableSpec[];
}

export function contentsOf(run: AnyRun): RunContents {
  const { settings, numbers, figures } = reportOf(run);
  const tables = [settings, columnsTable({ run })];
  if (isComponents(run)) {
    const view = componentsView(run);
    const own = [spectrumFactsTable(view), eigenvaluesTable(view), loadingsTable(view), costTable(view)];
    return { tables, parts: [{ target: '', figures, tables: filled(numbers, ...own, outliersTable(view, ALL)) }] };
  }
  const targets = run.classes ? 1 : 1 + run.others.length;
  return { tables, parts: Array.from({ length: targets }, (_, i) => partOf(targetView(run, i))) };
}

const ALL = Number.POSITIVE_INFINITY;

function partOf(run: RunResult): RunPart {
  const view = deriveView(run, run.filter);
  return {
    target: run.model.classes?.column ?? run.target,
    figures: allFigures(view),
    tables: filled(
      numbersTable(overviewOf(view)),
      spectrumTable(view),
      filterTable(view),
      ratesTable(view),
      coefficientsTable(view),
      calibrationTable(view),
      suspectsTable(view, ALL),
      ...rowTables(view),
    ),
  };
}

function rowTables(view: RunView): TableSpec[] {
  const missed = missedRows(view);
  return [residualsTable(view, ALL), ...(missed ? [missedTable(view, missed, ALL)] : [])];
}

const filled = (...tables: readonly TableSpec[]): TableSpec[] => tables.filter(({ rows }) => rows.length > 0);
