import { fixed } from '../../engine/words/numbers';
import { type RegimeFinding, regimeFinding } from '../../figures/spectral/regime';
import { plainText } from '../../figures/words/describe';
import { el, svg } from '../element';
import { type Part, renewed } from './part';

/** The end of the line of regimes; a gamma beyond it is placed there. */
const LAST = 1.5;
const REGIMES = [
  { name: 'under-aligned', from: 0, to: 0.5 },
  { name: 'weakly aligned', from: 0.5, to: 1 },
  { name: 'over-aligned', from: 1, to: LAST },
] as const;
const ENDS = [
  { at: 0, text: '0' },
  { at: 0.5, text: '½' },
  { at: 1, text: '1' },
] as const;

/**
 * The alignment exponent with its interval on a line of regimes (TKRR Thm 2); the figure of the scores states the
 * consequences.
 */
export function regimeView(): Part {
  return renewed('regime', (view) => {
    const finding = regimeFinding(view);
    const { gamma } = finding ?? {};
    if (!finding || !gamma) return { key: '', content: () => [] };
    return { key: gamma.interval.join(), content: () => content(finding, gamma) };
  });
}

function content(
  { regime, sentence }: RegimeFinding,
  { value, interval }: NonNullable<RegimeFinding['gamma']>,
): Node[] {
  const [low, high] = interval;
  const share = (gamma: number) => `${(100 * Math.min(LAST, Math.max(0, gamma))) / LAST}%`;
  const line = svg(
    'svg.regimes',
    { role: 'img', 'aria-label': plainText(sentence) },
    svg('line', { x1: 0, x2: '100%', y1: 26, y2: 26 }),
    ...ENDS.map(({ at }) => svg('line', { x1: share(at), x2: share(at), y1: 21, y2: 31 })),
    ...ENDS.map(({ at, text }) =>
      svg('text', { x: share(at), y: 46, 'text-anchor': at === 0 ? 'start' : 'middle' }, text),
    ),
    ...REGIMES.map(({ name, from, to }) =>
      svg(
        'text',
        {
          x: share((from + to) / 2),
          y: 46,
          'text-anchor': 'middle',
          class: name === regime ? 'here' : undefined,
        },
        name,
      ),
    ),
    svg('line.interval', { x1: share(low), x2: share(high), y1: 26, y2: 26 }),
    svg('circle', { cx: share(value), cy: 26, r: 5 }),
    svg('text.here', { x: share(value), y: 12, 'text-anchor': anchor(value) }, `γ ${fixed(value, 2)}`),
  );
  return [el('h2', 'Regime'), line];
}

function anchor(gamma: number): string {
  if (gamma < 0.1) return 'start';
  return gamma > LAST - 0.1 ? 'end' : 'middle';
}
