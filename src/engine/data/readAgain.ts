import type { DurationParts, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { logarithmOf } from '../words/logarithmName';

/** Thrown when rows that were read by rules found from the first of them have to be read again by other rules. */
export abstract class ReadAgain extends Error {
  /** `times`: how often the file has already been read again for such a reason. */
  abstract rules(read: ReadRules, times: number): ReadRules;
  /** The failure for rows that come only once. */
  abstract failure(file: string): KernelscopeError;
}

/** The first decimal comma of a file comes so late that its numbers were taken to have points. */
export class LateDecimalComma extends ReadAgain {
  rules(read: ReadRules): ReadRules {
    return { ...read, decimal: ',' };
  }

  failure(file: string): KernelscopeError {
    return contradiction(
      `${file} has its first decimal comma where rows before it have been read with decimal points. Set the decimal sign to a comma.`,
    );
  }
}

/** A column holds words, though its numbers had been read without their units, signs or exponents. */
export class WordsAfterAll extends ReadAgain {
  constructor(private readonly column: string) {
    super();
  }

  rules(read: ReadRules, times: number): ReadRules {
    const undecorated =
      times < MOST_TIMES && read.undecorated !== 'all' ? [...(read.undecorated ?? []), this.column] : 'all';
    return { ...read, undecorated };
  }

  failure(file: string): KernelscopeError {
    return contradiction(
      `"${this.column}" of ${file} holds words where rows before them have been read as numbers. Correct the cells, or set its kind to category.`,
    );
  }
}

/** Numbers without a unit stand in a column beside 1.2M and the like. */
export class MagnitudesAfterAll extends ReadAgain {
  constructor(private readonly column: string) {
    super();
  }

  rules(read: ReadRules): ReadRules {
    return { ...read, multiplied: [...(read.multiplied ?? []), this.column] };
  }

  failure(file: string): KernelscopeError {
    return contradiction(
      `"${this.column}" of ${file} has numbers without the unit of those before them. Write all of them in one unit.`,
    );
  }
}

/** These columns hold durations, and no words or times of day. */
export class DurationsAfterAll extends ReadAgain {
  constructor(private readonly found: Readonly<Record<string, DurationParts>>) {
    super();
  }

  rules(read: ReadRules): ReadRules {
    const { undecorated } = read;
    const others = Array.isArray(undecorated)
      ? undecorated.filter((name) => !Object.hasOwn(this.found, name))
      : undecorated;
    return { ...read, undecorated: others, durations: { ...read.durations, ...this.found } };
  }

  failure(file: string): KernelscopeError {
    return contradiction(`"${Object.keys(this.found)[0]}" of ${file} holds durations. Save the rows as a file.`);
  }
}

/** NA is a level in columns of codes, and - in columns of signs, and neither is a gap. */
export class LevelsAfterAll extends ReadAgain {
  constructor(private readonly columns: Required<Pick<ReadRules, 'levels' | 'signs'>>) {
    super();
  }

  rules(read: ReadRules): ReadRules {
    return { ...read, ...this.columns };
  }

  failure(file: string): KernelscopeError {
    return contradiction(
      `NA or - may be a level in "${[...this.columns.levels, ...this.columns.signs][0]}" of ${file} and was taken for a gap. Name the values that mean missing.`,
    );
  }
}

/** The file itself has a column with the name that the logarithm of this one would get. */
export class LogarithmAfterAll extends ReadAgain {
  constructor(private readonly column: string) {
    super();
  }

  rules(read: ReadRules): ReadRules {
    return { ...read, logarithms: read.logarithms?.filter((name) => name !== this.column) };
  }

  failure(file: string): KernelscopeError {
    return contradiction(`${file} has "${logarithmOf(this.column)}" beside "${this.column}". Rename one of them.`);
  }
}

/** The most times that a file is read again for the sake of single columns. */
const MOST_TIMES = 3;

/** Does the work by rules that the reading itself may change. */
export async function readingAgain<T>(read: ReadRules, work: (decided: ReadRules) => Promise<T>): Promise<T> {
  let decided = read;
  for (let times = 0; ; times++) {
    try {
      return await work(decided);
    } catch (error) {
      if (!(error instanceof ReadAgain) || times > MOST_TIMES + 2) throw error;
      decided = error.rules(decided, times);
    }
  }
}

const contradiction = (message: string): KernelscopeError => new KernelscopeError('model/columns', message);
