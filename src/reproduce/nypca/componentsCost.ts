import { silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import type { KernelSpec } from '../../engine/contract/kernel';
import { Random } from '../../engine/data/random';
import { drawFeatures } from '../../engine/features/drawFeatures';
import { landmarkMap } from '../../engine/features/landmarks/landmarkMap';
import { heldBytes } from '../../engine/fit/components/cost';
import { empiricalComponents } from '../../engine/fit/components/empirical';
import { type DrawnFeatures, featureComponents } from '../../engine/fit/components/featureComponents';
import { rowBlock } from '../../engine/kernels/rows';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { chart, overLog, plottedLine, points, ROLES, rows } from '../plot';
import type { Run } from '../study';
import { type ComponentsPlan, componentsAt, formName, landmarksAt, plannedForms } from './componentsPlan';

/** Rows up to which EKPCA is timed: its matrices take 2·8·n² bytes. */
const MOST_ROWS = 4000;
const MEGABYTE = 1e6;
/** Its eigenvalues fall like i^−2. */
const KERNEL: KernelSpec = { kind: 'laplace', lengthScale: [0.1] };

/** Seconds that each form takes from the rows on in Kernelscope itself, once at each number of rows, for polynomial decay with alpha = 2 (remarks 6 and 12). */
export function measuredCostFigure(plan: ComponentsPlan, run: Run<object, unknown>): FigureSpec {
  const theta = plan.thetas[1];
  const random = new Random(0);
  const inner = silently(run);
  const forms = plannedForms(plan);
  const counts = plan.counts.filter((n) => n <= (run.quick ? 1000 : MOST_ROWS));
  const measured = counts.map((n, i) => {
    run.progress(i / counts.length, `measuring the time of each form, ${n} rows`);
    const x = { rows: n, columns: 1, values: Float64Array.from({ length: n }, () => random.uniform()) };
    return forms.map((form) => {
      const started = performance.now();
      const m = form.kind === 'features' ? Math.round(n ** form.gamma) : landmarksAt(plan, theta, n);
      const l = Math.min(componentsAt(plan, theta, n), m);
      const on = (drawn: DrawnFeatures['map']) =>
        featureComponents({ map: drawn, title: '' }, KERNEL, x, l, true, inner);
      if (form.kind === 'empirical') empiricalComponents(KERNEL, x, l, true, inner);
      else if (form.kind === 'nystrom') on(landmarkMap(KERNEL, rowBlock(x, 0, m), inner));
      else on(drawFeatures({ map: 'fourier', kernel: KERNEL, count: m, inputs: 1, seed: 0 }, inner));
      const seconds = (performance.now() - started) / 1000;
      const kind = form.kind === 'features' ? 'randomFeatures' : form.kind;
      return { seconds, megabytes: heldBytes(kind, n, m, l) / MEGABYTE };
    });
  });
  const last = measured[measured.length - 1];
  return chart({
    id: `nypca-${plan.norm}-cost`,
    title: `Time of each form, θ = ${theta}`,
    sentence: told`At n = ${counts[counts.length - 1]} EKPCA takes **${plain(last[0].seconds / last[1].seconds, 2)} times** as long as NY-EKPCA; matrices take ${forms.map((form, f) => `${plain(last[f].megabytes, 2)} MB (${formName(form)})`).join(', ')}.`,
    x: rows,
    y: overLog('seconds'),
    series: forms.flatMap((form, f) => {
      const seconds = measured.map((at) => at[f].seconds);
      const name = formName(form);
      return [plottedLine(ROLES[f], name, counts, seconds), points(ROLES[f], `${name}, measured`, counts, seconds)];
    }),
    note: 'Measured once at each n on this machine with a Laplace kernel, from the rows to the leading eigenpairs.',
  });
}
