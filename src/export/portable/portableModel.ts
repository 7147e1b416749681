import type { Model } from '../../engine/contract/model';
import { copied } from '../../engine/contract/schema';
import type { ScoreRidge } from '../../engine/model/preImages';
import { KNOWN, PORTABLE_FORMAT, type PortableModel, type PortableOutput } from './portable';
import { type IntervalBasis, portableInterval, portableProjection } from './portableInterval';
import { portableBlock, portableKernel } from './portableKernel';

/** A model that predicts with arithmetic alone; the intervals of a spectral fit need a basis. */
export function portableModel(
  model: Model,
  intervals: boolean,
  basis?: IntervalBasis,
  inverse?: ScoreRidge,
): PortableModel {
  const { transform, components, taus, classes, quality } = model;
  const { kinds, frozen } = model.read;
  // Of classes no interval is shown.
  const wanted = intervals && !classes;
  const projection = basis && portableProjection(model, basis);
  return {
    format: 'kernelscope portable model',
    version: PORTABLE_FORMAT,
    kernelscope: model.version,
    method: model.method,
    read: {
      ...copied(KNOWN.read, model.read),
      ...(kinds && { kinds: Object.entries(kinds).map(([column, kind]) => ({ column, kind })) }),
      ...(frozen && { frozen: copied(KNOWN.frozen, frozen) }),
    },
    inputs: transform.inputs.map((input) => copied(KNOWN.input, input)),
    missing: transform.missing,
    encoded: { names: transform.names, centre: transform.centre, scale: transform.scale },
    kernel: portableKernel(model.kernel),
    rows: model.x,
    features: model.unpenalised.map(portableBlock),
    kept: model.kept,
    outputs: model.outputs.map((output, o): PortableOutput => {
      const { name, alpha, beta } = output;
      const interval = wanted ? portableInterval(output, o, basis) : undefined;
      return { name, alpha, beta, ...(interval && { interval }) };
    }),
    ...(projection && { projection }),
    ...(classes && { classes: copied(KNOWN.classes, classes) }),
    ...(taus && { quantiles: taus }),
    ...(components && {
      components: {
        coefficients: {
          rows: components.meanWeights.length,
          columns: components.offset.length,
          values: components.coefficients,
        },
        offset: components.offset,
        meanWeights: components.meanWeights,
        constant: components.constant,
        ownScale: components.ownScale,
        ...(inverse && { inverse }),
      },
    }),
    ...(quality && { quality: copied(KNOWN.quality, quality) }),
  };
}

/** Whether the training rows are decomposed: for intervals of a spectral fit. */
export function hasProjection({ outputs, classes }: Model, intervals: boolean): boolean {
  return intervals && !classes && outputs.length > 0 && outputs.every(({ filter }) => filter !== undefined);
}
