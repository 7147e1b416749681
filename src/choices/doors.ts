import type { ParameterSchema, ParameterValue } from '../engine/contract/method';
import { parameterValue, valuesOf } from '../engine/words/parameterValue';
import { COLUMN, type Given, isColumn, type NamedChoice } from './choice';
import type { MemberChecks } from './members';

// Functions for every choice of the design and of how a file is read, shared by all interfaces.

const schemaOf = <P>(choice: NamedChoice<P>): ParameterSchema => ({ title: choice.name, type: 'text', ...choice });

/** True if a value that came as JSON is valid for the choice, including its type. */
export function accepts(choice: NamedChoice, value: unknown): boolean {
  if (choice.holds) return choice.holds(value);
  if (choice.column) return isColumn(value);
  if (choice.values) return choice.values.some((one) => one.value === value);
  if (choice.type === 'text') return typeof value === 'string';
  return typeof value !== 'object' && parameterValue(schemaOf(choice), value as ParameterValue) === value;
}

/** The possible values of a choice, in words that follow "has to be" or "is". */
export function wanted(choice: NamedChoice): string {
  if (choice.wanted !== undefined) return choice.wanted;
  if (choice.values) return `one of ${choice.values.map(({ value }) => JSON.stringify(value)).join(', ')}`;
  return choice.column ? COLUMN : valuesOf(schemaOf(choice));
}

/** The checks of an argument whose members are these choices. */
export const membersOf = <T>(choices: readonly NamedChoice[]): MemberChecks<T> =>
  Object.fromEntries(
    choices.map((choice) => [choice.name, [(value: unknown) => accepts(choice, value), wanted(choice)] as const]),
  ) as MemberChecks<T>;

/** The part of a request that a value makes. */
export const requestPart = <P>({ name, column, part }: NamedChoice<P>, value: unknown): P =>
  part ? part(value) : ({ [name]: column ? String(value) : value } as P);

/** The inverse of `partOf`; undefined if the request does not set the choice. */
export const valueIn = <P>({ name, value }: NamedChoice<P>, whole: P): unknown =>
  value ? value(whole) : whole[name as keyof P];

/** The part of a request that the words of the command line make; undefined for invalid words. */
export function partOfWords<P>(choice: NamedChoice<P>, given: Given): P | undefined {
  const { values, type, option } = choice;
  if (option?.read) return option.read(given);
  const text = String(given);
  const named = values?.find(({ value, word }) => word === text.toLowerCase() || (text !== '' && value === text));
  const value = values
    ? named?.value
    : type === 'text' || typeof given === 'boolean'
      ? given
      : parameterValue(schemaOf(choice), text);
  return value === undefined ? undefined : requestPart(choice, value);
}

/** The texts on the command line for a choice in a request, one for each time that it is given; undefined if the request does not set it. */
export function textsOf<P>(choice: NamedChoice<P>, whole: P): readonly string[] | undefined {
  const { values = [], option } = choice;
  const value = option?.say ? option.say(whole) : valueIn(choice, whole);
  if (value === undefined) return undefined;
  return [value].flat().map((one) => values.find((named) => named.value === one)?.word ?? String(one));
}

/** The words of the command line for a part of a request, without those for the values in `usual`. */
export const commandWords = <P>(
  choices: readonly NamedChoice<P>[],
  whole: P,
  usual: Partial<P> = {},
): readonly string[] =>
  choices.flatMap((choice) => {
    const name = choice.name as keyof P;
    const { flag, type } = choice.option ?? {};
    if (usual[name] !== undefined && whole[name] === usual[name]) return [];
    if (type === 'boolean') return whole[name] ? [`--${flag}`] : [];
    const called = flag === undefined ? `--set=${choice.name}` : `--${flag}`;
    return (textsOf(choice, whole) ?? []).map((text) => `${called}=${text}`);
  });
