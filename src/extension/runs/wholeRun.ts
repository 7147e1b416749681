import { isClusterPlace } from '../../engine/contract/cluster';
import type {
  ColumnSummary,
  DataReport,
  DesignOptions,
  Dialect,
  FileStamp,
  Inspection,
  PartStamp,
} from '../../engine/contract/data';
import type { Note } from '../../engine/contract/note';
import type { BackEnd, LengthScaleSearch, PathScaleSearch, RidgeScaleSearch } from '../../engine/contract/run';
import { type Fields, type Holds, isCount, isMade, isRecord, isText } from '../../engine/contract/shape';
import type { StoredRun } from '../../engine/contract/storedRun';
import { STRENGTH_WORDS } from '../../figures/robust/strength';
import { isAnyNumber, isArray, isFlag, isList, isMaybe, isNameOf, isReals, lengthIn } from './shapes';
import { currentRun, damagedRun } from './summary';
import { isWholeComponents } from './wholeComponents';
import { isWholeFit } from './wholeFit';
import { isDrawnModel, isNamedKernel } from './wholeModel';

/**
 * What was unpacked, when all that the page draws of it has its shape: members, kinds and lengths of arrays, places in them. Throws
 * `run/unreadable`.
 */
export function wholeRun(unpacked: unknown): StoredRun {
  const run = currentRun(unpacked);
  if (!isWhole(run as unknown as Fields)) throw damagedRun();
  return run;
}

function isWhole(run: Fields): boolean {
  return (
    isDrawnModel(run.model) &&
    isNamedKernel(run.kernel) &&
    isText(run.kernelscope) &&
    isFile(run.file) &&
    isRequest(run.request as Fields) &&
    isReport(run.data) &&
    isInspection(run.inspection) &&
    isMaybe(isSearch)(run.search) &&
    isMade<Pick<BackEnd, 'name' | 'threads'>>(run.backend, { name: isText, threads: isCount }) &&
    isList(isNote)(run.notes) &&
    isMaybe(isAnyNumber)(run.bytes) &&
    ('components' in run ? isWholeComponents(run.components) : isWholeFit(run))
  );
}

const FILE = { name: isText, path: isText, bytes: isAnyNumber, modified: isAnyNumber };
const PART = { ...FILE, before: isMaybe(isAnyNumber) };

const isFile: Holds = (value) =>
  isMade<FileStamp>(value, { ...FILE, parts: isMaybe(isList((part) => isMade<PartStamp>(part, PART))) });

const isRequest = ({ design, onCluster }: Fields): boolean => isDesign(design) && isMaybe(isClusterPlace)(onCluster);

/** What of it is shown. */
type ShownDesign = Pick<DesignOptions, 'target' | 'moreTargets' | 'weights' | 'standardise' | 'holdout' | 'seed'>;

const isDesign: Holds = (value) =>
  isMade<ShownDesign>(value, {
    target: isText,
    moreTargets: isMaybe(isList(isText)),
    weights: isMaybe(isText),
    standardise: isFlag,
    holdout: (holdout) => isRecord(holdout) && isText(holdout.kind),
    seed: isAnyNumber,
  });

const SEVERITIES: Readonly<Record<Note['severity'], true>> = { info: true, warning: true };

const isNote: Holds = (value) => isMade<Note>(value, { severity: isNameOf(SEVERITIES), code: isText, text: isText });

const isReport: Holds = (value) =>
  isMade<DataReport>(value, {
    rows: isCount,
    used: isCount,
    train: isCount,
    holdout: isCount,
    columns: isList(isText),
    dropped: isList((dropped) =>
      isMade<DataReport['dropped'][number]>(dropped, {
        what: (what) => what === 'column' || what === 'rows',
        name: isText,
        count: isCount,
        why: isText,
      }),
    ),
    imputed: isList((imputed) =>
      isMade<DataReport['imputed'][number]>(imputed, { column: isText, cells: isCount, value: isText }),
    ),
    encoded: isList((encoded) =>
      isMade<DataReport['encoded'][number]>(encoded, {
        column: isText,
        kind: isMaybe(isText),
        as: isText,
        columns: isList(isText),
      }),
    ),
    notes: isList(isNote),
  });

type ShownInspection = Pick<Inspection, 'dialect' | 'columns' | 'notes'>;

const isInspection: Holds = (value) =>
  isMade<ShownInspection>(value, { dialect: isDialect, columns: isList(isColumn), notes: isList(isNote) });

const isDialect: Holds = (value) =>
  isMade<Dialect>(value, {
    format: isMaybe(isText),
    compression: isText,
    encoding: isText,
    byteOrderMark: isFlag,
    delimiter: isText,
    quote: isText,
    lineEnd: isText,
    header: isFlag,
    decimal: isText,
    thousands: isText,
  });

type ShownColumn = Omit<
  ColumnSummary,
  'index' | 'reading' | 'unread' | 'missingTokens' | 'distinctCapped' | 'constant' | 'identifier'
>;

const isColumn: Holds = (value) =>
  isMade<ShownColumn>(value, {
    name: isText,
    kind: isText,
    count: isCount,
    missing: isCount,
    distinct: isCount,
    numeric: isMaybe((numeric) =>
      isMade<NonNullable<ColumnSummary['numeric']>>(numeric, {
        min: isAnyNumber,
        max: isAnyNumber,
        mean: isAnyNumber,
        sd: isAnyNumber,
        sum: isAnyNumber,
      }),
    ),
    levels: isMaybe(
      isList((level) => isMade<NonNullable<ColumnSummary['levels']>[number]>(level, { label: isText, count: isCount })),
    ),
    sameAs: isMaybe(isText),
    usable: isFlag,
    reason: isText,
  });

const CRITERIA: Readonly<Record<LengthScaleSearch['criterion'], true>> = {
  loo: true,
  cv: true,
  marginalLikelihood: true,
  absolute: true,
  pinball: true,
};

const isSearch: Holds = (value) => {
  const length = lengthIn(value, 'lengthScale');
  const each = isReals(length);
  const tried = {
    rule: isText,
    criterion: isNameOf(CRITERIA),
    lengthScale: isReals(),
    score: each,
    rows: isArray(Uint32Array, length),
  };
  return isRecord(value) && 'strength' in value
    ? isMade<PathScaleSearch>(value, { ...tried, axis: isNameOf(STRENGTH_WORDS), strength: each })
    : isMade<RidgeScaleSearch>(value, { ...tried, lambda: each });
};
