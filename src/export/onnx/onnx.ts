import type { Calibration } from '../../engine/contract/classes';
import { KernelscopeError } from '../../engine/contract/failure';
import { isTimeOfDay } from '../../engine/words/dataWords';
import { aboutModel, unitOf } from '../about';
import { type Exporter, textFile } from '../exporter';
import { matrixOf } from '../portable/matrices';
import type { PortableComponents, PortableModel } from '../portable/portable';
import { numbersIn } from '../portable/withArrays';
import { Graph, type Tensor } from './graph';
import { elementOf, encodedRows } from './inputs';
import { halfWidthNodes } from './intervals';
import { diagonalOf, featuresOf, type GraphRows, kernelTo, squares } from './kernels';

/** A file of Protocol Buffers is at most 2 GB, which is this many numbers. */
const MOST_NUMBERS = 2 ** 28 - 2 ** 16;

/** A graph from the columns of a file to predictions. It computes in 64 bits; numbers go in and come out in 32 unless asked otherwise. */
export const onnx: Exporter = (model, { float64 = false, model: own }) => {
  requireSize(model);
  const names = model.inputs.map(({ column }) => column);
  const writer = new OnnxModel(model, float64, new Graph([...names, ...OUTPUTS]), names);
  return [
    { name: 'model.onnx', content: writer.written(aboutModel(own)) },
    textFile('inputs.json', `${JSON.stringify(inputsOf(model, float64), undefined, 1)}\n`),
  ];
};

/** The inputs and outputs of the graph, for whoever feeds it. */
function inputsOf(model: PortableModel, float64: boolean) {
  const meaning = {
    category: 'text; "" is a gap',
    date: 'days since 1970-01-01 UTC; NaN is a gap',
    number: 'NaN is a gap',
    boolean: '0 or 1; NaN is a gap',
  };
  const units = new Map(model.read.frozen?.columns.map(({ name, reading }) => [name, unitOf(reading)]));
  const unitText = (column: string) => (units.get(column) ? `in ${units.get(column)}; ` : '');
  const inputs = model.inputs.map((input) => ({
    name: input.column,
    type: elementOf(input, float64),
    shape: ['rows', 1],
    holds: isTimeOfDay(input)
      ? 'time of day as a fraction of the day, 0.5 at noon; NaN is a gap'
      : `${unitText(input.column)}${meaning[input.kind]}`,
    ...(input.kind === 'boolean' && input.words && { words: { 0: input.words[0], 1: input.words[1] } }),
  }));
  return {
    inputs,
    ...(model.quantiles && { quantiles: model.quantiles }),
    ...(model.classes && { classes: model.classes.levels }),
  };
}

const OUTPUTS = ['predicted', 'lower', 'upper', 'class', 'probabilities', 'set', 'scores', 'error'] as const;

class OnnxModel {
  private readonly rows: GraphRows;
  private readonly cross: Tensor | undefined;
  private readonly features: Tensor | undefined;

  constructor(
    private readonly model: PortableModel,
    private readonly float64: boolean,
    private readonly graph: Graph,
    private readonly taken: readonly string[],
  ) {
    this.rows = encodedRows(graph, model, float64);
    this.cross = model.rows.rows > 0 ? kernelTo(graph, model.kernel, this.rows, model.rows) : undefined;
    this.features = featuresOf(graph, model.features, this.rows);
  }

  written(about: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
    const { components, classes, outputs } = this.model;
    if (components) this.projected(components);
    else {
      const values = this.combination(outputs);
      if (classes) this.classified(values);
      else this.predicted(values);
    }
    const notes = `Written by Kernelscope ${this.model.kernelscope} from a model of ${this.model.method}.`;
    return this.graph.bytesOf('kernelscope', this.model.kernelscope, notes, about);
  }

  /** f of each output, N×outputs. */
  private combination(outputs: readonly { readonly alpha: Float64Array; readonly beta: Float64Array }[]): Tensor {
    const { graph, cross, model } = this;
    const parts: Tensor[] = [];
    const columns = (name: 'alpha' | 'beta') => graph.matrix(matrixOf(outputs.map((output) => output[name])));
    if (cross) parts.push(graph.product(cross, columns('alpha')));
    if (this.features && model.kept.length > 0) {
      const kept = graph.node('Gather', [this.features, graph.whole(...model.kept)], { axis: 1 });
      parts.push(graph.product(kept, columns('beta')));
    }
    return parts.reduce((a, b) => graph.add(a, b));
  }

  private predicted(values: Tensor): void {
    const { graph, model } = this;
    const { quantiles, outputs } = model;
    if (quantiles && quantiles.length > 1) {
      const targets = outputs.length / quantiles.length;
      // Levels that were fitted separately may cross: in order they come only closer to the true ones.
      const apart = graph.node('Reshape', [values, graph.whole(-1, targets, quantiles.length)]);
      const sorted = graph.sorted(apart, quantiles.length);
      this.output('predicted', graph.node('Reshape', [sorted, graph.whole(-1, outputs.length)]), outputs.length);
      return;
    }
    this.output('predicted', values, outputs.length);
    if (!outputs.every(({ interval }) => interval !== undefined)) return;
    const half = halfWidthNodes(
      graph,
      model,
      { rows: this.rows, cross: this.cross, features: this.features },
      (fitted) => this.combination(fitted),
    );
    this.output('lower', graph.subtract(values, half), outputs.length);
    this.output('upper', graph.add(values, half), outputs.length);
  }

  private classified(scores: Tensor): void {
    const { graph } = this;
    const { levels, calibration, threshold = 0.5, sets } = this.model.classes as NonNullable<PortableModel['classes']>;
    const probabilities = calibration && this.probabilities(calibration, scores);
    const decided = (score: Tensor, above: number) =>
      graph.node('Cast', [graph.node('Greater', [score, graph.number(above)])], { to: 7 });
    const second = (all: Tensor) => graph.node('Gather', [all, graph.whole(1)], { axis: 1 });
    const place =
      levels.length > 2
        ? graph.node('ArgMax', [scores], { axis: 1, keepdims: 1 })
        : probabilities
          ? decided(second(probabilities), threshold)
          : decided(scores, 0);
    const named = graph.node('Gather', [graph.texts(levels), graph.node('Reshape', [place, graph.whole(-1)])], {
      axis: 0,
    });
    graph.output(this.fresh('class'), named, 'string', 0);
    if (probabilities) this.output('probabilities', probabilities, levels.length);
    if (probabilities && sets) this.output('set', this.setOf(probabilities, sets.least), levels.length);
    this.output('scores', scores, this.model.outputs.length);
  }

  private probabilities(calibration: Calibration, scores: Tensor): Tensor {
    const { graph } = this;
    if (calibration.kind === 'temperature') {
      const powers = graph.divide(scores, calibration.temperature);
      const { offsets } = calibration;
      const shifted = offsets ? graph.add(powers, graph.row(offsets)) : powers;
      return graph.node('Softmax', [shifted], { axis: 1 });
    }
    const second =
      calibration.kind === 'platt'
        ? this.logistic(graph.add(graph.multiply(calibration.slope, scores), calibration.intercept))
        : this.between(scores, calibration.scores, calibration.probabilities);
    return graph.node('Concat', [graph.subtract(1, second), second], { axis: 1 });
  }

  /** 1 for the classes that are at least so probable, and for the most probable one. */
  private setOf(probabilities: Tensor, least: number): Tensor {
    const { graph } = this;
    const most = graph.node('ReduceMax', [probabilities], { axes: [1], keepdims: 1 });
    const enough = graph.minimum(most, least);
    const below = graph.node('Cast', [graph.node('Less', [probabilities, enough])], { to: 11 });
    return graph.subtract(1, below);
  }

  /** (1 + tanh(v/2))/2. */
  private logistic(v: Tensor): Tensor {
    const { graph } = this;
    const half = graph.node('Tanh', [graph.multiply(0.5, v)]);
    return graph.multiply(0.5, graph.add(1, half));
  }

  /**
   * Straight between knots: the first value and, for each gap between knots, its rise times the fraction of the gap
   * that is passed.
   */
  private between(scores: Tensor, knots: Float64Array, values: Float64Array): Tensor {
    const { graph } = this;
    const steps = Array.from({ length: knots.length - 1 }, (_, k) => k).filter((k) => knots[k + 1] > knots[k]);
    if (steps.length === 0) return graph.add(graph.multiply(scores, 0), values[0]);
    const row = (of: (k: number) => number) => graph.row(steps.map(of));
    const passed = graph.divide(
      graph.subtract(
        scores,
        row((k) => knots[k]),
      ),
      row((k) => knots[k + 1] - knots[k]),
    );
    const share = graph.maximum(graph.minimum(passed, 1), 0);
    const rises = graph.multiply(
      share,
      row((k) => values[k + 1] - values[k]),
    );
    const sum = graph.node('ReduceSum', [rises, graph.whole(1)], { keepdims: 1 });
    return graph.add(sum, values[0]);
  }

  private projected({ coefficients, offset, meanWeights, constant, ownScale }: PortableComponents): void {
    const { graph, cross, features, rows, model } = this;
    const phi = cross ?? (features as Tensor);
    const own = cross ? diagonalOf(graph, model.kernel, rows) : graph.multiply(squares(graph, phi), ownScale);
    const scores = graph.subtract(graph.product(phi, graph.matrix(coefficients)), graph.row(offset));
    const mean = graph.product(phi, graph.doubles(meanWeights, [meanWeights.length, 1]));
    const norm = graph.subtract(graph.add(own, constant), graph.multiply(2, mean));
    const left = graph.maximum(graph.subtract(norm, squares(graph, scores)), 0);
    this.output('scores', scores, offset.length);
    this.output('error', left, 1);
  }

  private output(name: (typeof OUTPUTS)[number], from: Tensor, columns: number): void {
    const result = this.float64 ? from : this.graph.node('Cast', [from], { to: 1 });
    this.graph.output(this.fresh(name), result, this.float64 ? 'double' : 'float', columns);
  }

  /** A column may be called as an output is. */
  private fresh(name: string): string {
    return this.taken.includes(name) ? this.fresh(`${name}_`) : name;
  }
}

function requireSize(model: PortableModel): void {
  const numbers = numbersIn(model);
  if (numbers <= MOST_NUMBERS) return;
  throw new KernelscopeError(
    'memory/too-large',
    'This model is larger than the 2 GB that a file of ONNX can hold. Leave the intervals out, or export it as python.',
    { numbers },
  );
}
