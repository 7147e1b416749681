export type Json = Readonly<Record<string, unknown>>;

/**
 * A JSON Schema (2020-12) that takes every value of a type, as JSON writes them: typed arrays as arrays, and numbers that JSON lacks as null. A
 * value that the type has and the schema refuses is an error of types, and so is a member that one of the two lacks.
 */
export interface Schema<T> {
  readonly json: Json;
  /** The parts that it refers to by name. */
  readonly defs: Json;
  /** Never there: only tells schemas of different types apart. */
  readonly of?: (value: T) => void;
}

/** A member that may be left out. */
interface Optional<T> {
  readonly optional: Schema<T>;
}

/** A schema for each member of an object, in the order in which it is written. */
type Members<T> = {
  readonly [N in keyof T]-?: undefined extends T[N] ? Optional<Exclude<T[N], undefined>> : Schema<T[N]>;
};

const made = <T>(json: Json, ...parts: readonly { readonly defs: Json }[]): Schema<T> => ({
  json,
  defs: Object.assign({}, ...parts.map(({ defs }) => defs)) as Json,
});
const words = (description: string | undefined): Json => (description === undefined ? {} : { description });

export const text = (description?: string): Schema<string> => made({ type: 'string', ...words(description) });
export const flag = (description?: string): Schema<boolean> => made({ type: 'boolean', ...words(description) });
export const whole = (description?: string): Schema<number> => made({ type: 'integer', ...words(description) });
/** Always finite. */
export const finite = (description?: string): Schema<number> => made({ type: 'number', ...words(description) });
/** Null where it is not finite. */
export const number = (description?: string): Schema<number | null> =>
  made({ type: ['number', 'null'], ...words(description) });
export const anything: Schema<unknown> = made({});
export const nothing: Schema<null> = made({ type: 'null' });

/** Numbers, null where one is not finite. */
export const numbers = (description?: string): Schema<ArrayLike<number | null>> =>
  made({ type: 'array', items: { type: ['number', 'null'] }, ...words(description) });
export const wholes = (description?: string): Schema<ArrayLike<number>> =>
  made({ type: 'array', items: { type: 'integer' }, ...words(description) });
export const texts = (description?: string): Schema<readonly string[]> =>
  made({ type: 'array', items: { type: 'string' }, ...words(description) });

/** An interval, or another list of exactly two numbers. */
export const pair = (description?: string): Schema<readonly [number, number]> =>
  made({ type: 'array', items: { type: ['number', 'null'] }, minItems: 2, maxItems: 2, ...words(description) });

export const textPair = (description?: string): Schema<readonly [string, string]> =>
  made({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2, ...words(description) });

export const list = <T>(item: Schema<T>, description?: string): Schema<readonly T[]> =>
  made({ type: 'array', items: item.json, ...words(description) }, item);

/** One of these texts. */
export const oneOf = <const T extends string>(
  choices: Readonly<Record<T, unknown>> | readonly T[],
  description?: string,
): Schema<T> => made({ enum: Array.isArray(choices) ? choices : Object.keys(choices), ...words(description) });

/** This text and no other. */
export const constant = <const T extends string>(value: T, description?: string): Schema<T> =>
  made({ const: value, ...words(description) });

/** An object with these members and no others. */
export function object<T extends object>(members: Members<T>, description?: string): Schema<T> {
  const entries = Object.entries<Optional<never> | Schema<never>>(members as never);
  const schemas = entries.map(([name, member]) => [name, 'optional' in member ? member.optional : member] as const);
  return made(
    {
      type: 'object',
      ...words(description),
      properties: Object.fromEntries(schemas.map(([name, { json }]) => [name, json])),
      required: entries.flatMap(([name, member]) => ('optional' in member ? [] : [name])),
      additionalProperties: false,
    },
    ...schemas.map(([, schema]) => schema),
  );
}

export const optional = <T>(schema: Schema<T>): Optional<T> => ({ optional: schema });

/** An object with these members, and others of one kind whose names are not known beforehand. */
export function open<T extends object, V>(
  members: Members<T>,
  others: Schema<V>,
  description?: string,
): Schema<T & Readonly<Record<string, unknown>>> {
  const { json, defs } = object<T>(members, description);
  return made({ ...json, additionalProperties: others.json }, { defs }, others);
}

/** Values by names that are not known beforehand. */
export const record = <T>(value: Schema<T>, description?: string): Schema<Readonly<Record<string, T>>> =>
  made({ type: 'object', additionalProperties: value.json, ...words(description) }, value);

export const either = <A, B>(a: Schema<A>, b: Schema<B>, description?: string): Schema<A | B> =>
  made({ anyOf: [a.json, b.json], ...words(description) }, a, b);

/** Of one of several kinds. */
export const anyOf = <T extends readonly unknown[]>(
  ...kinds: { readonly [I in keyof T]: Schema<T[I]> }
): Schema<T[number]> =>
  made(
    { anyOf: kinds.map(({ json }: { readonly json: Json }) => json) },
    ...(kinds as readonly { readonly defs: Json }[]),
  );

export const nullable = <T>(schema: Schema<T>, description?: string): Schema<T | null> =>
  either(schema, nothing, description);

/** A part that is written once and referred to by its name. */
export const named = <T>(name: string, schema: Schema<T>): Schema<T> => ({
  json: { $ref: `#/$defs/${name}` },
  defs: { ...schema.defs, [name]: schema.json },
});

/** A part that is named elsewhere, such as one within itself. */
export const reference = <T>(name: string): Schema<T> => made({ $ref: `#/$defs/${name}` });

/** The same in one place, with what it means there. */
export const told = <T>(description: string, { json, defs }: Schema<T>): Schema<T> =>
  made({ ...json, description }, { defs });

/** The schema as it stands by itself: in an object or in a file. */
export const standing = ({ json, defs }: { readonly json: Json; readonly defs: Json }): Json => ({
  ...json,
  ...(Object.keys(defs).length > 0 && { $defs: defs }),
});
