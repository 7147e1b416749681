import { isSummedMethod } from '../contract/cluster';
import type { DesignOptions, HoldoutRule, SplitRule } from '../contract/data';
import {
  type Fields,
  type Holds,
  isCount,
  isListOf,
  isMade,
  isNameIn,
  isNumber,
  isOptional,
  isRecord,
  isText,
} from '../contract/shape';

import { isDialect } from '../model/wholeRecord';
import { isBoolean, isNamedReading, isReadOptions } from '../model/wholeTransform';
import { BINS, type RowShares, type SideRule } from '../parts/rowShares';
import { isHeldOutRows } from './heldOutRows';
import type { PlanContent } from './planContent';
import { isPlanPart } from './planPart';
import { isParameterValue } from './whole';

/** Whether a value read from a file is a plan, but for what was found out on its sample (`Whole.isBegun`). */
export const isPlanContent = (value: unknown): value is PlanContent =>
  isMade<PlanContent>(value, {
    design: isDesign,
    method: (id) => isText(id) && isSummedMethod(id),
    parameters: (set) => isRecord(set) && Object.values(set).every(isParameterValue),
    rules: (rules) => isRecord(rules) && Object.values(rules).every(isText),
    reading: (reading) =>
      isMade<PlanContent['reading']>(reading, {
        read: isReadOptions,
        text: isBoolean,
        dialect: isDialect,
        columns: (columns) => isListOf(columns, isNamedReading),
        names: (lists) => isListOf(lists, (names) => isListOf(names, isText)),
      }),
    parts: (parts) => isListOf(parts, isPlanPart) && parts.length > 0,
    skipFailed: isBoolean,
    sample: (bytes) => bytes instanceof Uint8Array,
    heldOut: (rows) => isOptional(rows, isHeldOutRows),
    shares: (shares) =>
      isMade<RowShares>(shares, {
        seed: isCount,
        heldOut: isShare,
        sampled: isShare,
        rule: (rule) => isOptional(rule, isRule),
        tested: (tested) => isOptional(tested, isShare),
      }),
    rows: isCount,
    begun: isRecord,
  }) && value.parts.every(({ names = 0 }) => names < value.reading.names.length);

const isShare: Holds = (share) => isNumber(share) && share >= 0 && share <= 1;
const isYes: Holds = (value) => value === true;
const isNothing: Holds = (value) => value === undefined;

const HOLDOUTS: Readonly<Record<HoldoutRule['kind'], (fields: Fields) => boolean>> = {
  fraction: ({ fraction, byDefault }) => isShare(fraction) && isOptional(byDefault, isYes),
  last: ({ fraction, by, byDefault }) => isShare(fraction) && isOptional(by, isText) && isOptional(byDefault, isYes),
  file: ({ source }) =>
    isRecord(source) &&
    ((source.kind === 'path' && isText(source.path)) ||
      (source.kind === 'bytes' && isText(source.name) && source.bytes instanceof Uint8Array)),
};

const isNamed = ({ column }: Fields) => isText(column);
const SPLITS: Readonly<Record<SplitRule['kind'], (fields: Fields) => boolean>> = {
  group: isNamed,
  fold: isNamed,
  blocks: ({ by }) => isOptional(by, isText),
};

const RULES: Readonly<Record<SideRule['kind'], (fields: Fields) => boolean>> = {
  units: ({ column, held }) => isText(column) && isListOf(held, (bin) => isCount(bin) && Number(bin) < BINS),
  beyond: ({ column, cut }) => isText(column) && isNumber(cut),
  from: ({ part, row }) => isCount(part) && isCount(row),
};
const isRule: Holds = (rule) => isRecord(rule) && isNameIn(RULES, rule.kind) && RULES[rule.kind](rule);

const isDesign: Holds = (value) =>
  isMade<DesignOptions>(value, {
    target: isText,
    moreTargets: (names) => isOptional(names, (list) => isListOf(list, isText)),
    task: (task) => task === undefined || task === 'regress' || task === 'classify',
    weights: (name) => isOptional(name, isText),
    features: (names) => isOptional(names, (list) => isListOf(list, isText)),
    missing: (policy) => policy === 'impute' || policy === 'drop',
    maxLevels: (count) => isOptional(count, isCount),
    standardise: isBoolean,
    holdout: (rule) => isRecord(rule) && isNameIn(HOLDOUTS, rule.kind) && HOLDOUTS[rule.kind](rule),
    splitBy: (rule) => isOptional(rule, (by) => isRecord(by) && isNameIn(SPLITS, by.kind) && SPLITS[by.kind](by)),
    seed: isCount,
    maxRows: isNothing,
    where: (filter) => isOptional(filter, isText),
    without: isNothing,
  });
