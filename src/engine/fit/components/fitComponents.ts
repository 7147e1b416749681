import { type Components, type ReconstructionCurve, SCORED_ROWS } from '../../contract/components';
import { partOf, type RunContext, silently } from '../../contract/context';
import type { Design } from '../../contract/data';
import { featureCount } from '../../contract/featureCount';
import type { ParameterSchema, Parameters, ParameterValue } from '../../contract/method';
import type { ChosenParameter, ComponentsOutcome } from '../../contract/run';
import type { FitContext } from '../method';
import { stopwatch } from '../stopwatch';
import { checkRows } from './checkRows';
import { colourColumns } from './colours';
import { heldBytes } from './cost';
import { drawWay } from './drawWay';
import { empiricalComponents } from './empirical';
import { featureComponents } from './featureComponents';
import type { ComponentsForm, Draw } from './form';
import { componentsNotes } from './notes';
import { otherWays } from './otherWays';
import type { Principal } from './principal';
import { reconstructionErrors } from './reconstruction';
import { heldOutScores, keptRows, trainingScores, turned, turnedScores } from './scoreRows';
import { type ComponentsKernel, componentsKernel, componentsWanted } from './settings';
import { testRows } from './testRows';
import { tradeOff } from './tradeOff';

/** Seconds. */
const BRIEF = 0.5;

/**
 * Kernel principal components of the training rows in any form: the leading eigenpairs of the centred covariance, scores of training
 * and held-out rows, loadings, and reconstruction errors beside those of other ways to them. Laps: search (the kernel's scale and the
 * draw of features), eigen, predict (scores), path (reconstruction errors).
 */
export function fitComponents(
  form: ComponentsForm,
  schema: readonly ParameterSchema[],
  design: Design,
  parameters: Parameters,
  context: FitContext,
): ComponentsOutcome {
  checkRows(design);
  const { linalg } = context;
  const { train, holdout, transform } = design;
  const { x } = train;
  const n = x.rows;
  const seed = (parameters.seed as number | undefined) ?? 0;
  // What another fit has left behind would stand beside this one's matrix.
  context.cache?.retain('components');
  const clock = stopwatch();

  const scale = componentsKernel(parameters, form.unscaled?.(parameters) ?? false, x, seed);
  const { kernel } = scale;
  const count = form.count(parameters, n);
  const draw = (part: RunContext) => form.draw?.({ design, kernel, parameters, count, seed, linalg }, part);
  const drawn = draw(partOf(context, 0, 0.05));
  const available = drawn ? featureCount(drawn.map) : n;
  const l = componentsWanted(parameters, n, available, form.kind === 'nystrom' ? 'landmarks' : 'features');
  clock.lap('search');
  const fitting = partOf(context, 0.05, 0.45);
  const decompose = (from: Draw | undefined, part: RunContext) =>
    from ? featureComponents(from, kernel, x, l, linalg, part) : empiricalComponents(kernel, x, l, linalg, part);
  const found = decompose(drawn, fitting);
  clock.lap('eigen');

  const kept = keptRows(n, seed);
  const scored = trainingScores(found, train, transform.names, kept, linalg, partOf(context, 0.45, 0.55));
  const principal = turned(found, scored.signs);
  const held = holdout && keptRows(holdout.x.rows, seed);
  const ofHoldout = holdout && held && heldOutScores(principal, holdout, held, linalg, partOf(context, 0.55, 0.6));
  clock.lap('predict');

  const { search = 0, eigen = 0 } = clock.laps;
  const similarity = drawn?.ownKernel ? ({ kind: 'own', map: drawn.map } as const) : kernel;
  const test = testRows(similarity, design, seed, linalg, partOf(context, 0.6, 0.63));
  const own: ReconstructionCurve = {
    kind: form.kind,
    count: principal.count,
    ...reconstructionErrors(principal, test, linalg, partOf(context, 0.63, 0.66)),
    seconds: search + eigen,
    bytes: heldBytes(form.kind, n, principal.count, l),
  };
  const compare = parameters.tradeOff !== false;
  const { ways, skipped } = otherWays(form.kind, n, principal.count, l);
  const comparable = drawn?.ownKernel ? ways.filter((way) => way.kind === form.kind) : ways;
  const others = compare
    ? tradeOff(
        {
          ways: comparable,
          kernel,
          x,
          l,
          seed,
          test,
          linalg,
          draw: (way, part) => drawWay(form, way, { design, kernel, parameters, seed, linalg }, part),
        },
        partOf(context, 0.66, 1),
      )
    : { curves: [], refused: [] };
  // Where the first fit was short, much of it went into code that was not yet compiled: the other ways did not wait for that.
  const seconds =
    compare && own.seconds < BRIEF
      ? Math.min(
          own.seconds,
          timed(() => decompose(draw(silently(context)), silently(context))),
        )
      : own.seconds;
  clock.lap('path');

  const shown = turnedScores(scored);
  const components: Components = {
    kind: form.kind,
    n,
    count: principal.count,
    title: principal.title,
    eigenvalues: principal.eigenvalues.slice(),
    total: principal.total,
    solver: principal.solver,
    train: shown.scored,
    ...(ofHoldout && { holdout: ofHoldout }),
    colours: coloursOf(design, shown.scored.rows, ofHoldout?.rows),
    loadings: shown.loadings,
    reconstruction: [{ ...own, seconds }, ...others.curves],
    tested: { rows: test.x.rows, heldOut: test.heldOut },
  };
  const facts = {
    components,
    rank: principal.rank,
    kept: SCORED_ROWS,
    ownKernel: drawn?.ownKernel ?? false,
    refused: others.refused,
    skipped: compare ? skipped : [],
  };
  return {
    components,
    parameters: chosenParameters(schema, parameters, scale, l, drawn, principal),
    kernel,
    model: {
      method: form.id,
      outputs: [],
      transform,
      ...principal.model,
      kept: Uint32Array.from({ length: principal.model.unpenalised.length > 0 ? principal.count : 0 }, (_, j) => j),
    },
    backend: linalg.core,
    timings: clock.laps,
    notes: [...(drawn?.notes ?? []), ...componentsNotes(facts)],
  };
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}

function coloursOf({ raw }: Design, train: Uint32Array, holdout: Uint32Array | undefined): Components['colours'] {
  if (!raw) return [];
  const rest = holdout ? [{ rows: holdout, columns: raw.holdout ?? raw.train }] : [];
  return colourColumns([{ rows: train, columns: raw.train }, ...rest]);
}

/** Every parameter of the schema with its value and how it came about. */
function chosenParameters(
  schema: readonly ParameterSchema[],
  given: Parameters,
  scale: ComponentsKernel,
  l: number,
  drawn: Draw | undefined,
  { count }: Principal,
): ChosenParameter[] {
  const { lengthScale } = scale;
  const ruled = new Map<string, readonly [ParameterValue, string]>([
    ['kernel', [scale.text, 'default']],
    ['lengthScale', [lengthScale.length === 1 ? lengthScale[0] : lengthScale.join(' '), scale.rule]],
    ['components', [l, 'default']],
    ['landmarks', [count, 'default']],
    ['features', [count, 'default']],
    ...(drawn?.chosen ?? []).map(({ name, value, rule }) => [name, [value, rule] as const] as const),
  ]);
  return schema.flatMap(({ name, title, default: standard }): ChosenParameter[] => {
    const set = given[name];
    if (set !== undefined) return [{ name, title, value: set, rule: 'set' }];
    const [value, rule] = ruled.get(name) ?? [standard, 'default'];
    return value === undefined ? [] : [{ name, title, value, rule }];
  });
}
