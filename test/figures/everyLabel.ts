import type { FigureSpec } from '../../src/engine/contract/figure';
import { type AnyRun, isComponents } from '../../src/engine/contract/run';
import { componentsFacts } from '../../src/figures/components/facts';
import { componentsOverview } from '../../src/figures/components/overview';
import { allComponentsFigures } from '../../src/figures/components/tabs';
import { componentsView } from '../../src/figures/components/view';
import { overviewOf } from '../../src/figures/fit/overview';
import type { TableSpec } from '../../src/figures/tableSpec';
import { allFigures, intervalLanes, overviewFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { figureTable } from '../../src/figures/words/figureTable';
import { tabsOf, tabTitle } from '../../src/webview/views/runTabs';
import { everyTable } from './everyText';

export interface ShownLabel {
  readonly where: string;
  readonly label: string;
}

/** Everything that names something in the panel of a run: tabs, key numbers, parameters, figures, their axes and series, columns of tables. */
export function everyLabel(run: AnyRun): ShownLabel[] {
  const found: ShownLabel[] = [];
  const add = (where: string, label: string) => label.trim() !== '' && found.push({ where, label });
  const addTable = ({ id, columns }: TableSpec) => {
    for (const { title } of columns) add(`table ${id}`, title);
  };
  const addFigure = (figure: FigureSpec) => {
    add(`${figure.id} title`, figure.title);
    for (const { title } of [figure.x, figure.y]) add(`${figure.id} axis`, title);
    for (const { name } of figure.series) add(`${figure.id} series`, name);
    addTable(figureTable(figure));
  };
  for (const tab of tabsOf(run)) add('tab', tabTitle(tab, run));
  const parts = isComponents(run) ? ofComponents(run) : ofFit(run);
  for (const { name } of parts.overview.numbers) add('number', name);
  for (const { name } of parts.overview.parameters) add('parameter', name);
  for (const figure of parts.figures) addFigure(figure);
  for (const table of parts.tables) addTable(table);
  for (const { name } of parts.lanes) add('lane', name);
  return found;
}

function ofComponents(run: Extract<AnyRun, { readonly components: unknown }>) {
  const view = componentsView(run, componentsFacts(run), {});
  return { overview: componentsOverview(view), figures: allComponentsFigures(view), tables: [], lanes: [] };
}

function ofFit(run: Exclude<AnyRun, { readonly components: unknown }>) {
  const view = deriveView(run);
  const { good, kernels, columns } = overviewFigures(view);
  const lanes = [good, kernels?.lanes, columns, ...intervalLanes(view)].flatMap((group) => group?.lanes ?? []);
  return { overview: overviewOf(view), figures: allFigures(view), tables: everyTable(view), lanes };
}
