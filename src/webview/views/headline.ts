import { type AnyRun, isComponents } from '../../engine/contract/run';
import { kernelTitle } from '../../engine/kernels/kernelWords';
import { count } from '../../engine/words/numbers';
import { countLeftOut } from '../../engine/words/rowRanges';
import { counted } from '../../engine/words/sentence';
import type { Tab } from '../protocol';
import { tabTitle } from './runTabs';

/**
 * What was fitted, in a line: "yield from 6 columns · 900 rows". Without a target it begins with the columns; a tab on its own is named
 * first, and ends with method and kernel, which elsewhere are buttons (headPicks.ts).
 */
export function headline(run: AnyRun, target: string, only: Tab | undefined): string {
  const { columns, used } = run.data;
  const tab = only === undefined ? '' : `${tabTitle(only, run)} · `;
  const from = columns.length === 1 ? columns[0] : `${count(columns.length)} columns`;
  const fitted = run.model.classes?.column ?? target;
  const what = isComponents(run) ? from : `${fitted} from ${from}`;
  const { where, without } = run.request.design;
  const rows = [
    `${count(used)} rows`,
    ...(where === undefined ? [] : [`where ${where}`]),
    ...(without === undefined ? [] : [`without ${counted(countLeftOut(without), 'row')}`]),
  ].join(' ');
  const fit = only === undefined ? '' : ` · ${run.method.title}, ${kernelTitle(run.kernel)}`;
  return `${tab}${what} · ${rows}${fit}`;
}
