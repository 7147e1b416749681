import { partOf, type RunContext } from '../contract/context';
import type { FeatureBlock } from '../contract/kernel';
import type { ParameterSchema } from '../contract/method';
import type { Note } from '../contract/note';
import { blockNames } from '../features/blocks';
import { trainHiddenUnits } from '../features/reluNetwork';
import { ridgeFilter } from '../filters/zones';
import { info } from '../fit/notes';
import type { Conditioning, ConditioningInput } from '../fit/spectral/family';
import { spectralMethod } from '../fit/spectral/spectralMethod';
import { askedTerms, withBlocks } from '../fit/unpenalisedBlocks';
import { asked, invalid } from '../parameters/asked';
import { LAMBDA, NO_TERMS, UNPENALISED } from '../parameters/common';

const LINEAR = 'linear terms of all columns';

const HIDDEN: ParameterSchema = {
  name: 'hidden',
  title: 'Hidden units',
  description:
    'Number of hidden units of a ReLU network, trained first and added to the unpenalised terms. 0 for none.',
  type: 'integer',
  minimum: 0,
  maximum: 200,
  default: 0,
};

export const ckrrFeatures = spectralMethod({
  id: 'ckrr-features',
  title: 'Conditional kernel ridge regression, chosen features',
  summary:
    'Semi-parametric regression: fits terms that are known to matter without penalty, and the rest by the kernel. Terms are columns, powers, products, categories, or units of a small trained network.',
  purpose: 'terms that are known to matter: columns, powers, products, categories',
  source: 'CKRR section 3, theorem 3.2 and remark H.1',
  axes: ['lambda'],
  parameters: [LAMBDA, { ...UNPENALISED, suggestions: ['linear', NO_TERMS], rule: LINEAR }, HIDDEN],
  filter: ({ lambda = 1 }, { mu }) => ridgeFilter(lambda, mu.length),
  blocks: chosenBlocks,
});

function chosenBlocks(
  { design, problem, settings, blocks }: Omit<ConditioningInput, 'kernel' | 'decompose'>,
  context: RunContext,
): Conditioning {
  const { hidden: width = 0, unpenalised } = asked(settings.given);
  const text = (unpenalised ?? (width > 0 ? NO_TERMS : 'linear')).trim() || NO_TERMS;
  const terms = askedTerms(text, design);
  const notes: Note[] = [];
  let hidden: FeatureBlock[] = [];
  if (width > 0) {
    const y = problem.outputs.map((output) => output.y);
    const map = trainHiddenUnits(problem.x, y, width, settings.seed, partOf(context, 0, 1));
    hidden = [{ kind: 'units', map, name: 'hidden unit' }];
    notes.push(
      info(
        'selection/trained-features',
        `The ${width} hidden units were trained on all training rows, so leave-one-out and fold errors are too low; trust the held-out rows.`,
      ),
    );
  }
  const all = withBlocks(withBlocks(blocks, terms), hidden);
  const count = blockNames(all, design.transform.names).length;
  if (count >= problem.x.rows)
    throw invalid(
      'unpenalised',
      text,
      `There are ${count} unpenalised features for ${problem.x.rows} training rows; they alone would fit every row. Choose fewer terms or more rows.`,
    );
  const rule = width > 0 ? 'none beside hidden units' : LINEAR;
  return {
    blocks: all,
    chosen: [{ name: 'unpenalised', title: UNPENALISED.title, value: text, rule }],
    notes,
  };
}
