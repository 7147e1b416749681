import { count } from '../../engine/words/numbers';
import { capitalised } from '../../engine/words/sentence';
import type { KeyNumber } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { shareText } from '../words/squared';
import { approximationAt, KIND_WORDS, rangeText, saturation } from './approximation';

/** How many features or landmarks approximate the kernel, beside how many are enough and what theory has, and how well. */
export function approximationNumbers(view: RunView): KeyNumber[] {
  const { approximation } = view.run;
  if (approximation === undefined) return [];
  const { kind, count: used, recommended, kernelError, traceLeft } = approximation;
  const { many, random } = KIND_WORDS[kind];
  const measured = approximationAt(view);
  const more = measured && saturation(measured.primary);
  const range = more ? `recommended: ${rangeText(more)}; ` : '';
  const numbers: KeyNumber[] = [
    {
      id: 'features',
      name: capitalised(random),
      value: count(used),
      unit: '',
      note: `${range}theory, its constants taken as 1: ${count(recommended.count)}`,
      strip: { domain: [0, Math.max(used, recommended.count)], at: used, interval: [0, used] },
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
