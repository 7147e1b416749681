import { isRecord } from './shape';

export type Json = Readonly<Record<string, unknown>>;

/**
 * One description of a type. It is a JSON Schema (2020-12) that accepts every value of the type as JSON writes it: typed arrays as arrays, and
 * numbers that JSON lacks as null. It also checks a value of unknown origin, read from a file or a message, in which typed arrays are typed
 * arrays. A value that the type has and the schema refuses is a compile-time error, and so is a member that only one of the two has.
 */
export interface Schema<T> {
  readonly json: Json;
  /** The parts that it refers to, by name. */
  readonly defs: Json;
  /** The path of the first part that is not as described, such as "lanes[2].error"; undefined if all parts are. */
  fault(value: unknown, path: string): string | undefined;
  /** A copy of a valid value with only the members that are described. */
  known(value: unknown): unknown;
  /** Never present: it only makes schemas of different types different types. */
  readonly of?: (value: T) => void;
}

/** A member that may be omitted. If `since` is true, only runs of earlier versions lack it: JSON always has it. */
interface Optional<T> {
  readonly optional: Schema<T>;
  readonly since?: true;
}

/** A schema for each member of an object, in the order in which it is written. */
export type Members<T> = {
  readonly [N in keyof T]-?: undefined extends T[N] ? Optional<Exclude<T[N], undefined>> : Schema<T[N]>;
};

type Fault = Schema<unknown>['fault'];
type Known = Schema<unknown>['known'];
type Parts = readonly { readonly defs: Json }[];

/** True if the value is as `schema` describes. */
export function holds<T>(schema: Schema<T>, value: unknown): value is T {
  return schema.fault(value, '') === undefined;
}

/** The value, if it is as `schema` describes, without undescribed members, which a stranger or a later version may have added. */
export const read = <T>(schema: Schema<T>, value: unknown): T | undefined =>
  holds(schema, value) ? (schema.known(value) as T) : undefined;

/** The same for a value that is known to be valid. */
export const copied = <S extends Schema<never>>(schema: S, value: Of<S>) => schema.known(value) as Of<S>;

const made = <T>(json: Json, fault: Fault, parts: Parts = [], known: Known = (value) => value): Schema<T> => ({
  json,
  fault,
  known,
  defs: Object.assign({}, ...parts.map(({ defs }) => defs)) as Json,
});
const within = (path: string, name: string): string => (path ? `${path}.${name}` : name);
const own = (value: Json, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
const test =
  (isOne: (value: unknown) => boolean): Fault =>
  (value, path) =>
    isOne(value) ? undefined : path;

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);
const isArray = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
const isEvery =
  (isOne: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isArray(value) && Array.prototype.every.call(value, isOne);

export const text = (): Schema<string> => made({ type: 'string' }, test(isText));
export const flag = (): Schema<boolean> =>
  made(
    { type: 'boolean' },
    test((value) => typeof value === 'boolean'),
  );
/** An integer of either sign. */
export const whole = (): Schema<number> => made({ type: 'integer' }, test(isWhole));
/** An integer from 0. */
export const natural = (): Schema<number> =>
  made(
    { type: 'integer', minimum: 0 },
    test((value) => isWhole(value) && Number(value) >= 0),
  );
/** A finite number. */
export const finite = (): Schema<number> => made({ type: 'number' }, test(Number.isFinite));
/** A finite number above 0. */
export const positive = (): Schema<number> =>
  made(
    { type: 'number', exclusiveMinimum: 0 },
    test((value) => Number.isFinite(value) && Number(value) > 0),
  );
/** A number, which is null in JSON if it is not finite. */
export const number = (): Schema<number | null> => made({ type: ['number', 'null'] }, test(isNumber));
/** A schema that is better written by hand, with the check that goes with it. */
export const byHand = <T>(json: Json, isOne: (value: unknown) => boolean): Schema<T> => made(json, test(isOne));
export const anything: Schema<unknown> = made(
  {},
  test(() => true),
);
export const nothing: Schema<null> = made(
  { type: 'null' },
  test((value) => value === null),
);

const NUMBERS = { type: 'array', items: { type: ['number', 'null'] } };
const WHOLES = { type: 'array', items: { type: 'integer' } };

/** Numbers in a list or a typed array; null in JSON if one is not finite. */
export const numbers = (): Schema<ArrayLike<number | null>> => made({ ...NUMBERS }, test(isEvery(isNumber)));
export const texts = (): Schema<readonly string[]> =>
  made(
    { type: 'array', items: { type: 'string' } },
    test((value) => Array.isArray(value) && value.every(isText)),
  );

/** Real numbers in a Float64Array, NaN if one could not be computed. */
export const reals = (): Schema<Float64Array> =>
  made(
    { ...NUMBERS },
    test((value) => value instanceof Float64Array),
  );
/** Finite numbers in a Float64Array. */
export const finites = (): Schema<Float64Array> =>
  made(
    { type: 'array', items: { type: 'number' } },
    test((value) => value instanceof Float64Array && value.every(Number.isFinite)),
  );
export const singles = (): Schema<Float32Array> =>
  made(
    { ...NUMBERS },
    test((value) => value instanceof Float32Array),
  );
/** Row numbers and other counts in a Uint32Array. */
export const indices = (): Schema<Uint32Array> =>
  made(
    { ...WHOLES },
    test((value) => value instanceof Uint32Array),
  );

export const bytes = (): Schema<Uint8Array> =>
  made(
    { ...WHOLES },
    test((value) => value instanceof Uint8Array),
  );

/** A list of exactly two. */
export const pairOf = <T>(item: Schema<T>): Schema<readonly [T, T]> =>
  made(
    { type: 'array', items: item.json, minItems: 2, maxItems: 2 },
    test((value) => Array.isArray(value) && value.length === 2 && holds(item, value[0]) && holds(item, value[1])),
    [item],
    (value) => (value as readonly unknown[]).map((one) => item.known(one)),
  );

/** An interval, or another list of exactly two numbers. */
export const pair = () => pairOf<number>(number());
/** A list of exactly two finite numbers. */
export const span = () => pairOf(finite());
export const textPair = () => pairOf(text());

export const list = <T>(item: Schema<T>): Schema<readonly T[]> =>
  made(
    { type: 'array', items: item.json },
    (value, path) => {
      if (!Array.isArray(value)) return path;
      for (let i = 0; i < value.length; i++) {
        const fault = item.fault(value[i], `${path}[${i}]`);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
    [item],
    (value) => (value as readonly unknown[]).map((one) => item.known(one)),
  );

/** One of these texts. If they are the names of a table, only its own members count, not those that every object has. */
export function oneOf<const T extends string>(choices: Readonly<Record<T, unknown>> | readonly T[]): Schema<T> {
  const names: readonly string[] = Array.isArray(choices) ? choices : Object.keys(choices);
  return made(
    { enum: names },
    test((value) => names.includes(value as string)),
  );
}

/** This text and no other. */
export const constant = <const T extends string>(value: T): Schema<T> =>
  made(
    { const: value },
    test((other) => other === value),
  );

/** An object with these members. JSON that is written has no others; objects that are read may have more, which later versions wrote. */
export function object<T extends object>(members: Members<T>): Schema<T> {
  const all = membersOf(members);
  return made(
    {
      type: 'object',
      properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema.json])),
      required: all.filter(({ always }) => always).map(({ name }) => name),
      additionalProperties: false,
    },
    (value, path) => {
      if (!isRecord(value)) return path;
      for (const { name, schema, needed } of all) {
        const found = own(value, name);
        if (found === undefined && !needed) continue;
        const fault = schema.fault(found, within(path, name));
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
    all.map(({ schema }) => schema),
    (value) => knownOf(all, value as Json),
  );
}

/** `needed`: every object that is read must have it; `always`: every object that is written now has it. */
interface Member {
  readonly name: string;
  readonly schema: Schema<never>;
  readonly needed: boolean;
  readonly always: boolean;
}

const membersOf = (members: object): Member[] =>
  Object.entries<Optional<never> | Schema<never>>(members as never).map(([name, member]) =>
    'optional' in member
      ? { name, schema: member.optional, needed: false, always: member.since === true }
      : { name, schema: member, needed: true, always: true },
  );

const knownOf = (members: readonly Member[], value: Json): Json =>
  Object.fromEntries(
    members.flatMap(({ name, schema }) => {
      const found = own(value, name);
      return found === undefined ? [] : [[name, schema.known(found)]];
    }),
  );

/**
 * An object in which a member that is not as described counts as omitted, or is replaced by that of `others`: for remembered values, of which the
 * parts that still make sense are used.
 */
export function mended<T extends object>(members: Members<T>, others: Partial<T>): Schema<T> {
  const all = membersOf(members);
  return {
    ...object<T>(members),
    fault: (value, path) => (isRecord(value) ? undefined : path),
    known(value) {
      const found = isRecord(value) ? value : {};
      const right = all.filter(({ name, schema }) => schema.fault(own(found, name), name) === undefined);
      return { ...others, ...knownOf(right, found) };
    },
  };
}

type Tagged<T, K extends keyof T, N> = T extends unknown ? (N extends T[K] ? T : never) : never;

/** Objects of several kinds, distinguished by the text of their member `tag`; each kind with its other members. */
export function tagged<T extends object, K extends keyof T & string>(
  tag: K,
  kinds: { readonly [N in T[K] & string]: Members<Omit<Tagged<T, K, N>, K>> },
): Schema<T> {
  const schemas = Object.fromEntries(
    Object.entries<object>(kinds).map(([kind, members]) => [kind, object({ [tag]: constant(kind), ...members })]),
  );
  const schemaOf = (value: Json) => {
    const kind = own(value, tag);
    return typeof kind === 'string' && Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
  };
  const all = Object.values(schemas);
  return made(
    { anyOf: all.map(({ json }) => json) },
    (value, path) => {
      if (!isRecord(value)) return path;
      const schema = schemaOf(value);
      return schema ? schema.fault(value, path) : within(path, tag);
    },
    all,
    (value) => schemaOf(value as Json)?.known(value),
  );
}

type OfKinds<K extends string, M> = { [N in keyof M]: { readonly [T in K]: N } & Whole<M[N]> }[keyof M];

/** The same, from which the type follows: the members of the objects of each kind. */
export const kinds = <const K extends string, const M extends Readonly<Record<string, Parted>>>(tag: K, members: M) =>
  (tagged as (tag: K, kinds: never) => Schema<never>)(tag, members as never) as Schema<OfKinds<K, M>>;

/** A member that must not be there. */
export const absent: Optional<unknown> = {
  optional: byHand({ not: {} }, () => false),
};

export const optional = <T>(schema: Schema<T>): Optional<T> => ({ optional: schema });

/** A member that files of earlier versions lack, and that everything written now has. */
export const since = <T>(schema: Schema<T>): Optional<T> => ({ optional: schema, since: true });

/** An object with these members, and others of one kind whose names are not known beforehand. */
export function open<T extends object, V>(
  members: Members<T>,
  others: Schema<V>,
): Schema<T & Readonly<Record<string, unknown>>> {
  const known = object<T>(members);
  return made(
    { ...known.json, additionalProperties: others.json },
    (value, path) =>
      known.fault(value, path) ??
      faultOfEach(
        others,
        Object.entries(value as Json).filter(([name]) => !Object.hasOwn(members, name)),
        path,
      ),
    [known, others],
    (value) => ({ ...mapped(value as Json, others.known), ...(known.known(value) as Json) }),
  );
}

/** Values by names that are not known beforehand. */
export const record = <T>(value: Schema<T>): Schema<Readonly<Record<string, T>>> =>
  made(
    { type: 'object', additionalProperties: value.json },
    (found, path) => (isRecord(found) ? faultOfEach(value, Object.entries(found), path) : path),
    [value],
    (found) => mapped(found as Json, value.known),
  );

const mapped = (value: Json, known: Known): Json =>
  Object.fromEntries(Object.entries(value).map(([name, item]) => [name, known(item)]));

function faultOfEach(schema: Schema<never>, entries: readonly (readonly [string, unknown])[], path: string) {
  for (const [name, value] of entries) {
    const fault = schema.fault(value, within(path, name));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export const either = <A, B>(a: Schema<A>, b: Schema<B>): Schema<A | B> => anyOf(a, b);

/** A value of one of several kinds. If it is of none, the fault is that of the kind that got furthest into the value. */
export const anyOf = <T extends readonly unknown[]>(
  ...kinds: { readonly [I in keyof T]: Schema<T[I]> }
): Schema<T[number]> => {
  const schemas = kinds as readonly Schema<never>[];
  return made(
    { anyOf: schemas.map(({ json }) => json) },
    (value, path) => {
      const faults = schemas.map((schema) => schema.fault(value, path));
      return faults.includes(undefined)
        ? undefined
        : faults.reduce((a, b) => ((b ?? '').length > (a ?? '').length ? b : a));
    },
    schemas,
    (value) => schemas.find((schema) => schema.fault(value, '') === undefined)?.known(value),
  );
};

export const nullable = <T>(schema: Schema<T>): Schema<T | null> => either(schema, nothing);

/** The same values, with this number of entries. */
export const sized = <T extends ArrayLike<unknown>>(schema: Schema<T>, length: number): Schema<T> =>
  such(schema, (value) => value.length === length);

/**
 * The same values with a further condition that JSON Schema cannot express, such as lengths that agree or places in a list. `suits` is called
 * only with values that are otherwise as described.
 */
export const such = <T>(schema: Schema<T>, suits: (value: T) => boolean): Schema<T> => ({
  ...schema,
  fault: (value, path) => schema.fault(value, path) ?? (suits(value as T) ? undefined : path),
});

/** A part that is written once and referred to by its name. */
export const named = <S extends Schema<never>>(name: string, schema: S): S => ({
  ...schema,
  json: { $ref: `#/$defs/${name}` },
  defs: { ...schema.defs, [name]: schema.json },
});

/** A part that is named elsewhere, such as one within itself. */
export const reference = <T>(name: string, schema: () => Schema<T>): Schema<T> =>
  made(
    { $ref: `#/$defs/${name}` },
    (value, path) => schema().fault(value, path),
    [],
    (value) => schema().known(value),
  );

/** The same schema with a description of what the value means in one place. */
export const saying = <T>(description: string, schema: Schema<T>): Schema<T> => ({
  ...schema,
  json: { ...schema.json, description },
});

/** The schema as a complete document: in an object or in a file. */
export const standing = ({ json, defs }: { readonly json: Json; readonly defs: Json }): Json => ({
  ...json,
  ...(Object.keys(defs).length > 0 && { $defs: defs }),
});

/** The type that a schema describes. */
export type Of<S> = S extends { readonly of?: (value: infer T) => void } ? T : never;

type Parted = Readonly<Record<string, Schema<never> | Optional<never>>>;
type Left = { readonly optional: unknown };

/** An object's type from the schemas of its members: each comment on a member also documents that of the type. */
type Whole<M> = { readonly [N in keyof M as M[N] extends Left ? never : N]: Of<M[N]> } & {
  readonly [N in keyof M as M[N] extends Left ? N : never]?: M[N] extends { readonly optional: infer S }
    ? Of<S>
    : never;
};

/** The schema of an object whose type follows from it. */
export interface Struct<M> extends Schema<Whole<M>> {
  readonly members: M;
}

/**
 * An object with these members, from which its type follows: `interface Race extends Of<typeof RACE> {}`. The comments on a member and on such a
 * type become its description in the JSON Schemas of docs/ (scripts/describedSchemas.mjs), and are not part of any program.
 */
export const struct = <const M extends Parted>(members: M): Struct<M> => ({
  ...object<Whole<M>>(members as never),
  members,
});

/** The same object with further members, or with others in place of some. */
export const extended = <M, const N extends Parted>({ members }: Struct<M>, more: N) =>
  struct({ ...members, ...more } as Parted) as Struct<Pick<M, Exclude<keyof M, keyof N>> & N>;

/** The same object without these members. */
export const without = <M, N extends keyof M & string>({ members }: Struct<M>, ...names: readonly N[]) =>
  struct(
    Object.fromEntries(Object.entries(members as Parted).filter(([name]) => !names.includes(name as N))),
  ) as unknown as Struct<Pick<M, Exclude<keyof M, N>>>;

/** The same object with only these members. */
export const picked = <M, N extends keyof M & string>({ members }: Struct<M>, ...names: readonly N[]) =>
  struct(Object.fromEntries(names.map((name) => [name, members[name]])) as Parted) as unknown as Struct<Pick<M, N>>;

/** A real number: null in JSON if it is not finite. */
export const real: Schema<number> = number();

/** True if all lists have as many entries as the first; an omitted list counts as having them. */
export const agree = (...lists: readonly (ArrayLike<unknown> | undefined)[]): boolean =>
  lists.every((list) => list === undefined || list.length === lists[0]?.length);

/** True if a number is a position in a list. */
export const isPlace = (place: number, { length }: ArrayLike<unknown>): boolean => place < length;

/** A schema or a member with the text of its comment as its description. */
export const described = <S extends Schema<never> | Optional<never>>(words: string, member: S): S =>
  'optional' in member
    ? { ...member, optional: saying(words, member.optional) }
    : { ...member, ...saying(words, member) };
