import type { PublishedBy, Reproduction, ReproductionSpec, TestedClaim } from '../engine/contract/reproduction';
import { type Cases, type Claimed, comparedNumbers, type Expected, type PublishedNumber, tested } from './compared';
import type { MeanEstimate } from './statistics';

/** A published figure or table in words and numbers: all that does not depend on what is measured. One JSON file each. */
export interface Page extends ReproductionSpec {
  /** Statements of the paper as they are tested, by the names under which a recipe reports their outcomes. */
  readonly claims?: Readonly<Record<string, string>>;
  /**
   * The settings that decide the numbers, by who states them and their name: "paper rows", "ours seed". Where both
   * state one name, the paper's text stands for the published size and ours for any other.
   */
  readonly settings: Readonly<Record<string, string>>;
  /** The other values that the recipe takes from its page; they stand in its texts by name. */
  readonly data?: Readonly<Record<string, string | number | readonly number[]>>;
  /** Published numbers, by their source and by the name of our number. */
  readonly published?: { readonly [By in PublishedBy]?: Readonly<Record<string, PublishedNumber>> };
}

/** A value that stands in the texts of a page at its name in braces; lists with commas. */
export type Value = string | number | ArrayLike<number | string>;
export type Values = Readonly<Record<string, Value>>;

/** An outcome for each claim of a page, or the claims as they were tested where they stand in another order. */
export type Outcomes<P extends Page> =
  | { readonly [Name in keyof P['claims']]: Claimed | Cases }
  | readonly TestedClaim[];

/** Our number; and the number that it is compared with, where the page does not give it. */
export type Ours = number | MeanEstimate | readonly [ours: number | MeanEstimate, expected: Expected | undefined];

/** The spec that a page begins with. */
export function reproductionSpec({ claims, settings, published, data, ...spec }: Page): ReproductionSpec {
  return spec;
}

/** The text with its values. Throws a RangeError for a value that is not there. */
export function filledText(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!(name in values)) throw new RangeError(`no value for {${name}} in "${text}"`);
    const value = values[name];
    return typeof value === 'object' ? Array.from(value).join(', ') : `${value}`;
  });
}

/** The settings of the page, at the published size or another. */
export function pageSettings(texts: Page['settings'], values: Values, asPublished: boolean): Reproduction['settings'] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const by = key.startsWith('paper ') ? 'paper' : 'ours';
    const name = key.slice(by.length + 1);
    const both = `paper ${name}` in texts && `ours ${name}` in texts;
    return both && asPublished !== (by === 'paper') ? [] : [{ name, value: filledText(text, values), by }];
  });
}

/** Every claim of the page with its outcome, in the order of the page. */
export function claimsOf<P extends Page>(page: P, outcomes: Outcomes<P>, values: Values): readonly TestedClaim[] {
  if (Array.isArray(outcomes)) return outcomes;
  return Object.entries<string>(page.claims ?? {}).flatMap(([name, text]) => {
    const outcome = (outcomes as Readonly<Record<string, Claimed | Cases>>)[name];
    const said = filledText(text, values);
    return typeof outcome === 'object'
      ? outcome.map(([at, holds]) => tested(said, holds, at))
      : [tested(said, outcome)];
  });
}

/** Our numbers beside those of the page. */
export function publishedNumbers(
  { published = {} }: Page,
  numbers: Readonly<Record<string, Ours>>,
): Reproduction['numbers'] {
  const known = Object.entries(published).flatMap(([by, all]) =>
    Object.entries(all).map(([name, number]) => [name, { ...number, ...(by !== 'paper' && { by }) }] as const),
  );
  const expected = new Map(known as (readonly [string, Expected])[]);
  return Object.entries(numbers).map(([name, ours]) =>
    Array.isArray(ours)
      ? comparedNumbers(name, ours[0], ours[1])
      : comparedNumbers(name, ours as MeanEstimate, expected.get(name)),
  );
}

/** The entries that several have, as one record. */
export const byName = <T, V>(
  all: readonly T[],
  make: (one: T, i: number) => Readonly<Record<string, V>>,
): Readonly<Record<string, V>> => Object.assign({}, ...all.map(make));
