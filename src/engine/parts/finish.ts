import type { Design, FileColumn, Sample } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import type { ComponentsOutcome, FitOutcome } from '../contract/run';
import { UNKNOWN_CLASS } from '../data/classes';
import { imputedCells, rowsLeftOut } from '../data/dataReport';
import { OTHER } from '../fit/components/colours';
import { leftOutSingly } from '../fit/features/featureNotes';
import type { FitContext } from '../fit/method';
import { info, warning } from '../fit/notes';
import type { Computing } from '../linalg/linalg';
import { count, percent } from '../words/numbers';
import { counted, quoted } from '../words/sentence';
import type { ColourCoding, SampledRows } from './codeRows';
import { SUMMED } from './families';
import type { RowsPlan, Solution, Visited } from './family';
import type { PartSums } from './partSums';
import { placesOf } from './usedRows';

/** The solution from the sums of all parts. Throws `data/too-few-rows`. */
export function solve(plan: RowsPlan, { sums }: PartSums, context: Computing): Solution {
  const family = SUMMED[plan.method];
  if (sums === undefined || sums.rows < family.leastRows)
    throw new KernelscopeError(
      'data/too-few-rows',
      `Only ${sums?.rows ?? 0} of the rows visited ${plan.design.target === '' ? 'take part' : `have a value of ${quoted([plan.design.target])}`} and are not held out; at least ${family.leastRows} are needed.`,
    );
  context.progress(0, 'decomposing the sums');
  const totals = family.totals(plan, sums, context);
  return { totals, solved: family.solve(plan, totals, context) };
}

/** The fit of all rows, with the sample of them that the figures are made from. */
export function finish(
  plan: RowsPlan,
  all: PartSums,
  solution: Solution,
  visited: Visited,
  context: FitContext,
): { readonly design: Design; readonly outcome: FitOutcome | ComponentsOutcome } {
  const design = designOf(plan, all, solution.totals.meanWeight);
  const outcome = SUMMED[plan.method].conclude(plan, design, solution, visited, context);
  const notes = [...splitNotes(plan, all), ...sampleNotes(plan, all), ...outcome.notes];
  return { design, outcome: { ...outcome, notes } };
}

/** The design of the rows at hand, with the facts about all rows. */
function designOf(plan: RowsPlan, all: PartSums, meanWeight: number): Design {
  const { design, coding, classWeights, heldOutFile, heldOutColumns } = plan;
  const { counts, sampled } = all;
  const { transform, targets, weights, where } = coding;
  const { report, classes, second, ...settled } = design;
  const weighted = weights !== undefined || classWeights !== undefined;
  const heldOut = heldOutFile ?? (all.heldOut.rows.length > 0 ? predictionSample(all.heldOut, undefined) : undefined);
  const left = { ...counts, notDrawn: 0 };
  const columns = { ...(where && { where }), targets, ...(weights && { weights }), places: placesOf(coding) };
  return {
    ...settled,
    ...(classes && { classes }),
    train: predictionSample(sampled, weighted ? meanWeight : undefined),
    ...(heldOut && { holdout: heldOut }),
    ...(coding.colours && {
      raw: {
        train: coloursOf(sampled, coding.colours),
        holdout: heldOutColumns ?? coloursOf(all.heldOut, coding.colours),
        sampled: true,
      },
    }),
    report: {
      ...report,
      rows: counts.rows,
      used: counts.train + counts.heldOut,
      train: counts.train,
      holdout: heldOut?.rows.length ?? 0,
      dropped: [
        ...rowsLeftOut(left, columns),
        ...(second?.dropped ?? []),
        ...report.dropped.filter(({ what }) => what === 'column'),
      ],
      imputed:
        transform.missing === 'impute'
          ? imputedCells(
              transform,
              all.gaps.map((cells, j) => cells + (second?.gaps[j] ?? 0)),
            )
          : [],
      notes: [
        ...report.notes.filter(({ code }) => !OF_THE_SAMPLE.has(code)),
        ...strangers(coding.targets, counts.strangers),
      ],
    },
  };
}

const coloursOf = ({ colours = [] }: SampledRows, codings: readonly ColourCoding[]): FileColumn[] =>
  codings.map(({ column: name, levels }, c) =>
    levels
      ? {
          name,
          kind: 'category',
          codes: Int32Array.from(colours[c], (code) => (code === UNKNOWN_CLASS ? levels.length : code)),
          levels: [...levels, OTHER],
        }
      : { name, kind: 'number', values: colours[c] },
  );

/** Notes whose numbers would be those of the sample on which everything was settled. */
const OF_THE_SAMPLE: ReadonlySet<string> = new Set(['data/weights', 'data/equal-weights']);

const strangers = (targets: readonly string[], rows: number) =>
  rows === 0
    ? []
    : [
        warning(
          'data/unseen-levels',
          `${counted(rows, 'row has a class', 'rows have classes')} of ${quoted(targets)} that no row of the sample has, and ${rows === 1 ? 'is' : 'are'} left out.`,
        ),
      ];

/** The sampled rows as a `Sample`. Weights are divided by `mean`; if that is undefined, the rows have none. */
export function predictionSample({ x, targets, weights, rows, lines }: SampledRows, mean: number | undefined): Sample {
  const [y = new Float64Array(), ...more] = targets;
  return {
    x,
    y,
    more,
    ...(mean !== undefined && { weights: y.map((_, i) => (weights?.[i] ?? 1) / mean) }),
    rows: Uint32Array.from(rows, (row) => row + 1),
    lines,
  };
}

/** Notes on the rows held out. */
function splitNotes({ options: { holdout, splitBy }, coding }: RowsPlan, { counts: { heldOut, untested } }: PartSums) {
  const notes: Note[] = [];
  const asked = holdout.kind === 'file' ? 0 : holdout.fraction;
  const { heldOut: taken, rule } = coding.shares;
  if (untested > 0)
    notes.push(
      info(
        'rows/tested',
        `${count(heldOut + untested)} rows are held out, and ${count(heldOut)} of them, drawn at random, are tested on: more would make the error hardly more certain. The others take no part.`,
      ),
    );
  else if (rule === undefined && taken > 0 && taken < asked)
    notes.push(
      info(
        'rows/held-out',
        `${count(heldOut)} rows are held out and not ${percent(asked)}: more would make their error hardly more certain, and they train instead.`,
      ),
    );
  if (splitBy?.kind === 'group' || splitBy?.kind === 'fold') notes.push(leftOutSingly(splitBy));
  return notes;
}

function sampleNotes({ method }: RowsPlan, { counts, sampled }: PartSums) {
  const [all, some] = [counts.train, sampled.rows.length];
  if (some === all) return [];
  const { told } = SUMMED[method];
  return [
    info(
      'rows/visited',
      `The ${count(all)} training rows were visited and not held. ${told.all} are those of all of them; ${told.sample} come from ${count(some)} drawn at random, and so do the encoding of the columns, the length scale and the features.`,
    ),
  ];
}
