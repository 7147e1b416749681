import type { ComponentsRun } from '../engine/contract/run';
import { counted } from '../engine/words/sentence';
import { costTable } from '../figures/components/cost';
import { outliersTable } from '../figures/components/outliers';
import { componentsOverview } from '../figures/components/overview';
import { eigenvaluesTable } from '../figures/components/spectrum';
import { allComponentsFigures } from '../figures/components/tabs';
import { componentsView } from '../figures/components/view';
import { plainText } from '../figures/words/describe';
import { computedPart, dataParts, figurePart, headedTable, notesParts, overviewTables } from './reportParts';
import { printed, type TextPart } from './text/parts';

const OUTLIERS = 10;

/**
 * The output of `fit` for principal components: the panel's overview in words and numbers, its tables, and a sentence
 * for each figure.
 */
export function componentsText(run: ComponentsRun, columns?: number): string {
  const view = componentsView(run);
  const overview = componentsOverview(view);
  const line = `${run.file.name}: ${run.method.title} of ${counted(run.data.columns.length, 'column')}, ${run.kernelscope}`;
  // The overview's figures appear again in their tabs under other names.
  const figures = new Map(
    allComponentsFigures(view).map(({ title, sentence }) => {
      const words = plainText(sentence);
      return [`${title} ${words}`, figurePart(title, words)];
    }),
  );
  const groups: readonly (readonly TextPart[])[] = [
    [{ line }],
    [{ prose: plainText(overview.lead) }],
    ...overviewTables(overview),
    dataParts(run.data),
    coloursParts(run),
    headedTable(eigenvaluesTable(view)),
    headedTable(costTable(view)),
    headedTable(outliersTable(view, OUTLIERS)),
    ...[...figures.values()].map((part) => [part]),
    notesParts(overview.notes),
    [computedPart(run)],
  ];
  return printed(groups, columns);
}

/** Tells a person who named a target how it is used. */
function coloursParts({ request: { design } }: ComponentsRun): TextPart[] {
  const named = [design.target, ...(design.moreTargets ?? [])].filter((name) => name !== '');
  if (named.length === 0) return [];
  const prose = `Components have no target: ${named.join(', ')} ${named.length === 1 ? 'is not a feature and colours' : 'are not features and colour'} the points in the panel.`;
  return [{ prose, indent: '  ' }];
}
