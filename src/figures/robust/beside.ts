import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { BesidePath } from '../../engine/contract/robust';
import { count, sci } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { besideAxis, besideSeries, LEAST_SHARE, leastShare } from '../view/beside';
import type { RunView } from '../view/view';
import { strengthAxis, strengthRules, strengthText } from './strength';

const OTHERS: Readonly<Record<BesidePath['method'], { readonly name: string; readonly strength: string }>> = {
  'kl-inf': { name: 'K‑l∞', strength: 'c, the largest |α| that the descent has reached' },
  kl1: { name: 'K‑l₁', strength: 'ε, the largest residual of the descent' },
};

/** The farthest that a descent and the penalised path beside it are apart, in words. Absent where the other was not followed. */
export function besideFinding({ robust }: RunView): Sentence | undefined {
  const { beside, path } = robust?.fit ?? {};
  if (beside === undefined || path === undefined) return undefined;
  const most = beside.distance.reduce((best, v, l, all) => (v > all[best] ? l : best), 0);
  const { name } = OTHERS[beside.method];
  const at = robust?.at ?? 0;
  if (beside.distance[most] < LEAST_SHARE)
    return sentence(`Early stopping and ${name} are `, `${leastShare(0)} of ||y||² apart`, ' all along.');
  const here =
    at === most || at >= beside.distance.length
      ? ''
      : `, and ${leastShare(beside.distance[at])} at ${strengthText(path.axis, path.values[at])}`;
  return sentence(
    `Early stopping and ${name} are at most `,
    `${leastShare(beside.distance[most])} of ||y||² apart`,
    `, at ${strengthText(path.axis, path.values[most])}${here}.`,
  );
}

/** Predictions of a few training rows along the descent, and along the penalised path beside it. */
export function robustBesideFigure(view: RunView): FigureSpec | undefined {
  const { robust, run } = view;
  const finding = besideFinding(view);
  const beside = robust?.fit.beside;
  if (robust === undefined || beside === undefined || finding === undefined) return undefined;
  const { values } = robust.fit.path;
  const x = values.slice(0, beside.strengths.length);
  const rows = Array.from(beside.at, (at, r) => {
    const along = (of: Float32Array) => of.slice(r * x.length, (r + 1) * x.length);
    return { name: `row ${count(robust.fit.rows[at])}`, own: along(beside.own), other: along(beside.other) };
  });
  const { name, strength } = OTHERS[beside.method];
  const from = sci(beside.strengths[0]);
  return {
    id: 'robust-beside',
    title: `Early stopping beside ${name}`,
    sentence: finding,
    x: strengthAxis(robust.fit),
    y: besideAxis(run.target, rows),
    series: besideSeries(x, rows, name),
    rules: strengthRules(robust),
    note: `Dashed: ${name} at ${strength}, from ${from} to ${sci(beside.strengths[x.length - 1])}. The distance is ||f − f′||²/||y||² on the training rows, y as it is centred. They coincide for a diagonal kernel matrix${beside.method === 'kl-inf' ? ' (SIGN Prop. 4)' : ''}; the paper gives none for others.`,
  };
}
