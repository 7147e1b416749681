import type { Sentence } from '../../engine/contract/figure';
import type { Note } from '../../engine/contract/note';
import { count, NARROW, percent, plain, sci } from '../../engine/words/numbers';
import { counted, plural, sentence } from '../../engine/words/sentence';
import type { Overview } from '../fit/overview';
import type { KeyNumber, ParameterRow } from '../view/overviewTypes';
import { algebraRow, chosenRows, splitRow } from '../words/runWords';
import type { ComponentsView } from './view';
import { explainedName, firstCarry, formText, testedText } from './words';

/** The left column of the overview of a run of components. */
export function componentsOverview(view: ComponentsView): Overview {
  return {
    lead: leadOf(view),
    numbers: numbersOf(view),
    parameters: parameterRows(view),
    notes: notesOf(view),
  };
}

function leadOf({ run, facts }: ComponentsView): Sentence {
  const { l, cumulative, ninety } = facts;
  const two = Math.min(2, l);
  const all = l > two ? `; all ${count(l)} explain ${percent(cumulative[l - 1])}` : '';
  const ninetyText =
    ninety === undefined
      ? `, and 90${NARROW}% takes more`
      : ninety > two
        ? `, ${count(ninety)} are enough for 90${NARROW}%`
        : '';
  const rows = counted(run.components.n, 'row');
  return sentence(
    `${firstCarry(two)} `,
    percent(cumulative[two - 1]),
    ` of the ${explainedName(run.components)} of ${rows} in the space of the kernel${all}${ninetyText}.`,
  );
}

function numbersOf(view: ComponentsView): KeyNumber[] {
  const { run, facts } = view;
  const { l, cumulative, ninety, pooled } = facts;
  const two = Math.min(2, l);
  const { outlying } = facts.outliers();
  return [
    {
      id: 'variance',
      name: `${run.components.uncentred ? 'Second moment' : 'Variance'} on ${two === 2 ? 'two components' : 'one component'}`,
      value: plain(100 * cumulative[two - 1], 3),
      unit: '%',
      note:
        l > two ? `${percent(cumulative[l - 1])} on all ${count(l)}` : `of the trace ${plain(run.components.total)}`,
      strip: { domain: [0, 1], at: cumulative[two - 1], interval: [0, cumulative[two - 1]] },
    },
    {
      id: 'ninety',
      name: `Components for 90${NARROW}%`,
      value: ninety === undefined ? `over ${count(l)}` : count(ninety),
      unit: ninety === undefined ? '' : `of ${count(l)}`,
      note:
        ninety === undefined ? 'more than were computed' : `of the ${explainedName(run.components)} of training rows`,
      strip: { domain: [0, l], at: ninety ?? l, interval: [0, ninety ?? l] },
    },
    leftNumber(view),
    {
      id: 'outliers',
      name: 'Rows that stand out',
      value: count(outlying.length),
      unit: `of ${count(pooled.count)}`,
      note: '3.5 robust scales above the middle error',
      strip: { domain: [0, pooled.count], at: outlying.length, interval: [0, outlying.length] },
    },
  ];
}

/** The part of the rows that all components together leave unexplained; in L² where R is not defined. */
function leftNumber({ run, facts }: ComponentsView): KeyNumber {
  const [fit] = run.components.reconstruction;
  const values = fit?.h ?? fit?.l2;
  const share = values && values[0] > 0 ? values[values.length - 1] / values[0] : Number.NaN;
  return {
    id: 'left',
    name: `Not explained by ${counted(facts.l, 'component')}`,
    value: share >= 0.001 ? plain(100 * share, 3) : sci(100 * share),
    unit: Number.isFinite(share) ? '%' : '',
    note: fit ? `of ${testedText(run.components)}, in ${fit.h ? 'the kernel’s space' : 'L²'}` : 'not measured',
    strip: { domain: [0, 1], at: share, interval: [0, share] },
  };
}

/** The kernel stands in the title, the seed with the rows it drew, the number of components in a row with what they come from. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['kernel', 'seed', 'components']);

function parameterRows({ run, facts }: ComponentsView): ParameterRow[] {
  return [
    ...chosenRows(run, (name) => SAID_ELSEWHERE.has(name)),
    { name: 'components', value: count(facts.l), rule: `from ${formText(run.components)}` },
    splitRow(run),
    algebraRow(run),
  ];
}

/** Notes that the numbers themselves call for, then the run's own notes, warnings first. */
export function notesOf({ run, facts }: ComponentsView): Note[] {
  const { components } = run;
  const { solver } = components;
  const notes: Note[] = [];
  if (!components.tested.heldOut)
    notes.push({
      severity: 'warning',
      code: 'components/nothing-held-out',
      text: 'Nothing was held out: reconstruction errors are those of the rows that the components were fitted to, and lower than new rows would have. Hold rows out to measure the error on new ones.',
    });
  if (solver.kind === 'lanczos' && solver.residual > 1e-6)
    notes.push({
      severity: 'warning',
      code: 'components/lanczos',
      text: `The last components are not exact: the largest residual of the solver is ${sci(solver.residual)} of the first eigenvalue.`,
    });
  if (components.kind !== 'empirical' && facts.l === Math.min(components.count, components.n - 1))
    notes.push({
      severity: 'info',
      code: 'components/limited',
      text: `${formText(components)} ${plural(components.count, 'allows', 'allow')} no more than ${counted(facts.l, 'component')}.`,
    });
  const codes = new Set(notes.map(({ code }) => code));
  const weight = (note: Note) => (note.severity === 'warning' ? 0 : 1);
  return [...notes, ...run.notes.filter(({ code }) => !codes.has(code))].sort((a, b) => weight(a) - weight(b));
}
