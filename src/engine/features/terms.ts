import { didYouMean } from '../contract/closest';
import type { DataReport, Transform } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { FeatureBlock } from '../contract/kernel';
import { encodedWidth } from '../data/encodeRows';
import { monomialName } from '../kernels/polynomialOrder';
import { quoted } from '../words/sentence';

type Powers = (FeatureBlock & { kind: 'monomial' })['powers'];

/** The encoded columns of one factor: a number's own column, the days of a date, or all columns of a category. */
interface Referred {
  readonly first: number;
  readonly width: number;
  readonly category: boolean;
}

/**
 * The unpenalised features that a person writes as comma-separated terms: a column (all 0/1 columns of a category), a
 * power of it (age^2, up to 3), a product (age*height; with a category, one for each level), or one level (colour=red).
 * They are functions of the columns as the kernel sees them, standardised if these are: age^2 alone is a parabola about
 * the mean of age, and together with age any parabola. A number that is no column's name is a 1-based position among
 * the features. Throws `data/unknown-column` with the closest names, or with the reason why the column is not used, and
 * `parameter/invalid` with the term.
 */
export function parseTerms(text: string, transform: Transform, left: DataReport['dropped'] = []): FeatureBlock[] {
  return termsOf(text).flatMap((term) => blocksOf(term, transform, left));
}

function blocksOf(term: TermTree, transform: Transform, left: DataReport['dropped']): FeatureBlock[] {
  // A name such as "a*b" needs no quotes if it is the entire term.
  const exact = find(term.text, transform);
  const factors = exact ? [{ referred: exact, power: 1 }] : term.factors.map((f) => refer(f, term, transform, left));
  let products: Powers[] = [[]];
  for (const { referred, power } of factors) {
    if (power > 1 && referred.category)
      throw termError(
        term.text,
        'takes a power of a category',
        'Powers of 0 and 1 are 0 and 1 again; leave the power out.',
      );
    products = products.flatMap((powers) =>
      Array.from({ length: referred.width }, (_, k) => times(powers, referred.first + k, power)),
    );
  }
  return products.map((powers) => ({ kind: 'monomial', powers, name: monomialName(powers, transform.names) }));
}

function refer(
  factor: TermFactor,
  term: TermTree,
  transform: Transform,
  left: DataReport['dropped'],
): { referred: Referred; power: number } {
  const { name, power } = factor;
  const direct = find(name, transform);
  if (direct) return { referred: direct, power };
  const names = transform.inputs.map((input) => input.column);
  const position = !factor.quoted && /^\d+$/.test(name) ? Number(name) : 0;
  const placed = position > 0 ? names[position - 1] : undefined;
  const referred = placed === undefined ? undefined : find(placed, transform);
  if (referred) return { referred, power };
  const unused = left.find((one) => one.what === 'column' && one.name === name);
  const advice = didYouMean(name, [...transform.names, ...names], '"') ?? `The features: ${quoted(names)}.`;
  const why = unused
    ? `the column "${name}" is left out: ${unused.why}. Take "${term.text}" out of the terms.`
    : `there is no feature "${name}". ${advice} A column of the file must be among the features to be used here.`;
  throw new KernelscopeError('data/unknown-column', `unpenalised: ${why}`, {
    name: 'unpenalised',
    column: name,
    term: term.text,
  });
}

/** Finds the columns by the name of the column, or of the encoded one. */
function find(name: string, { inputs, names }: Transform): Referred | undefined {
  let first = 0;
  for (const input of inputs) {
    const width = encodedWidth(input);
    // For a date this is its column of days; a time of day has none, and stands for its cosine and sine.
    const own = names.indexOf(name, first);
    if (input.column === name && own >= 0 && own < first + width) return { first: own, width: 1, category: false };
    if (input.column === name) return { first, width, category: true };
    first += width;
  }
  const at = names.indexOf(name);
  return at < 0 ? undefined : { first: at, width: 1, category: true };
}

function times(powers: Powers, column: number, power: number): Powers {
  const factor = powers.find((p) => p.column === column);
  if (!factor) return [...powers, { column, power }].sort((a, b) => a.column - b.column);
  return powers.map((p) => (p === factor ? { column, power: p.power + power } : p));
}

/** A column as a term names it, with its power. */
interface TermFactor {
  readonly name: string;
  readonly quoted: boolean;
  readonly power: number;
}

/** column^power times column^power … */
interface TermTree {
  /** The text as it was written. */
  readonly text: string;
  readonly factors: readonly TermFactor[];
}

/**
 * Splits `age, "net income"^2, age*height` into terms and factors. Names with a comma, *, ^ or a quote in them go in quotes of either
 * kind, a quote inside doubled. Throws `parameter/invalid` naming the term.
 */
function termsOf(text: string): TermTree[] {
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

/**
 * Splits at the separators outside quotes. A quote opens only where a name begins: the apostrophe of "driver's age" is
 * a letter.
 */
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

function termError(term: string, what: string, advice: string): KernelscopeError {
  return new KernelscopeError('parameter/invalid', `unpenalised: "${term}" ${what}. ${advice}`, {
    name: 'unpenalised',
    value: term,
  });
}
