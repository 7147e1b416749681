import type { Note } from '../contract/note';
import type { Approximate } from '../contract/proposal';
import type { FitRequest } from '../contract/run';
import type { AnyMethod } from '../fit/method';
import { methodById, methods } from '../methods/registry';
import { checkParameters } from '../parameters/checkParameters';
import { candidatesFor, carried, type ProposalMachine } from './candidates';
import { recommended } from './ranking';

/** The fit that is made if no method was named. */
export interface OpenWay {
  /** The request with the chosen method. */
  readonly request: FitRequest;
  /** For each parameter that was chosen automatically, by name, the rule that chose it. */
  readonly rules: Readonly<Record<string, string>>;
  readonly notes: readonly Note[];
  /** Omitted for an exact fit. */
  readonly approximate?: Pick<Approximate, 'by' | 'kind' | 'count'>;
}

const LANDMARKS = 'doubled while that lowers the error by 1 %, for half a minute at most';

/** The fit of n training rows with d encoded columns if no method was named; otherwise the one that was requested. */
export function openWay(
  { openMethod, ...request }: FitRequest,
  n: number,
  d: number,
  machine: ProposalMachine,
): OpenWay {
  const exact: OpenWay = { request, rules: {}, notes: [] };
  if (!openMethod) return exact;
  const asked = methodById(request.method);
  const given = checkParameters(asked, request.parameters);
  const way = recommended(candidatesFor(asked, given, n, d, machine, methods));
  if (way === undefined || way.kind === 'whole') return exact;
  const { method, kind, count } = way;
  return {
    request: { ...request, method: method.id, parameters: way.parameters },
    rules: { landmarks: LANDMARKS },
    notes: unusedNotes(asked, method, request),
    approximate: { by: 'rule', kind, count },
  };
}

/** The same for rows that are not held in memory: the number of landmarks is the method's own. */
export function openWayVisited({ openMethod, ...request }: FitRequest): OpenWay {
  if (!openMethod) return { request, rules: {}, notes: [] };
  const [asked, method] = [methodById(request.method), methodById('nystrom-ridge')];
  const parameters = carried(method, checkParameters(asked, request.parameters));
  return {
    request: { ...request, method: method.id, parameters },
    rules: {},
    notes: unusedNotes(asked, method, request),
  };
}

/** Parameters that were set and have no meaning for the way that is fitted. */
function unusedNotes(asked: AnyMethod, way: AnyMethod, { parameters }: FitRequest): Note[] {
  const known = new Set(way.parameters.map(({ name }) => name));
  return asked.parameters
    .filter(({ name, default: usual }) => name in parameters && parameters[name] !== usual && !known.has(name))
    .map(({ title }) => ({
      severity: 'warning',
      code: 'method/unused',
      text: `${title} was set, but ${way.title} has no such parameter: it was not used.`,
    }));
}
