import type { FigureSpec } from '../../engine/contract/figure';
import type { Note } from '../../engine/contract/note';
import { count, higher, NARROW, percent, sci } from '../../engine/words/numbers';
import { capitalised, counted, plural } from '../../engine/words/sentence';
import type { KeyNumber, ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { directionsText } from '../words/filterWords';
import { shareText } from '../words/squared';
import { approximationAt, KIND_WORDS, rangeText, type Saturation, saturation, theoryCount } from './approximation';
import { dimensionRows } from './leverage';
import { shownSpectrum } from './solver';

/** Notes on whether to take more or fewer, by the measured errors. */
export function approximationNotes(view: RunView): Note[] {
  const approximation = approximationAt(view);
  const more = approximation && saturation(approximation.primary);
  if (approximation === undefined || more === undefined) return [];
  const { kind } = approximation.all;
  const used = approximation.primary.counts[approximation.primary.counts.length - 1];
  const { one, many } = KIND_WORDS[kind];
  const error = approximation.heldOut ? 'held-out error' : 'GCV';
  if (more.kind === 'falling' && more.ratio > 1.01) {
    return [
      {
        severity: 'warning',
        code: 'approximation/too-few',
        text: `With ${counted(more.half, one)} the ${error} is ${higher(more.ratio)} than with ${count(used)}: more may lower it further. Set ${many} to ${count(2 * used)} to check.`,
      },
    ];
  }
  if (more.kind === 'enough' && 2 * more.from <= used) {
    const { counts, seconds } = approximation.primary;
    const share = seconds[counts.indexOf(more.from)] / seconds[seconds.length - 1];
    const time = share < 0.95 ? `, the fewest in ${percent(share)} of the time` : '';
    return [
      {
        severity: 'info',
        code: 'approximation/fewer-would-do',
        text: `With ${rangeText(more)} ${plural(more.to, one)} the RMSE is within 5${NARROW}% of the lowest${time}. For further fits set ${many} to ${count(more.from)}.`,
      },
    ];
  }
  return [];
}

/** Where rows do not tell, nothing is recommended. */
const recommended = (more: Saturation | undefined): more is Saturation => more !== undefined && more.kind !== 'untold';

const ruleOf = ({ kind }: Saturation) =>
  kind === 'falling' ? 'the error still falls' : `errors within ${kind === 'alike' ? 1 : 5}${NARROW}% of the lowest`;

/** Rows of the parameter table that no parameter of the request stands for. */
export function approximationRows(view: RunView): ParameterRow[] {
  const { run } = view;
  const { approximation } = run;
  if (approximation === undefined) return [];
  const measured = approximationAt(view);
  const more = measured && saturation(measured.primary);
  const { kind, title, recommended: theory, sampling, solver, looRows } = approximation;
  const { many } = KIND_WORDS[kind];
  const rows: ParameterRow[] = [
    { name: 'kernel approximated by', value: title, rule: '' },
    ...(recommended(more) ? [{ name: `recommended ${many}`, value: rangeText(more), rule: ruleOf(more) }] : []),
    { name: `${many} by theory`, value: theoryCount(theory), rule: `${theory.rule}, constants taken as 1` },
    ...dimensionRows(approximation),
  ];
  if (sampling)
    rows.push({
      name: `${many} drawn`,
      value: 'by leverage scores',
      rule: `on ${counted(sampling.pilot, 'pilot row')} at λ${NARROW}${sci(sampling.lambda)}, where ${directionsText(sampling.effective)} are effective`,
    });
  if (solver.kind === 'conjugateGradient') {
    const steps = solver.residuals.length - 1;
    rows.push({
      name: 'solver',
      value: 'conjugate gradients',
      rule: `${counted(steps, 'iteration')}, preconditioned`,
    });
  }
  if (looRows < run.spectrum.n) rows.push({ name: 'leave-one-out rows', value: count(looRows), rule: 'sample' });
  return rows;
}

/** The figure of the spectrum with a note that the spectrum is that of the features, and on what lies beyond them. */
export function ofTheFeatures(figure: FigureSpec, view: RunView): FigureSpec {
  const { approximation, spectrum } = view.run;
  if (approximation === undefined) return figure;
  const { kind, count: used, solver, traceLeft } = approximation;
  const { one, many } = KIND_WORDS[kind];
  const of = solver.kind === 'conjugateGradient' ? solver.spectrumCount : used;
  const { beyond } = spectrum;
  const target = beyond.score / view.facts.unit;
  const carried =
    beyond.count > 0
      ? ` The other ${plural(beyond.count, 'direction', `${count(beyond.count)} directions`)}, with ${target > 0 ? shareText(target) : 'none'} of the variance, cannot be fitted.`
      : '';
  const trace = traceLeft === undefined ? '' : ` They leave out ${shareText(traceLeft)} of the kernel’s trace.`;
  const whose = `Spectrum of the kernel approximated by ${counted(of, one)}: ${counted(spectrum.mu.length, 'direction')}.${carried}${trace}`;
  const stands = solver.kind === 'conjugateGradient' ? ` ${shownSpectrum(of, used, many)}` : '';
  return { ...figure, note: [figure.note, `${whose}${stands}`].filter(Boolean).join(' ') };
}

/**
 * How many features or landmarks approximate the kernel, how many are enough and how many theory has, and how well they
 * approximate.
 */
export function approximationNumbers(view: RunView): KeyNumber[] {
  const { approximation } = view.run;
  if (approximation === undefined) return [];
  const { kind, count: used, recommended: theory, kernelError, traceLeft } = approximation;
  const { many, random } = KIND_WORDS[kind];
  const measured = approximationAt(view);
  const more = measured && saturation(measured.primary);
  const range = recommended(more) ? `recommended: ${rangeText(more)}; ` : '';
  const numbers: KeyNumber[] = [
    {
      id: 'features',
      name: capitalised(random),
      value: count(used),
      unit: '',
      note: `${range}theory, its constants taken as 1: ${theoryCount(theory)}`,
      strip: { domain: [0, Math.max(used, theory.count)], at: used, interval: [0, used] },
    },
  ];
  const share = (value: number) => ({
    domain: [0, 1] as const,
    at: Math.min(1, value),
    interval: [0, Math.min(1, value)] as const,
  });
  if (kernelError && Number.isFinite(kernelError.value))
    numbers.push({
      id: 'kernelError',
      name: 'Kernel error',
      value: shareText(kernelError.value),
      unit: '',
      note: `root mean square over pairs of ${count(kernelError.rows)} rows, as a share of the mean of k(x, x)`,
      strip: share(kernelError.value),
    });
  if (traceLeft !== undefined)
    numbers.push({
      id: 'traceLeft',
      name: 'Kernel left out',
      value: shareText(traceLeft),
      unit: '',
      note: `share of the trace outside these ${many}`,
      strip: share(traceLeft),
    });
  return numbers;
}
