import type { House } from '../doors/house';
import { GIVEN, type Operation } from '../doors/operation';
import { closest } from '../engine/contract/closest';
import { KernelscopeError, toFailure } from '../engine/contract/failure';
import type { Json } from '../engine/contract/schema';
import { type Fields, isRecord, isText } from '../engine/contract/shape';
import type { ServerSession } from './houseOf';
import type { Tool, ToolCall } from './server';

/** The number of characters from which on a property's schema is not repeated in full. */
const LONG = 150;
/** The most characters of the description of an object's member, unless its first clause is longer. */
const MOST = 100;

/** Operations as tools of a client, with schemas in a form that every interface of a model takes. */
export function toolsOf(
  operations: Readonly<Record<string, Operation>>,
  { methods, mayWrite, history }: Pick<ServerSession, 'methods' | 'mayWrite' | 'history'>,
  house: (call: ToolCall) => House,
): readonly Tool[] {
  /** The schemas that earlier tools have stated in full, each with the name of its tool. */
  const told = new Map<string, string>();
  return Object.entries(operations).map(([name, operation]) => {
    const { title, sentence, takes, gives, keeps, writes, most } = operation;
    const offered = Object.entries(takes.properties(methods)).filter(([key]) => mayWrite || key !== writes?.argument);
    const properties = offered.map(([key, property]) => {
      const text = JSON.stringify(property);
      const earlier = text.length < LONG ? undefined : told.get(text);
      if (earlier === undefined) told.set(text, name);
      const short = earlier === undefined ? plain(property) : inShort(property, earlier);
      return [key, short] as const;
    });
    const names = offered.map(([key]) => key);
    return {
      name,
      title,
      description: mayWrite && writes ? `${sentence} ${writes.sentence}` : sentence,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(properties),
        required: takes.required,
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: Object.fromEntries(Object.entries(gives).map(([key, kind]) => [key, GIVEN[kind]])),
      },
      // Files and runs are only added, and nobody else is affected.
      annotations: {
        readOnlyHint: !(mayWrite && writes) && !(history && keeps),
        destructiveHint: false,
        openWorldHint: false,
      },
      ...(most !== undefined && { most }),
      answer: async (input, call) => {
        const given = withoutNulls(input);
        checkPlaces(given, takes.properties(methods));
        return operation.said(await operation.run(house(call), argumentsOf(takes, given, names)));
      },
    };
  });
}

/** Models write null for what they omit, also for members of an argument. In lists it stays: a null cell of a record is a gap. */
const withoutNulls = (input: Fields): Fields => {
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, isRecord(value) ? membersOf(value) : value]));
};
const membersOf = (argument: Fields): Fields =>
  Object.fromEntries(Object.entries(argument).filter(([, value]) => value !== null));

/**
 * Throws `parameter/unknown` for an argument that is a member of another one, or a misspelt one, which the sentence names before others are
 * missed.
 */
function checkPlaces(input: Fields, properties: Readonly<Record<string, Json>>): void {
  for (const name of Object.keys(input)) {
    if (Object.hasOwn(properties, name)) continue;
    const known = Object.keys(properties);
    const home = known.find((each) => Object.hasOwn(Object(properties[each].properties), name));
    const near = closest(name, known);
    if (home === undefined && near === undefined) continue;
    const advice = home === undefined ? `. Did you mean ${near}?` : `: it is a member of ${home}.`;
    throw new KernelscopeError('parameter/unknown', `There is no argument ${name}${advice}`, { name });
  }
}

/** The arguments of a call; the sentence on one that is not known lists those that the tool has. */
function argumentsOf<T>(takes: { of(input: Fields): T }, input: Fields, known: readonly string[]): T {
  try {
    return takes.of(input);
  } catch (error) {
    const { code, data } = toFailure(error);
    const name = data?.name;
    if (code !== 'parameter/unknown' || !isText(name) || !Object.hasOwn(input, name)) throw error;
    throw new KernelscopeError(code, `There is no argument ${name}. Known: ${known.join(', ')}.`, { name });
  }
}

/** An object that an earlier tool has described in full, by the names of its members. */
const inShort = ({ type, properties }: Json, earlier: string): Json => ({
  type,
  description: `As in ${[earlier, ...(properties ? [Object.keys(properties).join(', ')] : [])].join(': ')}.`,
});

/**
 * A schema with one type for every member. Members within it have the first clauses of their descriptions; refusals
 * state their bounds.
 */
function plain({ properties, additionalProperties, ...rest }: Json): Json {
  const inner = ({ description, enum: choices, items, type }: Json) => ({
    type: typeOf(type),
    ...(choices !== undefined && { enum: choices }),
    ...(isRecord(items) && { items }),
    ...(isText(description) && { description: beginning(description) }),
  });
  return {
    ...rest,
    type: typeOf(rest.type),
    ...(isRecord(properties) && { properties: each(properties, inner) }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
  };
}

/** As many clauses as there is room for, and the first however long it is. */
function beginning(text: string): string {
  const [first, ...others] = text.split(/(?<=[.;]) /);
  const kept = [first];
  for (const clause of others) {
    if ([...kept, clause].join(' ').length > MOST) break;
    kept.push(clause);
  }
  return kept.join(' ').replace(/;$/, '.');
}

const each = (properties: Json, map: (property: Json) => Json): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, map(property as Json)]));

/** The type without null; 'string' if several are left. */
function typeOf(type: unknown): string {
  const types = [type].flat().filter((each) => each !== 'null');
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : 'string';
}
