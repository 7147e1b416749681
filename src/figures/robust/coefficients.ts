import type { FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import type { RobustPath } from '../../engine/contract/robust';
import { count, plain } from '../../engine/words/numbers';
import { counted, listed, plural, sentence, stressed } from '../../engine/words/sentence';
import { padded } from '../layout/domains';
import { axisSpec, endLabel, lineSeries, noted } from '../specs';
import { shareAxis } from '../view/axes';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import type { CoefficientPath } from './facts';
import { regularEnd, shownLevel, strengthAxis, strengthRules, strengthText } from './strength';

/** Suspect rows named beside their lines on either side of 0, and rows named in tables and to screen readers. */
const LABELLED = 3;
const NAMED = 10;

/** alpha of the rows whose coefficients grow largest, along the strength; suspects stand out by their row. */
export function robustCoefficientsFigure(view: RunView): FigureSpec | undefined {
  const { robust, facts } = view;
  if (robust === undefined || facts.robust === undefined) return undefined;
  const { coefficients } = facts.robust;
  const { path } = robust.fit;
  if (areAlike(coefficients)) return undefined;
  const suspects = coefficients.filter(({ suspect }) => suspect);
  const named = new Set([...suspects, ...coefficients].slice(0, NAMED));
  const labels = labelsOf(view, suspects);
  return {
    id: 'robust-coefficients',
    title: 'Coefficients along the path',
    sentence: finding(coefficients, suspects),
    x: strengthAxis(robust.fit),
    y: axisSpec('coefficient α of a row', 'linear', coefficientDomain(view, coefficients), 'plain'),
    series: [
      ...bounds(view),
      ...coefficients.map((row): SeriesSpec => {
        const name = `row ${count(row.row)}`;
        return lineSeries(
          row.suspect ? 'outlier' : 'main',
          named.has(row) ? name : '',
          { x: path.values, y: row.values },
          { ...(labels.has(row) && { label: labels.get(row) }), faint: !row.suspect },
        );
      }),
    ],
    rules: [{ axis: 'y', at: 0, role: 'reference' }, ...strengthRules(robust)],
    ...noted('Red: suspect rows of the fit.', boundNote(path), shownLevel(robust.fit)),
  };
}

/** True when all rows' coefficients have one size at every strength, so that their lines are only two. */
function areAlike(rows: readonly CoefficientPath[]): boolean {
  const [first] = rows;
  return (
    rows.length > 1 &&
    first.values.every((v, i) =>
      rows.every(({ values }) => Math.abs(Math.abs(values[i]) - Math.abs(v)) <= 0.01 * Math.abs(v)),
    )
  );
}

/** True when every row affects the fit at every strength: a flat line. */
const isWhole = (support: Float64Array): boolean => support.every((share) => share > 0.9999);

/** The sentence in place of figures in which there would be nothing to see. */
export function leftOutNotes({ facts }: RunView): readonly string[] {
  if (facts.robust === undefined) return [];
  const { coefficients, support } = facts.robust;
  if (!areAlike(coefficients)) return [];
  return [
    `The coefficients of all rows have the same size at every strength${isWhole(support) ? ', and every row affects the fit' : ''}: there is nothing else to draw of them.`,
  ];
}

/** Names stand above one another at the fitted strength, those of negative coefficients below: many lie on one bound. */
function labelsOf({ run }: RunView, suspects: readonly CoefficientPath[]): Map<CoefficientPath, SeriesSpec['label']> {
  const labels = new Map<CoefficientPath, SeriesSpec['label']>();
  const { path, at = 0 } = run.robust ?? {};
  if (path === undefined) return labels;
  // Paths rise away from the regular end: the words stand on its side.
  const before = regularEnd(path.axis) === 'low';
  const placed = { above: 0, below: 0 };
  for (const row of suspects) {
    const side = row.values[at] < 0 ? 'below' : 'above';
    if (placed[side] === LABELLED) continue;
    const dy = (side === 'below' ? 1 : -1) * (9 + 13 * placed[side]++);
    labels.set(row, {
      text: `row ${count(row.row)}`,
      at: path.values[at],
      dx: before ? -8 : 8,
      dy,
      align: before ? 'right' : 'left',
    });
  }
  return labels;
}

/** Fixed per run: all of the paths, or four times the largest coefficient as fitted where they go on far beyond. */
function coefficientDomain({ run }: RunView, rows: readonly CoefficientPath[]): [number, number] {
  const [low, high] = extent(...rows.map(({ values }) => values));
  const { path, at = 0 } = run.robust ?? {};
  const bound = 4 * (path?.largest[at] ?? 0) || Number.POSITIVE_INFINITY;
  if (!Number.isFinite(low)) return [-1, 1];
  return padded(Math.max(low, -bound), Math.min(high, bound));
}

/** No coefficient leaves ±t or ±c. */
function bounds({ robust }: RunView): SeriesSpec[] {
  const { axis, values } = robust?.fit.path ?? {};
  if (values === undefined || (axis !== 't' && axis !== 'c')) return [];
  return [values, values.map((v) => -v)].map((y) => lineSeries('reference', '', { x: values, y }));
}

const boundNote = ({ axis }: RobustPath) => (axis === 't' || axis === 'c') && `Dashed: the limit ±${axis}.`;

function finding(rows: readonly CoefficientPath[], suspects: readonly CoefficientPath[]): Sentence {
  const all = `${counted(rows.length, 'row')} with the largest ${plural(rows.length, 'coefficient')}`;
  if (suspects.length === 0)
    return stressed(rows.length === 1 ? 'The one row is not suspect' : 'None is suspect', ` of the ${all}.`);
  const names = suspects.slice(0, 4).map(({ row }) => count(row));
  const more = suspects.length - names.length;
  const which = listed(more > 0 ? [...names, `${count(more)} more`] : names);
  const verb = plural(suspects.length, 'is suspect', 'are suspect');
  return sentence(
    `Of the ${all}, `,
    `${count(suspects.length)} ${verb}`,
    `: ${plural(suspects.length, 'row', 'rows')} ${which}.`,
  );
}

/** How many rows affect the fit, and the largest influence of one, along the strength. */
export function robustSupportFigure(view: RunView): FigureSpec | undefined {
  const { robust, facts } = view;
  if (robust === undefined || facts.robust === undefined) return undefined;
  const { coefficients, support, largest } = facts.robust;
  const { path } = robust.fit;
  if (areAlike(coefficients) && isWhole(support)) return undefined;
  const here = path.support[robust.at];
  const line = (role: 'main' | 'first', name: string, text: string, y: Float64Array) =>
    lineSeries(role, name, { x: path.values, y }, endLabel(text));
  const at = strengthText(path.axis, robust.strength);
  return {
    id: 'robust-support',
    title: 'Rows that affect the fit',
    sentence: sentence(
      `At ${at} `,
      here === facts.n ? `all ${count(here)} rows` : `${count(here)} of ${count(facts.n)} rows`,
      ` ${plural(here, 'affects', 'affect')} the fit; the largest |α| is ${plain(path.largest[robust.at])}.`,
    ),
    x: strengthAxis(robust.fit),
    y: shareAxis('share of rows; largest |α|, share of its maximum', 'percent'),
    series: [
      line('main', 'rows with α ≠ 0', 'rows', support),
      line('first', 'largest |α|, share of its maximum', 'largest |α|', largest),
    ],
    rules: strengthRules(robust),
  };
}
