import type { FigureSpec } from '../../engine/contract/figure';
import { count, fixed } from '../../engine/words/numbers';
import { counted, plural, sentence } from '../../engine/words/sentence';
import { axisSpec, pointSeries } from '../specs';
import type { RunView } from '../view/view';
import { classesAt } from './classView';
import { shortenedAll } from './levelNames';

/** Columns of dots across the axis of probabilities. */
const COLUMNS = 40;
/** More dots than this are only ink: with more rows, evenly fewer are drawn. */
const MOST_DRAWN = 2000;

/**
 * Every held-out row of two classes as a dot over its probability of the second one: rows of that class stand above the line, the others hang below it.
 * Undefined for other runs, and where nothing is held out.
 */
export function classRowsFigure(view: RunView): FigureSpec | undefined {
  const classes = classesAt(view);
  const probable = classes?.probable;
  const { holdout } = view.run;
  if (!classes?.heldOut || !probable?.threshold || !holdout) return undefined;
  const { observed, probabilities, level } = probable;
  const { shown } = probable.threshold;
  if (observed.length !== holdout.rows.length) return undefined;
  const [no, yes] = shortenedAll(classes.levels);
  const every = Math.ceil(observed.length / MOST_DRAWN);
  const high = new Int32Array(COLUMNS);
  const low = new Int32Array(COLUMNS);
  const dots = { right: noDots(), wrong: noDots() };
  let wrong = 0;
  for (let i = 0; i < observed.length; i++) {
    const is = observed[i] === level;
    const right = probabilities[i] > shown === is;
    if (!right) wrong++;
    if (i % every > 0 || !Number.isFinite(probabilities[i])) continue;
    const column = Math.min(COLUMNS - 1, Math.floor(probabilities[i] * COLUMNS));
    const { x, y, rows, lines } = right ? dots.right : dots.wrong;
    x.push((column + 0.5) / COLUMNS);
    y.push(is ? ++high[column] : -++low[column]);
    rows.push(holdout.rows[i]);
    lines.push(holdout.lines[i]);
  }
  const [top, bottom] = [high, low].map((counts) => Math.max(1, ...counts) + 1);
  const series = (role: 'main' | 'outlier', name: string, { x, y, rows, lines }: Dots) =>
    pointSeries(role, name, { x, y }, { rows, lines, hollow: false });
  return {
    id: 'class-rows',
    title: 'New rows',
    sentence: sentence(
      `By their probability of ${yes}. `,
      `${count(wrong)} of ${count(observed.length)}`,
      ` ${plural(wrong, 'is', 'are')} on the wrong side of ${fixed(shown, 2)}.`,
    ),
    x: axisSpec(`probability of ${yes}`, 'linear', [0, 1], 'percent', { ticks: [0, 0.25, 0.5, 0.75, 1] }),
    y: axisSpec(`true ${yes} above, ${no} below`, 'linear', [-bottom, top], 'level', { ticks: [0], labels: [''] }),
    series: [series('main', 'right', dots.right), series('outlier', 'wrong', dots.wrong)],
    rules: [
      { axis: 'y', at: 0, role: 'reference' },
      { axis: 'x', at: shown, role: 'chosen', text: `threshold ${fixed(shown, 2)}` },
    ],
    ...(every > 1 && {
      note: `Drawn: every ${count(every)}th row, ${counted(Math.ceil(observed.length / every), 'row')}.`,
    }),
  };
}

interface Dots {
  readonly x: number[];
  readonly y: number[];
  readonly rows: number[];
  readonly lines: number[];
}

const noDots = (): Dots => ({ x: [], y: [], rows: [], lines: [] });
