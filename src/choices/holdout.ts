import { HELD_OUT_SHARE, type HoldoutRule } from '../engine/contract/data';
import { numberOf } from '../engine/contract/numberText';
import { isNumber, isRecord, isText } from '../engine/contract/shape';

export const FRACTION = 'a fraction from 0 to 0.9';
export const isFraction = (value: unknown): value is number => isNumber(value) && value >= 0 && value <= 0.9;

/** True if a value that came as JSON is a rule for held-out rows. */
export function isHoldout(value: unknown): boolean {
  if (!isRecord(value)) return isFraction(value);
  const { kind, fraction, by, source } = value;
  if (kind === 'file') return isRecord(source) && source.kind === 'path' && isText(source.path);
  return (kind === 'fraction' || (kind === 'last' && (by === undefined || isText(by)))) && isFraction(fraction);
}

/**
 * The rule for a fraction, "last:FRACTION", "time:COLUMN" or "time:COLUMN:FRACTION", or the path of a file as it was written; a file with such a
 * name is written ./NAME. Undefined for an invalid fraction.
 */
export function holdoutOf(text: string): { readonly holdout: HoldoutRule } | undefined {
  if (text === 'last') return { holdout: { kind: 'last', fraction: HELD_OUT_SHARE } };
  const [, last, by, after = String(HELD_OUT_SHARE)] = /^(?:last:(.*)|time:(.*?)(?::(0?\.\d+))?)$/s.exec(text) ?? [];
  const fraction = numberOf(last ?? (by === undefined ? text : after));
  const kind = last === undefined && by === undefined ? 'fraction' : 'last';
  if (isFraction(fraction)) return { holdout: { kind, fraction, ...(by !== undefined && { by }) } };
  const isFile = kind === 'fraction' && Number.isNaN(fraction);
  return isFile ? { holdout: { kind: 'file', source: { kind: 'path', path: text } } } : undefined;
}

/** The word of the command line that `holdoutOf` takes for this rule; undefined for the default. */
export function holdoutWord(holdout: HoldoutRule | undefined): string | undefined {
  switch (holdout?.kind) {
    case undefined:
      return undefined;
    case 'fraction':
      return holdout.byDefault ? undefined : String(holdout.fraction);
    case 'last':
      return holdout.by === undefined ? `last:${holdout.fraction}` : `time:${holdout.by}:${decimal(holdout.fraction)}`;
    case 'file': {
      const path = holdout.source.kind === 'path' ? holdout.source.path : holdout.source.name;
      // Files named like a fraction, "last" or "time:…" are recognised as files only with their folder.
      return /[\\/]/.test(path) ? path : `./${path}`;
    }
  }
}

/** The text of a fraction with a point, without which it is not recognised after a column's name. */
const decimal = (fraction: number): string => (fraction === 0 ? '0.0' : String(fraction));
