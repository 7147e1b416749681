import type { AxisSpec, FigureSpec, MarkSpec, RuleSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { besideText, count, higher, NARROW, percent, plain, sci } from '../../engine/words/numbers';
import { capitalised, claimed, counted, plural, sentence, stressed } from '../../engine/words/sentence';
import { axisSpec, lineSeries } from '../specs';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import {
  type ApproximationView,
  approximationAt,
  approximationName,
  KIND_ROLES,
  KIND_WORDS,
  rangeText,
  type ShownCounts,
  saturation,
  theoryCount,
} from './approximation';

/** The error with fewer features or landmarks, each number with its own best λ: whether more of them would help. */
export function approximationCountFigure(view: RunView): FigureSpec | undefined {
  const approximation = approximationAt(view);
  if (approximation === undefined) return undefined;
  const { primary, peer, exact, heldOut } = approximation;
  const { many } = KIND_WORDS[primary.kind];
  const last = primary.counts.length - 1;
  const points = (curve: ShownCounts, other: ShownCounts | undefined): SeriesSpec[] => {
    const name = KIND_WORDS[curve.kind].random;
    const shared = { role: KIND_ROLES[curve.kind], x: curve.counts, y: curve.error };
    const beside = other && { x: Float64Array.from(other.counts), error: other.error };
    return [
      {
        kind: 'line',
        name,
        ...shared,
        label: approximationName(name, { x: curve.counts, error: curve.error }, beside),
      },
      { kind: 'points', name: '', ...shared },
    ];
  };
  const domain = countDomain(approximation);
  return {
    id: 'approximation-count',
    title: `How many ${many}`,
    sentence: finding(approximation),
    x: axisSpec(peer ? 'random features or landmarks' : many, 'log', domain, 'count'),
    y: errorAxis(approximation),
    series: [
      ...(peer ? points(peer, primary) : []),
      ...(heldOut
        ? [
            lineSeries(
              'gcv',
              'GCV',
              { x: primary.counts.subarray(0, primary.gcv.length), y: primary.gcv },
              { label: { text: 'GCV', at: primary.counts[1] ?? primary.counts[0], dx: 2, dy: -10, align: 'left' } },
            ),
          ]
        : []),
      ...points(primary, peer),
    ],
    marks: [{ shape: 'dot', role: 'chosen', x: primary.counts[last], y: primary.error[last] } satisfies MarkSpec],
    rules: rulesOf(approximation, domain),
    note: noteOf(approximation, exact !== undefined && exact.error > 0),
  };
}

/**
 * From below the least error, or the error without approximation, to above the largest; no higher than twice the
 * variance of y.
 */
export function errorAxis({ primary, peer, exact, heldOut }: ApproximationView): AxisSpec {
  const errors = [primary.error, primary.gcv, peer?.error ?? [], exact ? [exact.error] : []];
  const [least, most] = extent(...errors.map((list) => Array.from(list).filter((v) => v > 0)));
  return axisSpec(
    `${heldOut ? 'held-out squared error' : 'GCV'}, share of var(y)`,
    'log',
    Number.isFinite(least) ? [least / 1.4, Math.max(Math.min(most * 1.15, 2), least * 1.5)] : [0.1, 1],
    'plain',
  );
}

/** The recommended count is on the axis unless it lies so far off that the curves would be squeezed. */
function countDomain({ all, primary, peer }: ApproximationView): [number, number] {
  const [low, high] = extent(primary.counts, peer?.counts ?? [], [all.count]);
  const recommended = all.recommended.count;
  const most = recommended > high && recommended <= 10 * high ? recommended : high;
  return [Math.max(0.9, low / 1.15), Math.max(most, 2 * low)];
}

function rulesOf({ all, primary, exact }: ApproximationView, domain: readonly [number, number]): RuleSpec[] {
  const { sign } = KIND_WORDS[primary.kind];
  const { recommended } = all;
  const rules: RuleSpec[] = [{ axis: 'x', at: all.count, role: 'chosen', text: `${sign}${NARROW}${count(all.count)}` }];
  if (recommended.count >= domain[0] && recommended.count <= domain[1] && recommended.count !== all.count)
    rules.push({ axis: 'x', at: recommended.count, role: 'reference', text: `theory ${count(recommended.count)}` });
  if (exact && exact.error > 0)
    rules.push({
      axis: 'y',
      at: exact.error,
      role: 'noise',
      text: `exact on ${count(exact.rows)} rows`,
      side: 'left',
    });
  return rules;
}

function finding(approximation: ApproximationView): Sentence {
  const { all, primary, heldOut } = approximation;
  const { one, many } = KIND_WORDS[primary.kind];
  const error = heldOut ? 'the held-out error' : 'GCV';
  const reached = count(primary.counts[primary.counts.length - 1]);
  const more = saturation(primary);
  const theory =
    all.recommended.count === all.count
      ? ''
      : `; theory, its constants taken as 1, has ${theoryCount(all.recommended)}`;
  if (more === undefined)
    return sentence(
      `With ${counted(primary.counts[primary.counts.length - 1], one)} ${error} is `,
      percent(primary.error[primary.error.length - 1]),
      ` of the variance${theory}.`,
    );
  const range = `${rangeText(more)} ${plural(more.to, one)}`;
  if (more.kind === 'rising')
    return sentence(
      `${capitalised(error)} is lowest with `,
      range,
      `; with ${reached} it is ${higher(more.ratio)}${theory}.`,
    );
  if (more.kind === 'enough' && more.from === more.to)
    return stressed(range, ` ${plural(more.to, 'is', 'are')} enough${theory}.`);
  if (more.kind === 'enough')
    return claimed(
      'fewer-enough',
      '',
      `${range} are enough`,
      `: their RMSE is within 5${NARROW}% of the lowest${theory}.`,
    );
  if (more.kind === 'alike')
    return sentence(`${capitalised(error)} is within 1${NARROW}% of the lowest with `, range, `${theory}.`);
  if (more.beside) {
    const [low, high] = more.beside.map(besideText);
    return sentence(
      `Whether fewer ${many} would do `,
      'cannot be told',
      `: with ${count(more.half)} the RMSE is between ${low} and ${high} than the lowest${theory}.`,
    );
  }
  return sentence(
    `${capitalised(error)} `,
    'still falls',
    `: with ${counted(more.half, one)} it is ${higher(more.ratio)} than with all ${reached}${theory}.`,
  );
}

function noteOf({ all, primary, peer }: ApproximationView, exact: boolean): string {
  const { rule, g, r, lambda, a } = all.recommended;
  const { many } = KIND_WORDS[primary.kind];
  const notes = [
    `Each point keeps the first ${many} alone, with its own best λ; sliders do not move it.`,
    `Theory: ${rule}, with g = ${plain(g, 2)} (how fast the effective dimension grows) and r = ${plain(r, 2)} (how well the kernel suits the target)${a === undefined ? '' : ` and a = ${plain(a, 2)} (how fast the largest leverage grows)`} estimated here, at λ = ${sci(lambda)}.`,
  ];
  if (peer)
    notes.push(`${capitalised(KIND_WORDS[peer.kind].random)}: on the same rows, up to a number that takes as long.`);
  if (exact) notes.push('Exact: kernel ridge regression without approximation on a sample of the rows.');
  return notes.join(' ');
}
