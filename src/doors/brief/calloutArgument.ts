import { bareText, type Callout, type CalloutAct, type CalloutActKind } from '../../engine/contract/callout';
import { logarithmOf } from '../../engine/words/logarithmName';

type Arguments = {
  readonly [K in CalloutActKind]: (act: Extract<CalloutAct, { kind: K }>) => Readonly<Record<string, unknown>>;
};

/** The arguments of a fit that do what a callout offers; none if they would hold the text of a cell, or cannot do it alone. */
const ARGUMENTS: Arguments = {
  without: () => ({}),
  leaveOut: ({ rows }) => ({ design: { without: rows } }),
  where: () => ({}),
  lastRows: ({ by }) => ({ design: { splitBy: { kind: 'blocks', ...(by !== undefined && { by }) } } }),
  random: ({ share }) => ({ design: { holdout: share } }),
  groups: ({ column }) => ({ design: { splitBy: { kind: 'group', column } } }),
  settings: ({ columns }) => ({ design: { splitBy: { kind: 'settings', columns } } }),
  readAs: ({ column, as }) => ({ read: { kinds: { [column]: as } } }),
  classes: () => ({ task: 'classify' }),
  balance: () => ({ parameters: { classWeight: 'balanced' } }),
  huber: () => ({ method: 'huber' }),
  logarithm: ({ column }) => ({ target: logarithmOf(column) }),
  reading: () => ({}),
};

/** Longer arguments are left out: cut off, they would be no JSON. */
const LONGEST_ARGUMENT = 80;

/** The sentence of a callout without any text of a cell, followed by the argument of a fit that settles it. */
export function withArgument(callout: Callout): string {
  const said = bareText(callout);
  const change = callout.act?.change;
  if (!change) return said;
  const [[name, value] = []] = Object.entries((ARGUMENTS[change.kind] as (act: CalloutAct) => object)(change));
  const text = name === undefined ? '' : `${name}: ${JSON.stringify(value)}`;
  return text === '' || text.length > LONGEST_ARGUMENT ? said : `${said} (${text})`;
}
