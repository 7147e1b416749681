import type { CalloutAct } from '../engine/contract/callout';
import type { FitRequest } from '../engine/contract/run';
import { logarithmOf } from '../engine/words/logarithmName';
import { parseRows, rowsText } from '../engine/words/rowRanges';
import { DEFAULT_METHOD } from './choices';
import { DESIGN_DEFAULTS, ROW_CHOICES } from './design';
import { valueIn } from './doors';

/** The request of a file in which nothing was chosen. */
export const NOTHING_ASKED: FitRequest = {
  source: { kind: 'path', path: '' },
  read: {},
  design: { ...DESIGN_DEFAULTS, target: '' },
  method: DEFAULT_METHOD,
  parameters: {},
};

/**
 * The acts of callouts that a request alone can follow. Leaving out columns takes the names of all others too, and how a
 * file is read is asked in a form.
 */
export type SettlingAct = Exclude<CalloutAct, { readonly kind: 'without' | 'reading' }>;

export const isSettling = (act: CalloutAct): act is SettlingAct => act.kind !== 'without' && act.kind !== 'reading';

/** The same request with the change that a callout offers, and with everything else that was asked. */
export function settledRequest(request: FitRequest, act: SettlingAct): FitRequest {
  const { design, read, parameters } = request;
  const rows = (change: Partial<FitRequest['design']>): FitRequest => ({
    ...request,
    design: { ...design, ...change },
  });
  switch (act.kind) {
    case 'leaveOut': {
      const before = design.without === undefined ? '' : `${design.without},`;
      return rows({ without: rowsText(parseRows(`${before}${act.rows}`)) });
    }
    case 'where':
      return rows({ where: design.where === undefined ? act.where : `(${design.where}) and ${act.where}` });
    case 'lastRows': {
      const splitBy = { kind: 'blocks', ...(act.by !== undefined && { by: act.by }) } as const;
      return rows({ holdout: { kind: 'fraction', fraction: act.share }, splitBy });
    }
    case 'random': {
      const { splitBy: _, ...others } = design;
      return { ...request, design: { ...others, holdout: { kind: 'fraction', fraction: act.share } } };
    }
    case 'groups':
      return rows({ splitBy: { kind: 'group', column: act.column } });
    case 'settings':
      return rows({ splitBy: { kind: 'settings', columns: act.columns } });
    case 'readAs': {
      const kinds = { ...read.kinds, [act.column]: act.as };
      const { target, moreTargets = [], features } = design;
      const isTarget = [target, ...moreTargets].includes(act.column);
      const more = !isTarget && features && { features: [...new Set([...features, act.column])] };
      return { ...rows(more || {}), read: { ...read, kinds } };
    }
    case 'classes':
      return rows({ task: 'classify' });
    case 'balance':
      return { ...request, parameters: { ...parameters, classWeight: 'balanced' } };
    case 'huber': {
      const { openMethod: _, ...others } = request;
      return { ...others, method: 'huber' };
    }
    case 'logarithm':
      return rows({ target: logarithmOf(act.column) });
  }
}

type Members = Readonly<Record<string, unknown>>;

/** The arguments of a fit that make one request of another; undefined if these cannot, as they only add to those given. */
export function changedArguments(before: FitRequest, after: FitRequest): Members | undefined {
  const [old, all] = [argumentsOf(before), argumentsOf(after)];
  const parts = Object.entries(all).map(([part, members]) => {
    const changed = Object.entries(members).filter(([name, value]) => textOf(value) !== textOf(old[part][name]));
    return [part, Object.fromEntries(changed)] as const;
  });
  if (parts.some(([, changed]) => Object.values(changed).includes(undefined))) return undefined;
  const { fit, ...others } = Object.fromEntries(parts.filter(([, changed]) => Object.keys(changed).length > 0));
  return { ...fit, ...others };
}

const textOf = (value: unknown): string | undefined => JSON.stringify(value);

/** The arguments that make a request: those of the fit itself, and those in parts of it. */
const argumentsOf = ({ method, parameters, design, read }: FitRequest): Readonly<Record<string, Members>> => ({
  fit: { target: design.target, features: design.features, method },
  parameters: { ...parameters },
  design: Object.fromEntries(ROW_CHOICES.map((choice) => [choice.name, valueIn(choice, design)])),
  read,
});
