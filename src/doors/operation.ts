import { closest } from '../engine/contract/closest';
import { cut, NAME } from '../engine/contract/cut';
import { KernelscopeError } from '../engine/contract/failure';
import type { MethodSpec } from '../engine/contract/method';
import { byHand, type Json, object, type Schema } from '../engine/contract/schema';
import { type Fields, isCount, isText } from '../engine/contract/shape';
import type { BriefPart } from './brief/lines';
import type { House } from './house';

/** What an operation takes. */
export interface Takes<A> {
  /** Properties of the JSON Schema of its arguments, some of which list the methods. */
  properties(methods: readonly MethodSpec[]): Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  /** The arguments, checked. Throws `parameter/…` and names the argument. */
  of(input: Fields): A;
}

/** A few lines for a language model, and the same for a program. */
export interface Answer<S> {
  readonly parts: readonly BriefPart[];
  /** Behind the lines as it is, and as long as the operation lets it be. */
  readonly attached?: string;
  readonly structured: S;
}

/** What can be asked for, told once for all who offer it. */
export interface Operation<A, M, S> {
  readonly title: string;
  /** For a language model: what it gets, and when to ask. */
  readonly sentence: string;
  readonly takes: Takes<A>;
  readonly gives: Schema<S>;
  /** Whether a run is kept, which an editor asks its person about. */
  readonly keeps?: true;
  /** The argument that names what is written, and a sentence on that. */
  readonly writes?: { readonly argument: string; readonly sentence: string };
  /** Characters of its lines at most; left out: as of a brief. */
  readonly most?: number;
  run(house: House, asked: A): Promise<M>;
  /** The result without any text of a cell, except for names of classes that are predicted. */
  said(made: M): Answer<S>;
}

/** One whose arguments and results are its own affair. */
export interface AnyOperation
  extends Pick<Operation<never, never, never>, 'title' | 'sentence' | 'gives' | 'keeps' | 'writes' | 'most'> {
  readonly takes: Pick<Takes<unknown>, 'properties' | 'required'>;
  answer(house: House, input: Fields): Promise<Answer<unknown>>;
}

export const operation = <A, M, S>(all: Operation<A, M, S>): Operation<A, M, S> & Pick<AnyOperation, 'answer'> => ({
  ...all,
  answer: async (house, input) => all.said(await all.run(house, all.takes.of(input))),
});

type Member = Schema<never> | { readonly optional: Schema<never> };
type ValueOf<S> = S extends Schema<infer T> ? T : S extends { readonly optional: Schema<infer T> } ? T : never;
type Optional<M> = { [N in keyof M]: M[N] extends { readonly optional: unknown } ? N : never }[keyof M];
/** What a schema describes. */
export type Of<S> = S extends Schema<infer T> ? T : never;

/** An object whose type follows from the schemas of its members. */
export const made = <M extends Readonly<Record<string, Member>>>(members: M, description?: string) =>
  object(members as never, description) as unknown as Schema<
    { readonly [N in Exclude<keyof M, Optional<M>>]: ValueOf<M[N]> } & {
      readonly [N in Optional<M>]?: ValueOf<M[N]>;
    }
  >;

/** A name of something: a text that is not blank. */
export const name = (description: string): Schema<string> =>
  byHand({ type: 'string', description }, (value) => isText(value) && value.trim() !== '' && !value.includes('\0'));

/** A whole number within bounds, `usual` where it is left out. */
export const between = (minimum: number, maximum: number, usual: number, description: string): Schema<number> =>
  byHand(
    { type: 'integer', minimum, maximum, default: usual, description },
    (value) => isCount(value) && value >= minimum && value <= maximum,
  );

/** The arguments that a schema describes. */
export function takes<A extends object>(schema: Schema<A>): Takes<A> {
  const properties = schema.json.properties as Readonly<Record<string, Json>>;
  const required = schema.json.required as readonly string[];
  return { properties: () => properties, required, of: (input) => checked(schema, properties, required, input) };
}

function checked<A>(
  schema: Schema<A>,
  properties: Readonly<Record<string, Json>>,
  required: readonly string[],
  input: Fields,
): A {
  const known = Object.keys(properties);
  const other = Object.keys(input).find((key) => !Object.hasOwn(properties, key));
  if (other !== undefined) {
    const near = closest(other.slice(0, NAME), known);
    const advice = near === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${near}?`;
    throw new KernelscopeError('parameter/unknown', `There is no argument ${cut(other, NAME)}. ${advice}`);
  }
  const missing = required.filter((key) => input[key] === undefined);
  if (missing.length > 0)
    throw new KernelscopeError('parameter/invalid', `Name the ${missing.join(' and the ')}.`, { name: missing[0] });
  const fault = schema.fault(input, '');
  if (fault === undefined) return input as A;
  const [argument] = fault.split(/[.[]/, 1);
  throw new KernelscopeError(
    'parameter/invalid',
    `The argument ${cut(fault, NAME)} has to be ${wanted(properties[argument])}.`,
    {
      name: argument,
    },
  );
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text that is not empty',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** "a whole number from 0 to 200" */
function wanted({ type, enum: choices, minimum, maximum, description }: Json): string {
  if (Array.isArray(choices)) return `one of ${choices.join(', ')}`;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  return `${KINDS[String(type)] ?? 'another value'}: ${description}`.replace(/\.$/, '');
}
