import type { Components } from '../../engine/contract/components';
import type { AxisSpec, FigureSpec, MarkSpec, Sentence } from '../../engine/contract/figure';
import { count, NARROW, percent, plain, sci } from '../../engine/words/numbers';
import { counted, plural, sentence } from '../../engine/words/sentence';
import { decadesAround } from '../layout/domains';
import { axisSpec, endLabel, lineSeries, pointSeries } from '../specs';
import { factsTable, numberColumn, type TableSpec, tableOf } from '../tableSpec';
import { shareAxis } from '../view/axes';
import { lineBefore } from './before';
import type { ComponentsView } from './view';
import { explainedName, firstCarry, formText } from './words';

/** More components than this stand on a logarithmic axis. */
export const MANY_COMPONENTS = 30;

/** Components 1 … l; logarithmic where there are many. */
function componentAxis({ facts }: ComponentsView): AxisSpec {
  const many = facts.l > MANY_COMPONENTS;
  return axisSpec(
    'component i',
    many ? 'log' : 'linear',
    many ? [1, facts.l] : [0.7, Math.max(2, facts.l) + 0.3],
    'count',
    { ...(!many && { ticks: wholeTicks(facts.l) }) },
  );
}

/** At most a dozen integers from 1 on. */
export function wholeTicks(l: number): number[] {
  const step = [1, 2, 5, 10].find((s) => l / s <= 10) ?? 10;
  const rest = Array.from({ length: Math.floor(l / step) }, (_, i) => (i + 1) * step);
  return step === 1 ? rest : [1, ...rest];
}

const places = (l: number) => Float64Array.from({ length: l }, (_, i) => i + 1);

const operatorName = ({ uncentred }: Pick<Components, 'uncentred'>): string =>
  uncentred ? 'second moment' : 'covariance';

/** Eigenvalues of the covariance in the kernel's space, on a logarithmic axis. */
export function eigenvaluesFigure(view: ComponentsView): FigureSpec {
  const { run, facts } = view;
  const { eigenvalues } = run.components;
  const positive = eigenvalues.filter((v) => v > 0);
  const domain = positive.length > 0 ? decadesAround(positive[positive.length - 1], positive[0]) : ([0.1, 1] as const);
  const x = places(facts.l);
  return {
    id: 'components-spectrum',
    title: 'Eigenvalues',
    sentence: spectrumFinding(view),
    x: componentAxis(view),
    y: axisSpec(`eigenvalue of the ${operatorName(run.components)}`, 'log', domain, 'power'),
    series: [lineSeries('main', 'eigenvalue', { x, y: eigenvalues }), pointSeries('main', '', { x, y: eigenvalues })],
    note: limitNote(view),
  };
}

function spectrumFinding({ run, facts }: ComponentsView): Sentence {
  const { eigenvalues, total } = run.components;
  const first = percent(facts.share[0]);
  const last = eigenvalues[facts.l - 1];
  if (facts.l < 2 || !(last > 0))
    return sentence('The first component explains ', first, ` of the trace ${sci(total)}.`);
  return sentence(
    'The first component explains ',
    first,
    ` of the trace ${plain(total)}; the last computed one is ${sci(eigenvalues[0] / last)} times smaller.`,
  );
}

/** How many components are possible, and what prevents more. */
function limitNote({ run, facts }: ComponentsView): string {
  const { kind, n, count: m } = run.components;
  const most = Math.min(m, n - 1);
  if (kind === 'empirical')
    return `${count(facts.l)} of at most ${count(n - 1)} components, the maximum for ${count(n)} rows.`;
  const limit = `${formText({ kind, count: m })} ${plural(m, 'allows', 'allow')} at most ${counted(most, 'component')}`;
  return m < n - 1 ? `${limit}; all pairs of rows would allow ${count(n - 1)}.` : `${limit}.`;
}

/** Fraction of the variance by component, and of all components up to it. */
export function explainedFigure(view: ComponentsView): FigureSpec {
  const { facts, before } = view;
  const x = places(facts.l);
  const ring = { shape: 'ring', role: 'main', align: 'left', dx: 9, dy: 12 } as const;
  const marks: MarkSpec[] =
    facts.ninety === undefined
      ? []
      : [
          {
            ...ring,
            x: facts.ninety,
            y: facts.cumulative[facts.ninety - 1],
            text: `90${NARROW}% at ${count(facts.ninety)}`,
          },
        ];
  return {
    id: 'components-explained',
    title: `Explained ${explainedName(view.run.components)}`,
    sentence: explainedFinding(view),
    x: componentAxis(view),
    y: shareAxis(`share of the ${explainedName(view.run.components)}`, 'percent'),
    series: [
      lineSeries('main', 'first i together', { x, y: facts.cumulative }, endLabel('together')),
      lineSeries('first', 'component i alone', { x, y: facts.share }, endLabel('alone')),
      pointSeries('first', '', { x, y: facts.share }),
      ...(before ? [lineBefore(places(before.cumulative.length), before.cumulative)] : []),
    ],
    marks,
  };
}

function explainedFinding({ facts, run }: ComponentsView): Sentence {
  const { l, cumulative, ninety } = facts;
  const two = Math.min(2, l);
  const all = l > 2 ? `; all ${count(l)} explain ${percent(cumulative[l - 1])}` : '';
  const ninetyText =
    ninety === undefined ? `, short of 90${NARROW}%` : ninety > 2 ? `, and ${count(ninety)} explain 90${NARROW}%` : '';
  return sentence(
    `${firstCarry(two)} `,
    percent(cumulative[two - 1]),
    ` of the ${explainedName(run.components)}${all}${ninetyText}.`,
  );
}

/** Facts of the decomposition. */
export function spectrumFactsTable({ run, facts }: ComponentsView): TableSpec {
  const { eigenvalues, total, solver, n } = run.components;
  const { l, cumulative } = facts;
  const last = eigenvalues[l - 1];
  return factsTable('components-facts', 'Decomposition', [
    [`trace of the ${operatorName(run.components)}`, plain(total)],
    [`explained by ${counted(l, 'component')}`, percent(cumulative[l - 1])],
    ['largest eigenvalue λ₁', plain(eigenvalues[0])],
    [`λ₁ / λ${l > 1 ? ' of the last' : '₁'}`, last > 0 ? sci(eigenvalues[0] / last) : '–'],
    ['training rows', count(n)],
    ['computed from', formText(run.components)],
    [
      'solver',
      solver.kind === 'all'
        ? 'all eigenpairs'
        : `Lanczos, ${counted(solver.iterations, 'step')}, residual ${sci(solver.residual)}`,
    ],
  ]);
}

/** Number of components that a table lists before it says that there are more. */
const LISTED = 25;

export function eigenvaluesTable({ run, facts }: ComponentsView): TableSpec {
  const shown = Math.min(LISTED, facts.l);
  return tableOf(
    {
      id: 'components',
      title: shown < facts.l ? `The first ${shown} of ${count(facts.l)} components` : 'Components',
    },
    Array(shown).keys(),
    [
      numberColumn('Component', (i) => count(i + 1)),
      numberColumn('Eigenvalue', (i) => sci(run.components.eigenvalues[i], 2)),
      numberColumn('Share', (i) => percent(facts.share[i])),
      numberColumn('Together', (i) => percent(facts.cumulative[i])),
    ],
  );
}
