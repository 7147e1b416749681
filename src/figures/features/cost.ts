import type { FigureSpec, MarkSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { count, higher, NARROW, percent, plain } from '../../engine/words/numbers';
import { counted, sentence, stressed } from '../../engine/words/sentence';
import { axisSpec } from '../specs';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import {
  type ApproximationView,
  approximationAt,
  approximationName,
  errorAtCost,
  KIND_ROLES,
  KIND_WORDS,
  type ShownCounts,
} from './approximation';
import { errorAxis } from './count';

/** The error for equal time, or equal memory, of both kinds: each point is labelled with how many features or landmarks. */
export function approximationCostFigure(view: RunView, cost: 'time' | 'memory'): FigureSpec | undefined {
  const approximation = approximationAt(view);
  if (approximation === undefined) return undefined;
  const { primary, peer, exact } = approximation;
  const { costs, unit } = COSTS[cost];
  const curves = [peer, primary].filter((c) => c !== undefined);
  const exactAt = cost === 'time' && exact && exact.error > 0 && exact.seconds > 0 ? exact : undefined;
  const [least, most] = extent(...curves.map((c) => positive(costs(c))), exactAt ? [exactAt.seconds] : []);
  if (!Number.isFinite(least)) return undefined;
  return {
    id: `approximation-${cost}`,
    title: `Error against ${cost}`,
    sentence: finding(approximation, cost),
    x: axisSpec(`${cost}, ${unit}`, 'log', [least / 1.3, Math.max(most, least * 1.3)], 'plain'),
    y: errorAxis(approximation),
    series: curves.flatMap((curve): SeriesSpec[] => {
      const other = curves.find((c) => c !== curve);
      const x = costs(curve);
      const shared = { role: KIND_ROLES[curve.kind], x, y: curve.error.subarray(0, x.length) };
      // Its last point goes by the name, so that no number stands there too.
      const text = counted(curve.counts[x.length - 1], KIND_WORDS[curve.kind].one);
      const label = approximationName(
        text,
        { x, error: curve.error },
        other && { x: costs(other), error: other.error },
      );
      return [
        { kind: 'line', name: KIND_WORDS[curve.kind].random, ...shared, label },
        { kind: 'points', name: '', ...shared },
      ];
    }),
    marks: [
      ...curves.flatMap((curve, i) => countMarks(curve, costs(curve), i === curves.length - 1)),
      ...(exactAt
        ? [
            {
              shape: 'square',
              role: 'reference',
              x: exactAt.seconds,
              y: exactAt.error,
              text: `exact, ${count(exactAt.rows)} rows`,
              dx: -9,
              dy: 4,
              align: 'right',
            } as const,
          ]
        : []),
    ],
    note: COSTS[cost].note,
  };
}

const COSTS = {
  time: {
    costs: (curve: ShownCounts) => curve.seconds,
    unit: 'seconds',
    note: 'Time is measured for the largest count and scaled by its operations for the others. Numbers at the points: features or landmarks.',
  },
  memory: {
    costs: (curve: ShownCounts) => curve.bytes.map((b) => b / 2 ** 20),
    unit: 'MB',
    note: 'Memory of the fit, without the rows. Numbers at the points: features or landmarks.',
  },
} as const;

const positive = (values: Float64Array): Float64Array => values.filter((v) => v > 0);

/** Numbers beside a few points before the last, each a quarter of the one above or less. */
function countMarks({ kind, counts, error }: ShownCounts, costs: Float64Array, fitted: boolean): MarkSpec[] {
  const last = costs.length - 1;
  const marks: MarkSpec[] = fitted ? [{ shape: 'dot', role: 'chosen', x: costs[last], y: error[last] }] : [];
  let labelled = counts[last];
  for (let j = last - 1; j >= 0 && marks.length < 4; j--) {
    if (!(costs[j] > 0) || 4 * counts[j] > labelled) continue;
    labelled = counts[j];
    // Numbers of the fitted kind stand below their points, the others' above.
    const place = { dx: 0, dy: fitted ? 14 : -11, align: 'center' } as const;
    marks.push({
      shape: 'ring',
      role: KIND_ROLES[kind],
      x: costs[j],
      y: error[j],
      text: count(counts[j]),
      ...place,
    });
  }
  return marks;
}

/** Both kinds at the largest time or memory that both were seen at; without a peer, what half of it would do. */
function finding({ primary, peer, heldOut }: ApproximationView, cost: 'time' | 'memory'): Sentence {
  const { costs } = COSTS[cost];
  const error = heldOut ? 'held-out error' : 'GCV';
  const primaryCosts = costs(primary);
  const full = primaryCosts[primaryCosts.length - 1];
  const { random } = KIND_WORDS[primary.kind];
  if (peer) {
    const peerCosts = costs(peer);
    const budget = Math.min(full, peerCosts[peerCosts.length - 1]);
    const [here, there] = [
      errorAtCost(primary.error, primaryCosts, budget),
      errorAtCost(peer.error, peerCosts, budget),
    ];
    const other = KIND_WORDS[peer.kind].random;
    const within = `In ${amount(budget, cost)}`;
    if (Number.isFinite(here / there)) {
      if (Math.max(here / there, there / here) < 1.01)
        return sentence(`${within} ${random} and ${other} are `, `within 1${NARROW}%`, ` of each other in ${error}.`);
      const [better, worse, ratio] = here < there ? [random, other, there / here] : [other, random, here / there];
      return sentence(`${within} `, better, ` have the lower ${error}; with ${worse} it is ${higher(ratio)}.`);
    }
  }
  const half = errorAtCost(primary.error, primaryCosts, full / 2) / primary.error[primaryCosts.length - 1];
  const spent = `This fit takes ${amount(full, cost)}`;
  if (!Number.isFinite(half))
    return stressed(
      spent,
      ` for ${random} with a ${error} of ${percent(primary.error[primaryCosts.length - 1])} of the variance.`,
    );
  return half > 1.01
    ? sentence(`${spent}; with half the ${cost} the ${error} would be `, higher(half), '.')
    : sentence(`${spent}; with half the ${cost} the ${error} is `, `within 1${NARROW}%`, ' of it.');
}

function amount(value: number, cost: 'time' | 'memory'): string {
  return cost === 'time' ? `${plain(value, 2)} s` : `${plain(value, 2)} MB`;
}
