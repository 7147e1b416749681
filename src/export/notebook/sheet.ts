import { text as READING } from 'kernelscope-text/export/notebook/python/reading.py';
import { text as SOLVING } from 'kernelscope-text/export/notebook/python/solving.py';
import { text as DATES } from 'kernelscope-text/export/python/kernelscope_dates.py';
import { text as KERNELS } from 'kernelscope-text/export/python/kernelscope_kernels.py';
import { text as MAPS } from 'kernelscope-text/export/python/kernelscope_maps.py';
import { text as NUMBERS } from 'kernelscope-text/export/python/kernelscope_numbers.py';
import { FILTERS } from '../../engine/filters/table';
import type { PortableModel } from '../portable/portable';
import { TANH_NETWORK } from '../python/kernels';
import { currenciesOf, pythonDates, pythonNumbers } from '../python/patterns';

/** Docstrings and comments. */
const NO_CODE = /"""[\s\S]*?"""|#.*/g;
const DEFINITION = /^(?:(?:def|class) (\w+)|(\w+)(?= = ))/;

/**
 * The definitions of a Python program outside of functions, by name. Comments between two definitions belong to the
 * first.
 */
function definitionsIn(source: string): ReadonlyMap<string, string> {
  return new Map(
    source.split(/\n(?=(?:def|class) |\w+ = )/).flatMap((block) => {
      const [, named, assigned] = DEFINITION.exec(block) ?? [];
      const name = named ?? assigned;
      return name === undefined ? [] : [[name, block.trimEnd()] as const];
    }),
  );
}

/** A definition of a library behind all others that it calls, but those that are `known`, to which it is added: `taylor` brings `_products`. */
function definitionsOf(library: ReadonlyMap<string, string>, name: string, known: Set<string>): string[] {
  const definition = library.get(name);
  if (definition === undefined || known.has(name)) return [];
  known.add(name);
  const words = Array.from(definition.replace(NO_CODE, '').matchAll(/[A-Za-z_]\w*/g), ([word]) => word);
  return [...words.flatMap((word) => definitionsOf(library, word, known)), definition];
}

export interface Cell {
  /** Letters, digits and dashes. */
  readonly id: string;
  readonly kind: 'markdown' | 'code';
  readonly text: string;
}

const filterSources = () => Object.values(FILTERS).flatMap(({ python }) => (python === undefined ? [] : [python]));

/** Functions that cells may call: each is defined right before it is first called. */
const LIBRARY: ReadonlyMap<string, string> = new Map([
  ...[READING, SOLVING, ...filterSources(), DATES, pythonDates(), NUMBERS, MAPS, TANH_NETWORK].flatMap((source) => [
    ...definitionsIn(source),
  ]),
  ...[...definitionsIn(KERNELS)].filter(([name]) => name === 'ratio'),
]);

const CALLED = /[A-Za-z_]\w*(?=\()/g;

/** Cells in the order in which they run. */
export class NotebookSheet {
  readonly cells: Cell[] = [];
  private readonly defined = new Set<string>();
  private readonly library: ReadonlyMap<string, string>;

  constructor(model: Pick<PortableModel, 'read'>) {
    this.library = new Map([...LIBRARY, ...definitionsIn(pythonNumbers(currenciesOf(model)))]);
  }

  markdown(id: string, ...paragraphs: readonly string[]): void {
    this.cells.push({ id, kind: 'markdown', text: paragraphs.join('\n\n') });
  }

  /** Lines of Python, preceded by the definitions that they call, and these by a head. */
  code(id: string, lines: readonly string[], head: readonly string[] = []): void {
    const text = lines.join('\n');
    const called = Array.from(text.matchAll(CALLED), ([word]) => word);
    const definitions = called.flatMap((word) => definitionsOf(this.library, word, this.defined));
    const parts = [...(head.length > 0 ? [head.join('\n')] : []), ...definitions, text];
    this.cells.push({ id, kind: 'code', text: parts.join('\n\n\n') });
  }
}
