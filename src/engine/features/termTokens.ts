import { KernelscopeError } from '../contract/failure';

/** A column as a term names it, with its power. */
export interface TermFactor {
  readonly name: string;
  readonly quoted: boolean;
  readonly power: number;
}

/** column^power times column^power … */
export interface TermTree {
  /** As it was written. */
  readonly text: string;
  readonly factors: readonly TermFactor[];
}

/**
 * Splits `age, "net income"^2, age*height` into terms and factors. Names with a comma, *, ^ or a quote in them go in quotes of either
 * kind, a quote inside doubled. Throws `parameter/invalid` naming the term.
 */
export function termsOf(text: string): TermTree[] {
  const terms = split(text, ',');
  if (terms.length === 1 && terms[0].trim() === '') return [];
  return terms.map((part) => {
    const term = part.trim();
    if (term === '') throw termError(text, 'has an empty term', 'Take out the comma that is too many.');
    return { text: term, factors: split(term, '*').map((factor) => factorOf(factor.trim(), term)) };
  });
}

function factorOf(text: string, term: string): TermFactor {
  const [base, ...powers] = split(text, '^').map((part) => part.trim());
  if (base === '') throw termError(term, 'lacks the name of a column', 'Write terms such as age, age^2 or age*height.');
  const power = powers.length === 0 ? 1 : Number(powers[0]);
  if (powers.length > 1 || ![1, 2, 3].includes(power) || powers[0] === '')
    throw termError(term, `has the power "${powers.join('^')}"`, 'Powers are 1, 2 and 3.');
  const quote = base[0];
  if (quote !== '"' && quote !== "'") return { name: base, quoted: false, power };
  if (base.length < 2 || !base.endsWith(quote))
    throw termError(term, 'holds text outside its quotes', 'Put the whole name in quotes.');
  return { name: base.slice(1, -1).replaceAll(quote + quote, quote), quoted: true, power };
}

/** At the separators outside quotes. A quote opens only where a name begins: the apostrophe of "driver's age" is a letter. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [start, quote, begins, closed] = [0, '', true, -2];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quote !== '') {
      if (character !== quote) continue;
      quote = '';
      closed = i;
    } else if ((character === '"' || character === "'") && (begins || closed === i - 1)) quote = character;
    else if (character === separator) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
    begins = quote === '' && (',*^'.includes(character) || (begins && /\s/.test(character)));
  }
  if (quote !== '') throw termError(text, 'has a quote that does not end', `Add the missing ${quote}.`);
  parts.push(text.slice(start));
  return parts;
}

export function termError(term: string, what: string, advice: string): KernelscopeError {
  return new KernelscopeError('parameter/invalid', `unpenalised: "${term}" ${what}. ${advice}`, {
    name: 'unpenalised',
    value: term,
  });
}
