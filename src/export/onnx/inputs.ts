import type { DatePart, TransformInput } from '../../engine/contract/data';
import type { PortableModel } from '../portable/portable';
import type { Element, Graph, Tensor } from './graph';
import type { GraphRows } from './kernels';
import { cosine } from './operators';

/** Texts that may stand for a gap; Kernelscope itself knows more of them. */
const GAPS = ['', 'NA', 'na', 'N/A', 'n/a', 'NaN', 'nan', 'NULL', 'null', 'None', '?', '-'];

/**
 * The type of a model's column in a graph: texts for categories, days since 1970-01-01 for dates, otherwise numbers.
 */
export const elementOf = (input: TransformInput, float64: boolean): Element => {
  if (input.kind === 'category') return 'string';
  return float64 || input.kind === 'date' ? 'double' : 'float';
};

/** Every input of the graph, encoded, centred and scaled: N×d of 64 bits. Rows that the model leaves out are NaN. */
export function encodedRows(graph: Graph, model: PortableModel, float64: boolean): GraphRows {
  const gaps: Tensor[] = [];
  const parts = model.inputs.map((input) => {
    const given = graph.input(input.column, elementOf(input, float64));
    if (input.kind === 'category') return category(graph, input, given, gaps);
    const number = graph.node('Cast', [given], { to: 11 });
    const gap = graph.node('Cast', [graph.node('IsNaN', [number])], { to: 11 });
    gaps.push(gap);
    const parts = input.kind === 'date' ? dateParts(graph, input, number) : [filled(graph, number, input.impute)];
    return graph.node('Concat', input.missingLevel ? [...parts, gap] : parts, { axis: 1 });
  });
  const { centre, scale, names } = model.encoded;
  const all = graph.node('Concat', parts, { axis: 1 });
  const centred = graph.subtract(all, graph.row(centre));
  const x = graph.divide(centred, graph.row(scale));
  return { x: model.missing === 'drop' ? withoutGaps(graph, x, gaps) : x, columns: names.length };
}

/** NaN where a row has a gap. */
function withoutGaps(graph: Graph, x: Tensor, gaps: readonly Tensor[]): Tensor {
  const any = graph.node('Greater', [gaps.reduce((a, b) => graph.add(a, b)), graph.number(0)]);
  return graph.node('Where', [any, graph.number(Number.NaN), x]);
}

function filled(graph: Graph, number: Tensor, value: number): Tensor {
  return graph.node('Where', [graph.node('IsNaN', [number]), graph.number(value), number]);
}

/** One column for each level, one for all others and one for gaps, where the model has them. */
function category(
  graph: Graph,
  { levels, otherLevel, missingLevel }: TransformInput & { kind: 'category' },
  given: Tensor,
  gaps: Tensor[],
): Tensor {
  const gapAt = levels.length + (otherLevel ? 1 : 0);
  const width = gapAt + (missingLevel ? 1 : 0);
  const words = GAPS.filter((gap) => !levels.includes(gap));
  const keys = [...levels, ...words];
  const values = keys.map((_, k) => (k < levels.length ? k : gapAt));
  const place = graph.lookUp(given, keys, values, otherLevel ? levels.length : gapAt + 1);
  gaps.push(graph.node('Cast', [graph.node('Equal', [place, graph.whole(gapAt)])], { to: 11 }));
  const columns = graph.whole(...Array.from({ length: width }, (_, k) => k));
  return graph.node('Cast', [graph.node('Equal', [place, columns])], { to: 11 });
}

/** A gap is the mean date, and in cycles the middle of the circle. */
function dateParts(
  graph: Graph,
  { impute, parts = ['trend'] }: TransformInput & { kind: 'date' },
  days: Tensor,
): Tensor[] {
  return parts.flatMap((part) => {
    if (part === 'trend') return [filled(graph, days, impute)];
    const angle = graph.multiply(2 * Math.PI, PHASES[part](graph, days));
    return [cosine(graph, angle), graph.node('Sin', [angle])].map((wave) => filled(graph, wave, 0));
  });
}

const PHASES: Readonly<Record<Exclude<DatePart, 'trend'>, (graph: Graph, days: Tensor) => Tensor>> = {
  hour: (graph, days) => graph.subtract(days, graph.node('Floor', [days])),
  weekday: (graph, days) => {
    const monday = graph.add(graph.node('Floor', [days]), 3);
    const day = graph.subtract(monday, graph.multiply(7, quotient(graph, monday, 7)));
    return graph.divide(day, 7);
  },
  season: (graph, days) => {
    const year = yearOf(graph, days);
    const [start, end] = [yearStart(graph, year), yearStart(graph, graph.add(year, 1))];
    return graph.divide(graph.subtract(days, start), graph.subtract(end, start));
  },
};

/** ⌊a/by⌋. */
const quotient = (graph: Graph, a: Tensor, by: number): Tensor => graph.node('Floor', [graph.divide(a, by)]);

/**
 * The year in the Gregorian calendar, in eras of 400 years that begin in March, so that a leap day is the last of its
 * year.
 */
function yearOf(graph: Graph, days: Tensor): Tensor {
  const { add, subtract, multiply: times } = graph;
  const over = (a: Tensor, by: number) => quotient(graph, a, by);
  const shifted = add(graph.node('Floor', [days]), 719_468);
  const era = over(shifted, 146_097);
  const ofEra = subtract(shifted, times(era, 146_097));
  const leaps = add(subtract(over(ofEra, 1460), over(ofEra, 36_524)), over(ofEra, 146_096));
  const year = over(subtract(ofEra, leaps), 365);
  const before = add(times(year, 365), subtract(over(year, 4), over(year, 100)));
  const ofYear = subtract(ofEra, before);
  // January and February, the 307th day from 1 March on, are of the next year.
  const next = graph.node('Cast', [graph.node('Greater', [ofYear, graph.number(305.5)])], { to: 11 });
  return add(add(year, times(era, 400)), next);
}

/** 1 January in days since 1970-01-01. */
function yearStart(graph: Graph, year: Tensor): Tensor {
  const { add, subtract, multiply } = graph;
  const past = add(year, -1);
  const over = (by: number) => quotient(graph, past, by);
  const leaps = add(subtract(over(4), over(100)), over(400));
  return add(add(multiply(past, 365), leaps), 306 - 719_468);
}
