import type { DurationParts } from '../contract/data';
import { SECONDS } from './amountForms';
import { countDuration, type DurationTally, foundParts } from './durations';
import { tooOddAlready } from './oddCells';

/** Matches cells that may be durations: a number followed by a colon or a unit of time, or the form of ISO 8601. */
const MAYBE_DURATION = /^[-+\u2212]?(?:\d[\d.,]*(?::\d\d|\s?(?:[dhjms]|std|tag)[a-zé.]{0,8}(?:[ ,\d]|$))|P[\dT])/i;

/** Counts cells that may be durations, by what tells how these are to be read. */
export class DurationCells {
  private readonly tally: DurationTally = {
    fitting: 0,
    odd: 0,
    beyond: 0,
    two: 0,
    fractions: 0,
    first: 0,
    seconds: 0,
  };

  /** Counts one more cell; returns false once too many are no durations. */
  add(text: string): boolean {
    const { tally } = this;
    if (MAYBE_DURATION.test(text)) countDuration(tally, text);
    else if (SECONDS.test(text)) tally.seconds++;
    else tally.odd++;
    return !tooOddAlready(tally.odd, tally.fitting);
  }

  /** How the durations of a column are to be read; undefined where it holds none. */
  partsOf(name: string, column: Parameters<typeof foundParts>[2]): DurationParts | undefined {
    return this.tally.fitting > 0 ? foundParts(this.tally, name, column) : undefined;
  }
}
