import type { ComponentsRun } from '../engine/contract/run';
import { fixed } from '../engine/words/numbers';
import { ruleText } from '../engine/words/ruleText';
import { plural } from '../engine/words/sentence';
import { costTable } from '../figures/components/cost';
import { outliersTable } from '../figures/components/outliers';
import { componentsOverview } from '../figures/components/overview';
import { eigenvaluesTable } from '../figures/components/spectrum';
import { allComponentsFigures } from '../figures/components/tabs';
import { componentsView } from '../figures/components/view';
import { backEndOf, coreText } from '../figures/words/backEnd';
import { plainText } from '../figures/words/describe';
import { dataText, headedTable, printableText, wrap } from './reportText';
import { textTable } from './textTable';

const OUTLIERS = 10;

/** What `fit` prints of principal components: the panel's overview in words and numbers, its tables, and a sentence for each figure. */
export function componentsText(run: ComponentsRun): string {
  const view = componentsView(run);
  const { lead, numbers, parameters, notes } = componentsOverview(view);
  const columns = run.data.columns.length;
  const head = `${run.file.name}: ${run.method.title} of ${columns} ${plural(columns, 'column')}, ${run.kernelscope}`;
  // The overview's figures come again in their tabs under other names.
  const sentences = allComponentsFigures(view).map(({ title, sentence }) =>
    wrap(plainText(sentence), '', /[.?!]$/.test(title) ? `${title} ` : `${title}. `),
  );
  const parts = [
    `${head}\n`,
    wrap(plainText(lead), ''),
    textTable(numbers.map((n) => [n.name, `${n.value}${n.unit === '' ? '' : ` ${n.unit}`}`, n.note])),
    textTable(parameters.map((p) => [p.name, p.value, ruleText(p.rule)])),
    dataText(run.data),
    coloursText(run),
    headedTable(eigenvaluesTable(view)),
    headedTable(costTable(view)),
    headedTable(outliersTable(view, OUTLIERS)),
    ...new Set(sentences),
    notes.map((n) => wrap(n.text, '  ', n.severity === 'warning' ? '! ' : '· ')).join(''),
    `${fixed(run.timings.total ?? 0, 2)} s; linear algebra: ${backEndOf(run.backend)}, ${coreText(run.backend)}\n`,
  ];
  return printableText(parts.filter((part) => part !== '').join('\n'));
}

/** A person who named a target is told what became of it. */
function coloursText({ request: { design } }: ComponentsRun): string {
  const named = [design.target, ...(design.moreTargets ?? [])].filter((name) => name !== '');
  if (named.length === 0) return '';
  return wrap(
    `Components have no target: ${named.join(', ')} ${named.length === 1 ? 'is not a feature and colours' : 'are not features and colour'} the points in the panel.`,
    '  ',
  );
}
