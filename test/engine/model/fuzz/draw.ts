import type { FigureSpec } from '../../../../src/engine/contract/figure';
import { type AnyRun, isComponents } from '../../../../src/engine/contract/run';
import { filterAt } from '../../../../src/engine/filters/anyFilter';
import { componentsOverview } from '../../../../src/figures/components/overview';
import { allComponentsFigures } from '../../../../src/figures/components/tabs';
import { componentsView } from '../../../../src/figures/components/view';
import { toCsv } from '../../../../src/figures/csv';
import { overviewOf } from '../../../../src/figures/fit/overview';
import {
  columnsTable,
  filterTable,
  ratesTable,
  residualsTable,
  spectrumTable,
} from '../../../../src/figures/fit/tables';
import { coefficientsTable } from '../../../../src/figures/fit/unpenalised';
import { calibrationTable, suspectsTable } from '../../../../src/figures/robust/tables';
import { allFigures } from '../../../../src/figures/tabs';
import { deriveView, targetsOf, targetView } from '../../../../src/figures/view/view';

/** All that the page makes of a run, for each of its targets, as fitted and with a slider moved. */
export function draw(run: AnyRun): number {
  columnsTable({ run });
  if (isComponents(run)) {
    const view = componentsView(run);
    componentsOverview(view);
    return written(allComponentsFigures(view));
  }
  let length = 0;
  for (const target of targetsOf(run).keys()) {
    const one = targetView(run, target);
    const view = deriveView(one);
    overviewOf(view);
    spectrumTable(view);
    filterTable(view);
    ratesTable(view);
    residualsTable(view);
    coefficientsTable(view);
    calibrationTable(view);
    suspectsTable(view, 10);
    length += written(allFigures(view));
    const [path] = one.paths;
    if (path && !one.robust)
      length += written(allFigures(deriveView(one, filterAt(one.filter, path.axis, path.values[1] ?? 1), view.facts)));
    if (one.robust) length += written(allFigures(deriveView(one, one.filter, view.facts, { at: 0 })));
  }
  return length;
}

function written(figures: readonly FigureSpec[]): number {
  return figures.reduce((sum, figure) => sum + toCsv(figure).length, 0);
}
