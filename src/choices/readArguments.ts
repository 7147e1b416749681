import type { ReadOptions } from '../engine/contract/data';
import { isListOf, isRecord, isText } from '../engine/contract/shape';
import { type Choice, COLUMN_LIST, isColumns } from './choice';
import { CHOICES } from './choices';
import { designOf, ROW_CHOICES } from './design';
import { membersOf } from './doors';
import type { DesignArguments, FitArguments } from './fitArguments';
import type { FitChoices } from './fitChoices';
import { checkMembers, invalidArgument, type MemberChecks } from './members';
import { READ_CHOICES } from './reading';

/**
 * The arguments of commands, from keybindings, tasks and other extensions. With a target nothing is asked; a method without a target asks nothing
 * if any other argument is given. Menus pass other things in this place (the selection, an editor's group): those give undefined.
 */
export const fitArguments = (value: unknown): FitChoices | undefined =>
  isRecord(value) && Object.keys(FIT).some((name) => name in value) ? fitChoices(value) : undefined;

/** The choices of a fit in an argument, columns by name or position. Throws `parameter/invalid` or `parameter/unknown`, naming the member. */
export function fitChoices(value: unknown): FitChoices {
  const given = checkMembers<FitArguments>('', value, FIT);
  const { target, moreTargets, weights, task, features, method, parameters = {}, design = {}, read = {} } = given;
  const { splitBy, ...rows } = checkMembers<DesignArguments>('design', design, DESIGN);
  const ways = ROW_CHOICES.filter(({ name, divides }) => divides && rows[name as keyof typeof rows] !== undefined);
  if (ways.length + (splitBy ? 1 : 0) > 1)
    throw invalidArgument(
      'design',
      'The argument design can divide rows in one way alone: by groups, settings, foldColumn, order or splitBy.',
    );
  const named = designOf({ ...rows, weights: weights ?? rows.weights, task: task ?? rows.task });
  return {
    ...(method !== undefined && { method }),
    ...(target !== undefined && { target: String(target) }),
    ...(moreTargets && { moreTargets: moreTargets.map(String) }),
    ...(features && { features: features.map(String) }),
    parameters,
    design: { ...named, ...(splitBy && { splitBy }) },
    read: readOptions(read),
  };
}

/**
 * The options for reading a file, from an argument. Throws `parameter/invalid` or `parameter/unknown`, naming the
 * member.
 */
export const readOptions = (value: unknown): ReadOptions =>
  checkMembers<ReadOptions>('read', value, membersOf(READ_CHOICES));

const checkOf = ({ holds, wanted }: Required<Pick<Choice, 'holds' | 'wanted'>>) => [holds, wanted] as const;

const DESIGN: MemberChecks<DesignArguments> = {
  ...membersOf<Omit<DesignArguments, 'splitBy'>>(ROW_CHOICES),
  splitBy: [isSplit, 'an object of kind group or fold with a column, of kind settings with columns, or of kind blocks'],
};

/** The checks of the arguments of a fit; the members of `design` and `read` are checked one by one. */
const FIT: MemberChecks<FitArguments> = {
  target: checkOf(CHOICES.target),
  moreTargets: [isColumns, COLUMN_LIST],
  features: checkOf(CHOICES.features),
  weights: DESIGN.weights,
  task: DESIGN.task,
  method: checkOf(CHOICES.method),
  parameters: checkOf(CHOICES.parameters),
  design: [isRecord, 'an object'],
  read: [isRecord, 'an object'],
};

function isSplit(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { kind, column, columns, by } = value;
  if (kind === 'settings') return isListOf(columns, isText);
  return kind === 'blocks' ? by === undefined || isText(by) : (kind === 'group' || kind === 'fold') && isText(column);
}
