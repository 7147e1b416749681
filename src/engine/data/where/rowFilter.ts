import { closest } from '../../contract/closest';
import type { RunContext } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import { isLogarithm, logarithmOf } from '../../words/logarithmName';
import { count } from '../../words/numbers';
import { quoted } from '../../words/sentence';
import { parseDate } from '../dates';
import { findColumn } from '../findColumn';
import { keptRows } from '../keptRows';
import { ofLogarithms } from '../logarithm';
import { type Column, MAX_LEVELS, type RowsTable } from '../table';
import { type ColumnName, type Literal, parseFilter, type RowCondition } from './parse';
import { type ComparisonSign, filterError } from './tokens';

/** Whether a condition holds for a row (0-based): 1 yes, 0 no, −1 when a gap leaves it open. */
type Truth = (row: number) => -1 | 0 | 1;

/** The cost of comparing a row, in simple steps. */
const STEPS = 16;

/**
 * The rows (0-based, ascending) for which a filter holds. With a gap a comparison is open: neither it nor its negation
 * holds. `other`: a second file, in which a value need not be found. Throws `parameter/invalid` with the position of a
 * mistake, and `data/unknown-column`.
 */
export function filteredRows(table: RowsTable, where: string, context: RunContext, other = false): Uint32Array {
  const truth = compiled(table, where, parseFilter(where), other);
  return keptRows(
    keptRows(table.inspection.rows, () => true, context),
    (row) => truth(row) === 1,
    context,
    STEPS,
  );
}

function compiled(table: RowsTable, text: string, filter: RowCondition, other: boolean): Truth {
  const inner = (part: RowCondition) => compiled(table, text, part, other);
  switch (filter.kind) {
    case 'all':
      return conjunction(filter.parts.map(inner), 0);
    case 'any':
      return conjunction(filter.parts.map(inner), 1);
    case 'not': {
      const truth = inner(filter.part);
      return (row) => {
        const holds = truth(row);
        return holds === -1 ? -1 : holds === 1 ? 0 : 1;
      };
    }
    case 'missing': {
      const column = columnOf(table, text, filter.column);
      if (column.kind === 'empty') return () => 1;
      if ('codes' in column) return (row) => (column.codes[row] < 0 ? 1 : 0);
      return (row) => (Number.isNaN(column.values[row]) ? 1 : 0);
    }
    case 'among':
      return equality(
        columnOf(table, text, filter.column),
        filter.values,
        (why, at) => filterError(text, why, at),
        other,
      );
    case 'compare':
      return comparison(table, text, filter, other);
  }
}

/**
 * Combines parts by "and" (`decides` 0) or "or" (1): one part with that truth decides; otherwise the result is open if
 * a part is.
 */
function conjunction(parts: readonly Truth[], decides: 0 | 1): Truth {
  return (row) => {
    let open = false;
    for (const part of parts) {
      const holds = part(row);
      if (holds === decides) return decides;
      open ||= holds === -1;
    }
    if (open) return -1;
    return decides === 0 ? 1 : 0;
  };
}

type ErrorAt = (why: string, at: number) => KernelscopeError;

function comparison(table: RowsTable, text: string, filter: RowCondition & { kind: 'compare' }, other: boolean): Truth {
  const { sign, value } = filter;
  const column = columnOf(table, text, filter.column);
  const error: ErrorAt = (why, at) => filterError(text, why, at);
  if (sign === '=') return equality(column, [value], error, other);
  if (sign === '!=') {
    const equal = equality(column, [value], error, other);
    return (row) => {
      const holds = equal(row);
      return holds === -1 ? -1 : holds === 1 ? 0 : 1;
    };
  }
  if (column.kind === 'empty') return () => -1;
  if ('codes' in column || column.kind === 'boolean') {
    const why = `"${filter.column.name}" holds ${column.kind === 'boolean' ? 'yes and no' : 'words'}, which have no order; compare with =, != or in (\u2026)`;
    throw error(why, filter.column.at);
  }
  const { values } = column;
  const limit = numberOf(column, value, error);
  const holds = ORDER[sign];
  return (row) => (Number.isNaN(values[row]) ? -1 : holds(values[row], limit) ? 1 : 0);
}

const ORDER: Readonly<Record<Exclude<ComparisonSign, '=' | '!='>, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function equality(column: Column, wanted: readonly Literal[], error: ErrorAt, other: boolean): Truth {
  if (column.kind === 'empty') return () => -1;
  if ('codes' in column) {
    const { codes } = column;
    const taken = new Set(wanted.map((literal) => levelOf(column, literal, error, other)));
    return (row) => (codes[row] < 0 ? -1 : taken.has(codes[row]) ? 1 : 0);
  }
  const { values } = column;
  const taken = new Set(wanted.map((literal) => numberOf(column, literal, error)));
  return (row) => (Number.isNaN(values[row]) ? -1 : taken.has(values[row]) ? 1 : 0);
}

/** The code of a level; NaN for one that a second file lacks. */
function levelOf(
  column: Extract<Column, { codes: Int32Array }>,
  literal: Literal,
  error: ErrorAt,
  other: boolean,
): number {
  const { levels } = column;
  if (levels.length === 0)
    throw error(`the column has more than ${count(MAX_LEVELS)} different words, which are not told apart`, literal.at);
  let code = levels.indexOf(literal.text);
  // Numbers among words are stored in their plain form.
  if (code < 0 && literal.bare) code = levels.indexOf(String(Number(literal.text)));
  if (code >= 0) return code;
  if (other) return Number.NaN;
  const meant = closest(literal.text, levels);
  const hint =
    meant === undefined
      ? `its values are ${levels
          .slice(0, 6)
          .map((level) => `"${level}"`)
          .join(', ')}${levels.length > 6 ? ', \u2026' : ''}`
      : `did you mean "${meant}"`;
  throw error(`no row has the value "${literal.text}"; ${hint}`, literal.at);
}

function numberOf(column: Column & { values: Float64Array }, { text, at }: Literal, error: ErrorAt): number {
  if (column.kind === 'boolean') {
    const word = text.toLowerCase();
    const spelled = column.words.findIndex((one) => one.toLowerCase() === word);
    const plain = ['false', 'no', '0'].includes(word) ? 0 : ['true', 'yes', '1'].includes(word) ? 1 : Number.NaN;
    const value = spelled >= 0 ? spelled : plain;
    if (!Number.isNaN(value)) return value;
    throw error(`"${text}" is neither ${column.words[0]} nor ${column.words[1]}`, at);
  }
  if (column.kind === 'date') {
    const date = parseDate(text.trim());
    if (date) return date.days;
    throw error(`the column holds dates, but "${text}" is not a date; write '2024-03-31'`, at);
  }
  const value = Number(text.replace('\u2212', '-'));
  if (text.trim() !== '' && !Number.isNaN(value)) return value;
  throw error(`the column holds numbers, but "${text}" is not a number`, at);
}

/** The column by its name, or by its position if the name is not in quotes. */
function columnOf(table: RowsTable, text: string, { name, at: place, exact }: ColumnName): Column {
  const { columns } = table.inspection;
  const at = (wanted: string) => columns.findIndex((column) => column.name === wanted);
  const named = at(name);
  if (named >= 0) return table.columns[named];
  const logged = at(logarithmOf(name));
  const logarithms = table.columns[logged];
  if (logarithms?.kind === 'number' && isLogarithm(columns[logged].reading))
    return { kind: 'number', values: ofLogarithms(logarithms.values) };
  if (!exact && /^\d+$/.test(name)) return table.columns[columns.indexOf(findColumn(table, name))];
  const names = columns.map((column) => column.name);
  const meant = closest(name, names);
  const hint = meant === undefined ? `; its columns: ${quoted(names)}` : `; did you mean "${meant}"`;
  const { message, data } = filterError(
    text,
    `${table.inspection.file.name} has no column "${name}"${hint}`,
    place,
  ).failure;
  throw new KernelscopeError('data/unknown-column', message, { ...data, column: name });
}
