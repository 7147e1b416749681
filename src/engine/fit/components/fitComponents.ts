import { type Components, type ReconstructionCurve, SCORED_ROWS } from '../../contract/components';
import type { Design, Sample } from '../../contract/data';
import { featureCount } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { ChosenParameter, ComponentsOutcome } from '../../contract/run';
import { asked } from '../../parameters/asked';
import { checkRows } from '../checkDesign';
import { parametersBy, scaleText } from '../chosenParameters';
import type { FitContext } from '../method';
import { FitSession } from '../session';
import { colourColumns } from './colours';
import { type ComponentsKernel, componentsKernel, componentsWanted } from './componentsKernel';
import { heldBytes } from './cost';
import { empiricalComponents } from './empirical';
import { featureComponents } from './featureComponents';
import type { ComponentsForm, DrawnForm } from './form';
import type { Principal } from './leadingPairs';
import { componentsNotes } from './notes';
import { drawWay, otherWays } from './otherWays';
import { reconstructionErrors } from './reconstruction';
import { heldOutScores, type ScoreSums, shownRows, trainingScores, turned, turnedScores } from './scoreRows';
import { testRows } from './testRows';
import { tradeOff } from './tradeOff';

/** Seconds of a fit below which it is timed a second time. */
const BRIEF = 0.5;

type ComponentsSession = FitSession<undefined>;

interface ComponentsTask {
  readonly form: ComponentsForm;
  readonly design: Design;
  readonly parameters: Parameters;
  readonly scale: ComponentsKernel;
  /** Training rows, of which the design may hold a sample. */
  readonly n: number;
}

/** The choice of what to decompose: the kernel, and the features drawn unless it is the kernel matrix itself. */
export interface BegunComponents {
  readonly scale: ComponentsKernel;
  readonly drawn?: DrawnForm;
}

/** The results over all rows if they are too many to be held: the fit itself then holds a sample of them. */
interface WholeComponents extends BegunComponents {
  readonly principal: Principal;
  readonly scores: ScoreSums;
  /** Seconds that adding up took. */
  readonly seconds: number;
}

/**
 * Kernel principal components of the training rows in any form: the leading eigenpairs of the centred covariance,
 * scores of training and held-out rows, loadings, and reconstruction errors compared with those of the other forms.
 */
export function fitComponents(
  form: ComponentsForm,
  schema: readonly ParameterSchema[],
  design: Design,
  parameters: Parameters,
  context: FitContext,
  whole?: WholeComponents,
): ComponentsOutcome {
  checkRows(design, context);
  const n = whole?.scores.rows ?? design.train.x.rows;
  const session = FitSession.beginWithoutTarget(seedOf(parameters), context);
  const { scale, drawn } = whole ?? beginComponents(form, design, parameters, session.step('search', 0.05));
  const task = { form, design, parameters, scale, n };
  const wanted = whole?.principal.eigenvalues.length ?? componentsOf(form, parameters, n, drawn);
  const leading = whole?.principal ?? decompose(task, drawn, wanted, session.step('eigen', 0.45));
  const { principal, train, holdout, colours } = scoreRows(design, leading, session, whole);
  const { reconstruction, tested, refused, skipped } = compareWays(task, drawn, principal, session, whole?.seconds);
  const timings = session.timings();

  const components: Components = {
    kind: form.kind,
    n,
    count: principal.count,
    title: principal.title,
    ...(!principal.centred && { uncentred: true }),
    eigenvalues: principal.eigenvalues.slice(),
    total: principal.total,
    solver: principal.solver,
    train: train.scored,
    ...(holdout && { holdout }),
    colours,
    loadings: train.loadings,
    reconstruction,
    tested,
  };
  const facts = {
    components,
    rank: principal.rank,
    scoredRows: SCORED_ROWS,
    ownKernel: drawn?.ownKernel ?? false,
    refused,
    skipped,
  };
  return {
    components,
    parameters: chosenParameters(schema, task, drawn, wanted, principal),
    kernel: scale.kernel,
    model: {
      method: form.id,
      outputs: [],
      transform: design.transform,
      ...principal.model,
      kept: Uint32Array.from({ length: principal.model.unpenalised.length > 0 ? principal.count : 0 }, (_, j) => j),
    },
    backend: session.linalg.core,
    timings,
    notes: [...(drawn?.notes ?? []), ...componentsNotes(facts)],
  };
}

const seedOf = (parameters: Parameters): number => asked(parameters).seed ?? 0;

/** Chooses the kernel and draws as many features as suit n rows, those at hand being a sample if n is larger. */
export function beginComponents(
  form: ComponentsForm,
  design: Design,
  parameters: Parameters,
  context: FitContext,
  n = design.train.x.rows,
): BegunComponents {
  const { x } = design.train;
  const seed = seedOf(parameters);
  const scale = componentsKernel(parameters, form.unscaled?.(parameters) ?? false, x, seed, context);
  const count = form.count(parameters, n);
  const { kernel } = scale;
  const drawn = form.draw?.({ design, kernel, parameters, count, seed }, context);
  return { scale, ...(drawn && { drawn }) };
}

/** l for n training rows. Throws `parameter/invalid` if there are not that many components. */
export function componentsOf(
  { kind }: Pick<ComponentsForm, 'kind'>,
  parameters: Parameters,
  n: number,
  drawn: DrawnForm | undefined,
): number {
  const available = drawn ? featureCount(drawn.map) : n;
  return componentsWanted(parameters, n, available, kind === 'nystrom' ? 'landmarks' : 'features');
}

/** The leading eigenpairs of the covariance, of the features drawn or of the kernel matrix. */
function decompose(
  { design, parameters, scale: { kernel } }: ComponentsTask,
  drawn: DrawnForm | undefined,
  wanted: number,
  session: ComponentsSession,
): Principal {
  const { x } = design.train;
  const centre = asked(parameters).centre ?? true;
  return drawn
    ? featureComponents(drawn, kernel, x, wanted, centre, session)
    : empiricalComponents(kernel, x, wanted, centre, session);
}

/** Scores of training and held-out rows, each component with the sign that its scores determine. */
function scoreRows(design: Design, leading: Principal, session: ComponentsSession, whole: WholeComponents | undefined) {
  const { train, holdout: sample, transform, raw } = design;
  const { seed } = session;
  const shown = shownRows(train.x.rows, seed, session);
  const projecting = session.step('predict', 0.55);
  const scored = trainingScores(leading, train, transform.names, shown, projecting, whole?.scores);
  const principal = turned(leading, scored.signs);
  const scoring = session.step('predict', 0.6);
  const shownHeldOut = sample && shownRows(sample.x.rows, seed, scoring);
  const holdout = sample && shownHeldOut && heldOutScores(principal, sample, shownHeldOut, scoring);
  const places = (of: Sample, at: Uint32Array) => (raw?.sampled ? at.map((i) => i + 1) : at.map((i) => of.rows[i]));
  const shownParts = raw && [
    { rows: places(train, shown), columns: raw.train },
    ...(sample && shownHeldOut ? [{ rows: places(sample, shownHeldOut), columns: raw.holdout ?? raw.train }] : []),
  ];
  return { principal, train: turnedScores(scored), holdout, colours: shownParts ? colourColumns(shownParts) : [] };
}

/** Reconstruction errors by number of components, for this fit and, if requested, for other ways to them. */
function compareWays(
  task: ComponentsTask,
  drawn: DrawnForm | undefined,
  principal: Principal,
  session: ComponentsSession,
  known: number | undefined,
) {
  const { form, design, parameters, scale, n } = task;
  const { x } = design.train;
  const { kernel } = scale;
  const wanted = principal.eigenvalues.length;
  const { seed } = session;
  const testing = session.step('path', 0.63);
  const { search, eigen } = session.timings();
  const measured = known ?? search + eigen;
  const similarity = drawn?.ownKernel ? ({ kind: 'features', map: drawn.map } as const) : kernel;
  const test = testRows(similarity, design, seed, principal.centred, testing);
  const curve: ReconstructionCurve = {
    kind: form.kind,
    count: principal.count,
    ...reconstructionErrors(principal, test, session.step('path', 0.66)),
    seconds: measured,
    bytes: heldBytes(form.kind, n, principal.count, wanted),
  };
  const { heldOut, kappa, lacking } = test;
  const tested = { rows: test.x.rows, heldOut, ...(kappa !== undefined && { kappa }), ...(lacking && { lacking }) };
  // If n is larger than the rows at hand, there is nothing to compare with.
  if (parameters.tradeOff === false || n > x.rows) return { reconstruction: [curve], tested, refused: [], skipped: [] };
  const { ways, skipped } = otherWays(form.kind, x.rows, principal.count, wanted);
  const comparable = drawn?.ownKernel ? ways.filter((way) => way.kind === form.kind) : ways;
  const { curves, refused } = tradeOff(
    {
      ways: comparable,
      kernel,
      x,
      l: wanted,
      seed,
      test,
      draw: (way, part) => drawWay(form, way, { design, kernel, parameters, seed }, part),
    },
    session.step('path', 1),
  );
  // A short first fit spends much of its time on code that is not yet compiled, which the other ways did not wait for: it is timed again.
  const again = () => {
    const { drawn: same } = beginComponents(form, design, parameters, session.silent());
    decompose(task, same, wanted, session.silent());
  };
  const seconds = curve.seconds < BRIEF ? Math.min(curve.seconds, timed(again)) : curve.seconds;
  return { reconstruction: [{ ...curve, seconds }, ...curves], tested, refused, skipped };
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}

/** Every parameter of the schema with its value and its origin. */
function chosenParameters(
  schema: readonly ParameterSchema[],
  { parameters, scale }: ComponentsTask,
  drawn: DrawnForm | undefined,
  wanted: number,
  { count }: Principal,
): ChosenParameter[] {
  return parametersBy(schema, parameters, [
    ['kernel', [scale.text, 'default']],
    ['lengthScale', [scaleText(scale.lengthScale), scale.rule]],
    ['components', [wanted, 'default']],
    ['landmarks', [count, 'default']],
    ['features', [count, 'default']],
    ...(drawn?.chosen ?? []).map(({ name, value, rule }) => [name, [value, rule]] as const),
  ]);
}
