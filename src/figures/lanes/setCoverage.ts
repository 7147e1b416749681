import { byLevel } from '../../engine/statistics/calibration';
import { wilson } from '../../engine/statistics/classes';
import { countSets, type SetCount, setsOf } from '../../engine/statistics/classSets';
import { missesNominal } from '../../engine/statistics/intervals';
import { count, NARROW, percent } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import type { RunView } from '../view/view';
import { coverageFrame, coverageLane } from './coverageLane';
import type { Lane, Lanes } from './lanes';

/** Classes that have a lane: of more those whose sets hold the fewest. */
const MOST_CLASSES = 6;

interface Held extends SetCount {
  readonly name: string;
  /** Training rows that such sets were calibrated by. */
  readonly trained: number;
}

/** How many held-out rows have their class in their 95 % set, in all and by class. Undefined where nothing is held out. */
export function setCoverageLanes({ run, moved }: RunView): Lanes | undefined {
  const { classes } = run;
  if (!classes?.heldOut || !classes.sets || !classes.probability) return undefined;
  const { observed, probabilities } = classes.probability;
  const { byLevel: levels, ...counts } = countSets(setsOf(byLevel(probabilities), classes.sets), observed);
  if (counts.rows === 0) return undefined;
  const trained = run.data.train;
  const all = { name: 'all', ...counts, trained };
  const named = levels
    .map((level, k) => ({ name: classes.levels[k], ...level, trained }))
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => a.covered / a.rows - b.covered / b.rows);
  const shown = named.slice(0, MOST_CLASSES);
  const inOrder =
    named.length > MOST_CLASSES ? shown : classes.levels.flatMap((of) => shown.filter((l) => l.name === of));
  const lanes = [all, ...inOrder].map(laneOf);
  return {
    id: 'set-coverage',
    title: 'Sets of classes',
    sentence: finding(all, named[0]),
    ...coverageFrame(lanes, 'class in the set', 'single class'),
    note: `95${NARROW}% holds for all rows together, not for each class. ${moved ? 'These sets are of the fitted values and do not follow the slider. ' : ''}Predictions have the sets as a column.`,
    data: {
      columns: ['class', 'rows', 'in the set', 'share', '95 % from', '95 % to', 'single class'],
      rows: [all, ...named].map(({ name, rows, covered, single }) => [
        name,
        rows,
        covered,
        covered / rows,
        ...wilson(covered, rows),
        single,
      ]),
    },
  };
}

function laneOf({ name, rows, covered, single, trained }: Held, place: number): Lane {
  const beside = percent(single / rows);
  const id = place === 0 ? 'all' : `class ${name}`;
  const spoken = (misses: boolean) =>
    `have their class in the set, ${beside} a single class${misses ? `; fewer than 95${NARROW}%` : ''}`;
  return coverageLane({ id, name, rows, inside: covered, trained, beside }, place, spoken);
}

function finding({ rows, covered, single, trained }: Held, worst: Held) {
  const [low, high] = wilson(covered, rows);
  const begin = `95${NARROW}% sets of classes hold the true class of `;
  const held = `${count(covered)} of ${count(rows)}`;
  const sure = ` new ${rows === 1 ? 'row' : 'rows'} (95${NARROW}%: ${percent(low)} to ${percent(high)})`;
  const ofOne = single === rows ? 'each is a single class' : `${percent(single / rows)} are a single class`;
  if (missesNominal(covered / rows, rows, trained))
    return sentence(begin, held, `${sure}, far fewer than 95 in 100: do not rely on them.`);
  if (missesNominal(worst.covered / worst.rows, worst.rows, worst.trained))
    return sentence(
      begin,
      held,
      `${sure}, but only ${count(worst.covered)} of ${counted(worst.rows, 'row')} of class ${worst.name}; ${ofOne}.`,
    );
  return sentence(begin, held, `${sure}; ${ofOne}.`);
}
