import type { RunContext } from '../contract/context';
import type { Design, DesignOptions } from '../contract/data';
import type { buildDesign } from '../data/design';
import { splitReferences } from '../data/divideRows';
import { findColumn } from '../data/findColumn';
import type { Table } from '../data/table';
import { info } from '../fit/notes';
import { quoted } from '../words/listed';

/** The design of sampled training rows: none of them is held out, and those of another file are where there is one. */
export function sampledDesign(
  table: Table,
  options: DesignOptions,
  build: typeof buildDesign,
  context: RunContext,
  heldOut?: Table,
): Design {
  const { splitBy, ...others } = options;
  const { holdout } = options;
  const undivided: DesignOptions = {
    ...others,
    holdout: holdout.kind === 'file' && heldOut !== undefined ? holdout : withoutShare(holdout),
  };
  const { units } = splitReferences(options);
  const lost = units === undefined ? undefined : findColumn(table, units);
  if (lost?.kind !== 'text' || lost.count > 0)
    return build(table, splitBy ? { ...undivided, splitBy } : undivided, context, heldOut);
  const design = build(table, undivided, context, heldOut);
  const note = info(
    'rows/groups-in-sample',
    `${quoted([lost.name])} has too many different words for the sample to tell them apart: no group is on both sides of the held-out rows, but whatever was chosen by folds of the sample was so row by row.`,
  );
  return { ...design, report: { ...design.report, notes: [...design.report.notes, note] } };
}

const withoutShare = (holdout: DesignOptions['holdout']): DesignOptions['holdout'] =>
  holdout.kind === 'last' ? { ...holdout, fraction: 0 } : { kind: 'fraction', fraction: 0 };
