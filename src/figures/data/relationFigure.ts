import type { ColumnSummary } from '../../engine/contract/data';
import type { AxisSpec, FigureSpec, Role, SeriesSpec } from '../../engine/contract/figure';
import type { Profile, ProfileTarget, Relation, RelationGroup } from '../../engine/contract/profile';
import { count, inUnits, percent } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { shortened, shortenedAll } from '../fit/levelNames';
import { padded } from '../layout/domains';
import { axisSpec, lineSeries, namesAxis, pointSeries } from '../specs';
import { extent } from '../view/extent';
import { valueFormat, valueText } from './valueWords';

const ROLES: readonly Role[] = ['first', 'second', 'third', 'fourth', 'fifth'];

/**
 * The mean of the target, or the fractions of its classes, over groups of rows with about the same value of a column.
 */
export function relationFigure(
  { inspection, target }: Pick<Profile, 'inspection' | 'target'>,
  summary: ColumnSummary,
  relation: Relation | undefined,
): FigureSpec | undefined {
  if (target === undefined || relation === undefined || relation.groups.length < 2) return undefined;
  const about = inspection.columns[target.index];
  const measured = target.classify ? 'share of rows' : `mean ${about.name}`;
  const means = relation.groups.flatMap((group) => group.means);
  const domain: readonly [number, number] = target.classify ? [0, 1] : padded(...extent(target.means, means), 0.12);
  const value = axisSpec(measured, 'linear', domain, target.classify ? 'percent' : 'plain');
  const drawn = relation.groups.every(({ label }) => label === undefined)
    ? acrossNumbers(summary, target, relation, value)
    : acrossWords(target, relation, value);
  const write = target.classify ? percent : inUnits(domain[1] - domain[0], 3);
  return {
    id: `column-${summary.index + 1}-${about.index + 1}`,
    title: `${about.name} over ${summary.name}`,
    sentence: sentence(
      `${summary.name} alone explains `,
      explainedText(relation),
      ` of ${about.name} on ${count(relation.n)} rows.`,
    ),
    ...drawn,
    data: {
      columns: [
        summary.name,
        'rows',
        ...target.outputs.map((output) => (target.classify ? `share of ${output}` : measured)),
      ],
      rows: relation.groups.map((group) => [groupText(summary, group), group.n, ...group.means]),
    },
    note: `Each row is predicted by the other rows of its group${relation.groups.some((group) => group.label === undefined) ? ' of about the same value' : ''}. ${target.classify ? 'Explained is the share by which the impurity of the classes falls.' : `The mean of all rows is ${write(target.means[0])}.`}`,
  };
}

/** "12 %", or "nothing" up to half a percent, or where the mean does better. */
export const explainedText = ({ explained }: Relation): string => (explained <= 0.005 ? 'nothing' : percent(explained));

const groupText = (summary: ColumnSummary, { label, from = 0, to = from }: RelationGroup): string => {
  if (label !== undefined) return label;
  return from === to ? valueText(summary, from) : `${valueText(summary, from)} to ${valueText(summary, to)}`;
};

type Drawn = Pick<FigureSpec, 'x' | 'y' | 'series' | 'rules'>;

const roleOf = (target: ProfileTarget, k: number): Role =>
  target.outputs.length === 1 ? 'main' : ROLES[k % ROLES.length];

const nameOf = ({ classify, outputs }: ProfileTarget, k: number): string =>
  classify ? `share of ${shortened(outputs[k], outputs)}` : 'mean';

function acrossNumbers(summary: ColumnSummary, target: ProfileTarget, { groups }: Relation, y: AxisSpec): Drawn {
  const x = groups.map(({ from = 0, to = from }) => (from + to) / 2);
  const series = target.outputs.flatMap((_, k): SeriesSpec[] => {
    const means = groups.map((group) => group.means[k]);
    const points = pointSeries(roleOf(target, k), nameOf(target, k), { x, y: means });
    const line = lineSeries(roleOf(target, k), '', { x, y: means });
    return [
      target.outputs.length > 1
        ? { ...line, label: { text: shortened(target.outputs[k], target.outputs), at: 'end' } }
        : line,
      points,
    ];
  });
  const domain = padded(...extent(x), 0.04);
  return {
    x: axisSpec(summary.name, 'linear', domain, valueFormat(summary)),
    y,
    series,
    ...(target.outputs.length === 1 && { rules: [{ axis: 'y', at: target.means[0], role: 'reference' }] }),
  };
}

function acrossWords(target: ProfileTarget, { groups }: Relation, x: AxisSpec): Drawn {
  const at = groups.map((_, i) => groups.length - 1 - i);
  const series = target.outputs.map((_, k) =>
    pointSeries(roleOf(target, k), nameOf(target, k), { x: groups.map((group) => group.means[k]), y: at }),
  );
  return {
    x,
    y: namesAxis(shortenedAll(groups.map(({ label = '' }) => label))),
    series,
    ...(target.outputs.length === 1 && { rules: [{ axis: 'x', at: target.means[0], role: 'reference' }] }),
  };
}
