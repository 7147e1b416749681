import type { Callout, CalloutAct, CalloutActKind } from '../engine/contract/callout';
import { calloutText } from '../engine/contract/callout';
import { logarithmOf } from '../engine/words/logarithmName';
import { joinNames } from '../engine/words/splitNames';
import type { TextPart } from './text/parts';

/** Callouts as lines: doubtful findings with an exclamation mark, and after each the option that settles it. */
export const calloutParts = (callouts: readonly Callout[] = []): TextPart[] =>
  callouts.map((callout) => {
    const option = callout.act && optionOf(callout.act.change);
    return {
      prose: `${calloutText(callout)}${option === undefined ? '' : ` (${option})`}`,
      mark: callout.severity === 'doubt' ? '! ' : '· ',
      indent: '  ',
    };
  });

type Options = { readonly [K in CalloutActKind]: (act: Extract<CalloutAct, { kind: K }>) => string | undefined };

const quoted = (text: string): string => (/^[\w.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const OPTIONS: Options = {
  without: () => 'leave out of --features',
  leaveOut: ({ rows }) => `--without ${rows}`,
  where: ({ where }) => `--where ${quoted(where)}`,
  lastRows: ({ by = 'rows' }) => `--blocks ${quoted(by)}`,
  random: ({ share }) => `--holdout ${share}`,
  groups: ({ column }) => `--group ${quoted(column)}`,
  settings: ({ columns }) => `--settings ${quoted(joinNames(columns))}`,
  readAs: ({ column, as }) => `--kind ${quoted(`${column}=${as}`)}`,
  classes: () => '--task classify',
  balance: () => '--set classWeight=balanced',
  huber: () => '--method huber',
  logarithm: ({ column }) => `--target ${quoted(logarithmOf(column))}`,
  reading: () => undefined,
};

const optionOf = <K extends CalloutActKind>(act: Extract<CalloutAct, { kind: K }>): string | undefined =>
  (OPTIONS[act.kind as K] as (one: typeof act) => string | undefined)(act);
