import { checkMembers, invalidArgument, type MemberChecks } from '../choices/members';
import type { MethodSpec } from '../engine/contract/method';
import { byHand, type Json, type Schema } from '../engine/contract/schema';
import { type Fields, isCount, isText } from '../engine/contract/shape';
import type { BriefPart } from './brief/lines';
import type { House } from './house';

/** The arguments that an operation takes. */
export interface Takes<A> {
  /** The properties of the JSON Schema of its arguments, some of which list the methods. */
  properties(methods: readonly MethodSpec[]): Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  /** The arguments, checked. Throws `parameter/…` and names the argument. */
  of(input: Fields): A;
}

/** The kinds of a result's members, each as its JSON Schema. */
export const GIVEN = {
  text: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
  count: { type: 'integer' },
  number: { type: 'number' },
  list: { type: 'array', items: { type: 'object' } },
  record: { type: 'object' },
} as const satisfies Readonly<Record<string, Json>>;

/** An answer: a few lines for a language model, and the same for a program. */
export interface OperationAnswer {
  readonly parts: readonly BriefPart[];
  /** Text that follows the lines unchanged; the operation limits its length. */
  readonly attached?: string;
  readonly structured: object;
}

/** An operation that can be asked for, described once for all interfaces that offer it. */
export interface Operation<A = unknown, M = unknown> {
  readonly title: string;
  /** A sentence for a language model: what it returns, and when to ask for it. */
  readonly sentence: string;
  readonly takes: Takes<A>;
  /** The members of the result for a program, some of which may be omitted. */
  readonly gives: Readonly<Record<string, keyof typeof GIVEN>>;
  /** True if it stores a run, for which an editor asks the person. */
  readonly keeps?: true;
  /** The argument that names the file or folder to write, and a sentence on that. */
  readonly writes?: { readonly argument: string; readonly sentence: string };
  /** The most characters of its lines; the default of a brief if omitted. */
  readonly most?: number;
  run(house: House, asked: A): Promise<M>;
  /** The result without any text of a cell, except for names of classes that are predicted. */
  said(made: M): OperationAnswer;
}

export const operation = <A, M>(one: Operation<A, M>): Operation<A, M> => one;

type Member = Schema<never> | { readonly optional: Schema<never> };
type ValueOf<S> = S extends Schema<infer T> ? T : S extends { readonly optional: Schema<infer T> } ? T : never;
type Optional<M> = { [N in keyof M]: M[N] extends { readonly optional: unknown } ? N : never }[keyof M];
type Asked<M> = { readonly [N in Exclude<keyof M, Optional<M>>]: ValueOf<M[N]> } & {
  readonly [N in Optional<M>]?: ValueOf<M[N]>;
};

/** A name of something: a text that is not blank. */
export const name = (description: string): Schema<string> =>
  byHand({ type: 'string', description }, (value) => isText(value) && value.trim() !== '' && !value.includes('\0'));

/** A whole number within bounds, `usual` if it is omitted. */
export const boundedNumber = (minimum: number, maximum: number, usual: number, description: string): Schema<number> =>
  byHand(
    { type: 'integer', minimum, maximum, default: usual, description },
    (value) => isCount(value) && value >= minimum && value <= maximum,
  );

/** Arguments that are each described by a schema. */
export function takes<M extends Readonly<Record<string, Member>>>(members: M): Takes<Asked<M>> {
  const schemas = Object.entries<Member>(members).map(
    ([key, member]) => [key, 'optional' in member ? member.optional : member] as const,
  );
  const required = Object.keys(members).filter((key) => !('optional' in members[key]));
  const checks = schemas.map(([key, schema]) => [
    key,
    [(value: unknown) => schema.fault(value, '') === undefined, wanted(schema.json)],
  ]);
  return {
    properties: () => Object.fromEntries(schemas.map(([key, { json }]) => [key, json])),
    required,
    of(input) {
      const asked = checkMembers<Asked<M>>('', input, Object.fromEntries(checks) as MemberChecks<Asked<M>>);
      const missing = required.filter((key) => input[key] === undefined);
      if (missing.length === 0) return asked;
      const { enum: choices, description } = schemas.find(([key]) => key === missing[0])?.[1].json ?? {};
      const told = Array.isArray(choices) ? `${choices.join(', ')}.` : description;
      throw invalidArgument(missing[0], `Name the ${missing.join(' and the ')}: ${told}`);
    },
  };
}

/** The valid values in words: "a whole number from 0 to 200". */
function wanted({ type, enum: choices, minimum, maximum, minItems, maxItems, description }: Json): string {
  if (Array.isArray(choices)) return `one of ${choices.join(', ')}`;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return 'a text that is not empty';
  const list = maxItems === undefined ? 'a list' : `a list of ${minItems} to ${maxItems}`;
  return `${type === 'object' ? 'an object' : list}: ${description}`.replace(/\.$/, '');
}
