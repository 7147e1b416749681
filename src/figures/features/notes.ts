import type { FigureSpec } from '../../engine/contract/figure';
import type { Note } from '../../engine/contract/note';
import { count, excess, NARROW, percent, sci } from '../../engine/words/numbers';
import { plural } from '../../engine/words/sentence';
import type { ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { directionsText } from '../words/directionsText';
import { approximationAt, KIND_WORDS, saturation } from './approximation';
import { shareText } from './numbers';
import { shownSpectrum } from './solver';

/** Fewer than this share of the recommended count is worth a word; theory's constants are no finer. */
const CLEARLY_FEWER = 0.8;

/** Whether to take more: theory's count beside what the errors by count say. Theory proposes, the errors decide. */
export function approximationNotes(view: RunView): Note[] {
  const approximation = approximationAt(view);
  const more = approximation && saturation(approximation.primary);
  if (approximation === undefined || more === undefined) return [];
  const { kind, recommended } = approximation.all;
  const used = approximation.primary.counts[approximation.primary.counts.length - 1];
  const { many } = KIND_WORDS[kind];
  const error = approximation.heldOut ? 'held-out error' : 'GCV';
  const fewer = used < CLEARLY_FEWER * recommended.count;
  const set = (value: number) => `Set ${many} to ${count(value)} to check.`;
  if (more.kind === 'falling' && more.ratio > 1.01) {
    // Twice as many at a time: theory's constants may be far off, and time grows with the square.
    const next = fewer ? Math.min(recommended.count, 2 * used) : 2 * used;
    const theory = fewer ? ` Theory recommends about ${count(recommended.count)}.` : '';
    return [
      {
        severity: fewer ? 'warning' : 'info',
        code: 'approximation/too-few',
        text: `With ${count(more.count)} ${many} the ${error} is ${excess(more.ratio)} than with ${count(used)}: more should lower it further.${theory} ${set(next)}`,
      },
    ];
  }
  if (more.kind === 'enough' && 2 * more.count <= used) {
    const { counts, seconds } = approximation.primary;
    const share = seconds[counts.indexOf(more.count)] / seconds[seconds.length - 1];
    const time = share < 0.95 ? `, in ${percent(share)} of the time` : '';
    return [
      {
        severity: 'info',
        code: 'approximation/fewer-would-do',
        text: `${count(more.count)} ${many} are enough: within 1${NARROW}% of the ${error} with ${count(used)}${time}. For further fits set ${many} to ${count(more.count)}.`,
      },
    ];
  }
  return [];
}

/** Rows of the parameter table that no parameter of the request stands for. */
export function approximationRows({ run }: RunView): ParameterRow[] {
  const { approximation } = run;
  if (approximation === undefined) return [];
  const { kind, title, recommended, sampling, solver, looRows } = approximation;
  const { many } = KIND_WORDS[kind];
  const rows: ParameterRow[] = [
    { name: 'kernel approximated by', value: title, rule: '' },
    { name: `recommended ${many}`, value: count(recommended.count), rule: recommended.rule },
  ];
  if (sampling)
    rows.push({
      name: `${many} drawn`,
      value: 'by leverage scores',
      rule: `on ${count(sampling.pilot)} pilot ${plural(sampling.pilot, 'row')} at λ${NARROW}${sci(sampling.lambda)}, where ${directionsText(sampling.effective)} are effective`,
    });
  if (solver.kind === 'conjugateGradient') {
    const steps = solver.residuals.length - 1;
    rows.push({
      name: 'solver',
      value: 'conjugate gradients',
      rule: `${count(steps)} ${plural(steps, 'iteration')}, preconditioned`,
    });
  }
  if (looRows < run.spectrum.n) rows.push({ name: 'leave-one-out rows', value: count(looRows), rule: 'sample' });
  return rows;
}

/** The spectrum's figure with whose spectrum it is: that of the features, and what lies beyond them. */
export function ofTheFeatures(figure: FigureSpec, view: RunView): FigureSpec {
  const { approximation, spectrum } = view.run;
  if (approximation === undefined) return figure;
  const { kind, count: used, solver, traceLeft } = approximation;
  const { random, many } = KIND_WORDS[kind];
  const of = solver.kind === 'conjugateGradient' ? solver.spectrumCount : used;
  const { beyond } = spectrum;
  const target = beyond.score / view.facts.unit;
  const carried =
    beyond.count > 0
      ? ` The other ${count(beyond.count)} directions, with ${target > 0 ? shareText(target) : 'none'} of the variance, cannot be fitted.`
      : '';
  const trace = traceLeft === undefined ? '' : ` They leave out ${shareText(traceLeft)} of the kernel’s trace.`;
  const whose = `Spectrum of the kernel approximated by ${count(of)} ${random}: ${count(spectrum.mu.length)} ${plural(spectrum.mu.length, 'direction')}.${carried}${trace}`;
  const stands = solver.kind === 'conjugateGradient' ? ` ${shownSpectrum(of, used, many)}` : '';
  return { ...figure, note: [figure.note, `${whose}${stands}`].filter(Boolean).join(' ') };
}
