import { type Components, type ReconstructionCurve, SCORED_ROWS } from '../../contract/components';
import type { Design } from '../../contract/data';
import { featureCount } from '../../contract/featureCount';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { ChosenParameter, ComponentsOutcome } from '../../contract/run';
import { parametersBy, scaleText } from '../chosenParameters';
import type { FitContext } from '../method';
import { FitSession } from '../session';
import { checkRows } from './checkRows';
import { colourColumns } from './colours';
import { type ComponentsKernel, componentsKernel, componentsWanted } from './componentsKernel';
import { heldBytes } from './cost';
import { drawWay } from './drawWay';
import { empiricalComponents } from './empirical';
import { featureComponents } from './featureComponents';
import type { ComponentsForm, Draw } from './form';
import { componentsNotes } from './notes';
import { otherWays } from './otherWays';
import type { Principal } from './principal';
import { reconstructionErrors } from './reconstruction';
import { heldOutScores, shownRows, trainingScores, turned, turnedScores } from './scoreRows';
import { testRows } from './testRows';
import { tradeOff } from './tradeOff';

/** Seconds. */
const BRIEF = 0.5;

type ComponentsSession = FitSession<undefined>;

interface ComponentsTask {
  readonly form: ComponentsForm;
  readonly design: Design;
  readonly parameters: Parameters;
  readonly scale: ComponentsKernel;
}

/**
 * Kernel principal components of the training rows in any form: the leading eigenpairs of the centred covariance, scores of training
 * and held-out rows, loadings, and reconstruction errors beside those of other ways to them.
 */
export function fitComponents(
  form: ComponentsForm,
  schema: readonly ParameterSchema[],
  design: Design,
  parameters: Parameters,
  context: FitContext,
): ComponentsOutcome {
  checkRows(design, context);
  const { x } = design.train;
  const seed = (parameters.seed as number | undefined) ?? 0;
  const session = FitSession.beginWithoutTarget(seed, context);

  const drawing = session.step('search', 0.05);
  const scale = componentsKernel(parameters, form.unscaled?.(parameters) ?? false, x, seed, drawing);
  const task = { form, design, parameters, scale };
  const drawn = draw(task, drawing);
  const available = drawn ? featureCount(drawn.map) : x.rows;
  const wanted = componentsWanted(parameters, x.rows, available, form.kind === 'nystrom' ? 'landmarks' : 'features');
  const leading = decompose(task, drawn, wanted, session.step('eigen', 0.45));
  const scores = scoreRows(design, leading, session);
  const { principal, train, holdout } = scores;
  const { reconstruction, tested, refused, skipped } = compareWays(task, drawn, principal, wanted, session);
  const timings = session.timings();

  const components: Components = {
    kind: form.kind,
    n: x.rows,
    count: principal.count,
    title: principal.title,
    eigenvalues: principal.eigenvalues.slice(),
    total: principal.total,
    solver: principal.solver,
    train: train.scored,
    ...(holdout && { holdout }),
    colours: coloursOf(design, train.scored.rows, holdout?.rows),
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

/** Draws the form's features; a form without `draw` decomposes the kernel matrix itself. */
function draw({ form, design, parameters, scale }: ComponentsTask, session: ComponentsSession): Draw | undefined {
  const { linalg, seed } = session;
  const count = form.count(parameters, design.train.x.rows);
  return form.draw?.({ design, kernel: scale.kernel, parameters, count, seed, linalg }, session);
}

/** The leading eigenpairs of the covariance, of the features drawn or of the kernel matrix. */
function decompose(
  { design, scale: { kernel } }: ComponentsTask,
  drawn: Draw | undefined,
  wanted: number,
  session: ComponentsSession,
): Principal {
  const { x } = design.train;
  return drawn
    ? featureComponents(drawn, kernel, x, wanted, session.linalg, session)
    : empiricalComponents(kernel, x, wanted, session.linalg, session);
}

/** Scores of training and held-out rows, each component turned to the sign that its scores ask for. */
function scoreRows({ train, holdout: sample, transform }: Design, leading: Principal, session: ComponentsSession) {
  const { linalg, seed } = session;
  const shown = shownRows(train.x.rows, seed, session);
  const scored = trainingScores(leading, train, transform.names, shown, linalg, session.step('predict', 0.55));
  const principal = turned(leading, scored.signs);
  const scoring = session.step('predict', 0.6);
  const holdout = sample && heldOutScores(principal, sample, shownRows(sample.x.rows, seed, scoring), linalg, scoring);
  return { principal, train: turnedScores(scored), holdout };
}

/** Reconstruction errors by number of components: of this fit and, where they are asked for, of other ways to them. */
function compareWays(
  task: ComponentsTask,
  drawn: Draw | undefined,
  principal: Principal,
  wanted: number,
  session: ComponentsSession,
) {
  const { form, design, parameters, scale } = task;
  const { x } = design.train;
  const { kernel } = scale;
  const { linalg, seed } = session;
  const testing = session.step('path', 0.63);
  const { search, eigen } = session.timings();
  const similarity = drawn?.ownKernel ? ({ kind: 'features', map: drawn.map } as const) : kernel;
  const test = testRows(similarity, design, seed, linalg, testing);
  const curve: ReconstructionCurve = {
    kind: form.kind,
    count: principal.count,
    ...reconstructionErrors(principal, test, linalg, session.step('path', 0.66)),
    seconds: search + eigen,
    bytes: heldBytes(form.kind, x.rows, principal.count, wanted),
  };
  const tested = { rows: test.x.rows, heldOut: test.heldOut };
  if (parameters.tradeOff === false) return { reconstruction: [curve], tested, refused: [], skipped: [] };
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
      linalg,
      draw: (way, part) => drawWay(form, way, { design, kernel, parameters, seed, linalg }, part),
    },
    session.step('path', 1),
  );
  // Where the first fit was short, much of it went into code that was not yet compiled: the other ways did not wait for that.
  const again = () => decompose(task, draw(task, session.silent()), wanted, session.silent());
  const seconds = curve.seconds < BRIEF ? Math.min(curve.seconds, timed(again)) : curve.seconds;
  return { reconstruction: [{ ...curve, seconds }, ...curves], tested, refused, skipped };
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
  { parameters, scale }: ComponentsTask,
  drawn: Draw | undefined,
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
