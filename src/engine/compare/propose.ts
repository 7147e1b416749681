import type { Design } from '../contract/data';
import type { Parameters } from '../contract/method';
import type { Proposal, Proposals } from '../contract/proposal';
import type { FitRequest } from '../contract/run';
import { fileColumn } from '../data/fileColumn';
import { checkDesign, checkRows } from '../fit/checkDesign';
import { DEFAULT_COMPONENTS } from '../fit/components/form';
import type { AnyMethod } from '../fit/method';
import { problemOf } from '../fit/problem';
import type { Computing } from '../linalg/linalg';
import { methodById, methods } from '../methods/registry';
import { checkParameters } from '../parameters/checkParameters';
import { candidatesFor, type ProposalMachine, type WayToFit } from './candidates';
import { featureLoss, learningLaw, type PilotErrors } from './expectedLoss';
import { type Pilot, runPilot } from './pilot';
import { runComponentsPilot } from './pilotComponents';
import { ranked, recommended } from './ranking';
import { proposalTitle, recommendation, whyOf } from './words';

/** A fit of all rows that takes no longer than this is the recommendation; nothing needs measuring. */
const QUICK = 5;

/**
 * Alternatives to the requested method for the rows of a design, best first (ranking.ts): each with its cost by the
 * methods' own estimates, and with the expected rise of its error above the best one's (expectedLoss.ts), from a pilot
 * of a few thousand rows that takes some seconds for any n. With `fitted`, the rows are fitted already: its kernel is
 * used, and the way with its `landmarks` is the one to take. For a robust method the losses are those of ridge
 * regression in the same forms. The same for the same seed. Throws what a fit of this request throws for its rows and
 * parameters.
 */
export function propose(
  design: Design,
  request: FitRequest,
  machine: ProposalMachine,
  context: Computing,
  fitted: Parameters = {},
): Proposals {
  const started = performance.now();
  const asked: AnyMethod = methodById(request.method);
  const given = checkParameters(asked, request.parameters);
  if (asked.family === 'components') checkRows(design, context);
  else checkDesign(design, context);
  const { rows: n, columns: d } = design.train.x;
  const { memory, threads } = machine;
  const candidates = candidatesFor(asked, given, n, d, machine, methods);
  const [whole] = candidates;
  // The recommendation does not depend on how busy the machine is today.
  const usual = candidatesFor(asked, given, n, d, { memory, threads }, methods);
  const way = recommended(usual);
  const taken = usual.find(({ kind, count }) => kind === 'landmarks' && count === fitted.landmarks) ?? way;
  const best = taken && usual.indexOf(taken);
  const facts = { n, d, memory };
  const about = { rows: n, columns: d, memory, threads };
  if (whole.estimate.verdict === 'go' && whole.estimate.seconds <= QUICK) {
    const proposal = proposalOf(whole, 0, whole);
    return {
      ...about,
      pilot: { train: 0, holdout: 0, seconds: 0 },
      proposals: [proposal],
      message: recommendation(facts, [proposal], whole, undefined),
    };
  }
  const pilot = pilotOf(asked, design, { ...given, ...fitted }, context);
  const errors = candidates.map((candidate) => expectedError(candidate, pilot.errors, n));
  const least = Math.min(...errors.filter((error) => error > 0));
  const losses = errors.map((error) =>
    Number.isFinite(least) ? Math.sqrt(Math.max(error, least) / least) - 1 : Number.NaN,
  );
  const made = candidates.map((candidate, i) => proposalOf(candidate, losses[i], whole));
  const offered = made.filter((_, i) => i === best || isOffered(candidates, losses, i, pilot.errors));
  const proposals = ranked(offered, best === undefined ? undefined : made[best]);
  return {
    ...about,
    pilot: { train: pilot.train, holdout: pilot.holdout, seconds: (performance.now() - started) / 1000 },
    proposals,
    message: recommendation(facts, proposals, whole, pilot),
  };
}

function pilotOf({ family }: AnyMethod, design: Design, given: Parameters, context: Computing): Pilot {
  if (family !== 'components') return runPilot(problemOf(design, context), given, context);
  const components = (given.components as number | undefined) ?? DEFAULT_COMPONENTS;
  const problem = { x: design.train.x, fileColumns: fileColumn(design.transform), outputs: [] };
  return runComponentsPilot(problem, given, components, context);
}

/** The mean squared error in the pilot's units. NaN if the pilot could not measure it. */
function expectedError({ kind, count, rows }: WayToFit, errors: PilotErrors, n: number): number {
  const law = learningLaw(errors);
  if (kind === 'whole' || kind === 'sample') return law(rows);
  if (errors.byCount[kind].length === 0) return Number.NaN;
  return law(n) * (1 + featureLoss(errors, kind, count, n));
}

/** More features that lower the error by less than this are not worth a line of their own. */
const VISIBLE = 0.001;

/**
 * False for forms that the kernel has no features for, and for counts beyond one that already does as well. Random
 * features for principal components are offered although their loss cannot be measured.
 */
function isOffered(
  candidates: readonly WayToFit[],
  losses: readonly number[],
  i: number,
  { byCount }: PilotErrors,
): boolean {
  const { kind, count, method } = candidates[i];
  if (kind === 'whole' || kind === 'sample') return true;
  if (byCount[kind].length === 0) return method.family === 'components';
  return !candidates.some((other, j) => other.kind === kind && other.count < count && losses[j] <= losses[i] + VISIBLE);
}

function proposalOf(candidate: WayToFit, loss: number, whole: WayToFit): Proposal {
  const { method, parameters, kind, count, rows, estimate } = candidate;
  return {
    kind,
    count,
    method: method.id,
    title: proposalTitle(candidate),
    parameters,
    rows,
    seconds: estimate.seconds,
    range: estimate.range,
    bytes: estimate.bytes,
    possible: estimate.verdict !== 'refuse',
    loss,
    why: whyOf(candidate, loss, whole),
  };
}
