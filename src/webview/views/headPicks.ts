import { type AnyRun, isComponents } from '../../engine/contract/run';
import { kernelTitle } from '../../engine/kernels/kernelWords';
import { count } from '../../engine/words/numbers';
import { countLeftOut } from '../../engine/words/rowRanges';
import { capitalised, counted } from '../../engine/words/sentence';
import { approximateChip } from '../../figures/advice/approximateChip';
import { labelled, nameList } from '../controls';
import { el, svg } from '../element';
import type { FromView, HeadPick } from '../protocol.schema';
import { type Tab, tabTitle } from './runTabs';

/**
 * Method and kernel of the run, each a button that asks for another: the run is kept, and fitted again with the choice.
 */
export function headPicks(run: AnyRun, post: (message: FromView) => void): HTMLElement {
  const racing = !isComponents(run) && run.race !== undefined && run.race.chosen === undefined;
  const pick = (what: HeadPick, words: string) => {
    const button = el(
      'button.head-pick',
      {
        type: 'button',
        'aria-haspopup': 'listbox',
        'aria-label': `${capitalised(what)}: ${words}`,
        title: racing
          ? 'Not available until the comparison of kernels has finished'
          : `${words}. Fit with another ${what}; this run is kept`,
        disabled: racing,
      },
      el('span', words),
      svg(
        'svg',
        { viewBox: '0 0 10 10', width: 10, height: 10, 'aria-hidden': 'true' },
        svg('path', { d: 'M2 3.5 5 6.5 8 3.5', fill: 'none', stroke: 'currentColor' }),
      ),
    );
    button.addEventListener('click', () => post({ type: 'pick', what }));
    return button;
  };
  const kernel = pick('kernel', capitalised(kernelTitle(run.kernel)));
  return el('div.picks', pick('method', run.method.title), kernel, racing ? false : moreExactly(run, post));
}

/** A button to a more exact fit, for a fit that is not exact. */
function moreExactly(run: AnyRun, post: (message: FromView) => void): HTMLElement | false {
  const chip = approximateChip(run);
  if (chip === undefined) return false;
  const { text, why, command } = chip;
  const button = el(
    'button.head-pick.approximate',
    { type: 'button', title: [`${capitalised(text)}.`, why].join(' ').trim() },
    el('span', 'More exactly…'),
  );
  button.addEventListener('click', () => post({ type: 'command', command }));
  return button;
}

/** The picker of the target or class that the figures show. */
export function targetPicker(
  names: readonly string[],
  label: string,
  chosen: number,
  choose: (index: number) => void,
): HTMLElement {
  const list = nameList('target', names, chosen, choose);
  list.title = `${label} shown in figures, sliders and numbers`;
  return labelled(label, list);
}

/**
 * The fit in a line: "yield from 6 columns · 900 rows". Without a target it begins with the columns; a separate tab is
 * named first, and then the line ends with method and kernel, which are buttons elsewhere (headPicks.ts).
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
