import type { ColourColumn, Components, ReconstructionCurve, ScoredRows } from '../../engine/contract/components';
import { type Fields, type Holds, isCount, isMade, isNameIn, isRecord, isText } from '../../engine/contract/shape';
import { isAnyNumber, isArray, isFlag, isList, isMaybe, isNameOf, isReals, lengthIn } from './shapes';

const KINDS: Readonly<Record<Components['kind'], true>> = { empirical: true, nystrom: true, randomFeatures: true };
const SOLVERS: Readonly<Record<Components['solver']['kind'], true>> = { all: true, lanczos: true };

/** Whether what was stored of principal components can be drawn. */
export function isWholeComponents(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { train, holdout, loadings } = value;
  const l = lengthIn(value, 'eigenvalues');
  const rowsOf = (scored: unknown) => (scored === undefined ? 0 : lengthIn(scored, 'rows'));
  const scored = rowsOf(train) + rowsOf(holdout);
  const columns = isRecord(loadings) && Array.isArray(loadings.names) ? loadings.names.length : Number.NaN;
  return isMade<Components>(value, {
    kind: isNameOf(KINDS),
    n: isCount,
    count: isCount,
    title: isText,
    eigenvalues: isReals(),
    total: isAnyNumber,
    solver: (solver) =>
      isMade<Components['solver']>(solver, { kind: isNameOf(SOLVERS), residual: isAnyNumber, iterations: isAnyNumber }),
    train: (rows) => isScoredRows(rows, l),
    holdout: isMaybe((rows) => isScoredRows(rows, l)),
    colours: isList((column) => isColour(column, scored)),
    loadings: (of) => isMade<Components['loadings']>(of, { names: isList(isText), values: isReals(columns * l) }),
    reconstruction: isList(isReconstruction),
    tested: (tested) => isMade<Components['tested']>(tested, { rows: isCount, heldOut: isFlag }),
  });
}

function isScoredRows(value: unknown, l: number): boolean {
  const rows = lengthIn(value, 'rows');
  return isMade<ScoredRows>(value, {
    rows: isArray(Uint32Array),
    lines: isArray(Uint32Array, rows),
    scores: isArray(Float32Array, rows * l),
    error: isReals(rows),
  });
}

function isColour(value: unknown, rows: number): boolean {
  return isRecord(value) && isText(value.column) && isNameIn(COLOURS, value.kind) && COLOURS[value.kind](value, rows);
}

const COLOURS: Readonly<Record<ColourColumn['kind'], (column: Fields, rows: number) => boolean>> = {
  number: ({ values }, rows) => isArray(Float32Array, rows)(values),
  category: ({ codes, levels }, rows) => isArray(Int16Array, rows)(codes) && isList(isText)(levels),
};

const isReconstruction: Holds = (value) => {
  const each = isReals(lengthIn(value, 'components'));
  return isMade<ReconstructionCurve>(value, {
    kind: isNameOf(KINDS),
    count: isCount,
    components: isArray(Uint32Array),
    h: isMaybe(each),
    l2: each,
    seconds: isAnyNumber,
    bytes: isAnyNumber,
  });
};
