// A graph of ONNX while it is built, and its bytes: the fields of onnx.proto3 by their numbers.

import type { Matrix } from '../../engine/contract/data';
import { transposed } from '../portable/matrices';
import { bytesField, type Message, message, messageBytes, textField, varintField } from './protobuf';

/** A tensor by its name in the graph. */
export type Tensor = string & { readonly tensor: true };

/** A graph within a graph, which sees the tensors of that around it. */
interface Branch {
  readonly graph: Message;
}

export type Attribute = number | readonly number[] | string | readonly string[] | Branch;

const FLOAT = 1;
const INT64 = 7;
const STRING = 8;
const DOUBLE = 11;
const ELEMENT = { float: FLOAT, int64: INT64, string: STRING, double: DOUBLE } as const;
export type Element = keyof typeof ELEMENT;

/** Operators, and those of ai.onnx.ml, as of ONNX 1.12: runtimes from 2022 on know them. */
const OPSET = 17;
const ML = 'ai.onnx.ml';
const ML_OPSET = 3;
const IR_VERSION = 8;

export class Graph {
  private nodes: Message[] = [];
  private readonly initializers: Message[] = [];
  private readonly inputs: Message[] = [];
  private readonly outputs: Message[] = [];
  private readonly constants = new Map<string, Tensor>();
  private readonly taken: Set<string>;
  private count = 0;

  /**
   * `names` are those of inputs and outputs, which may be anything: names in between begin differently from all of
   * them.
   */
  constructor(names: readonly string[]) {
    this.taken = new Set(names);
  }

  node(
    op: string,
    inputs: readonly Tensor[],
    attributes: Readonly<Record<string, Attribute>> = {},
    domain = '',
  ): Tensor {
    const output = this.fresh();
    this.push(op, inputs, [output], attributes, domain);
    return output;
  }

  readonly add = this.binary('Add');
  readonly subtract = this.binary('Sub');
  readonly multiply = this.binary('Mul');
  readonly divide = this.binary('Div');
  readonly maximum = this.binary('Max');
  readonly minimum = this.binary('Min');
  /** The product of matrices. */
  readonly product = this.binary('MatMul');

  /**
   * One tensor of 64 bits, by the nodes that one of two functions adds, as a condition without dimensions decides. The
   * other's are not computed.
   */
  either(condition: Tensor, then: () => Tensor, otherwise: () => Tensor): Tensor {
    const [then_branch, else_branch] = [this.branch(then), this.branch(otherwise)];
    return this.node('If', [condition], { then_branch, else_branch });
  }

  input(name: string, element: Element): Tensor {
    this.inputs.push(message(11, value(name, element, 1)));
    return name as Tensor;
  }

  /** Ascending along the last axis, of `count` values. */
  sorted(from: Tensor, count: number): Tensor {
    const [values, places] = [this.fresh(), this.fresh()];
    this.push('TopK', [from, this.whole(count)], [values, places], { axis: -1, largest: 0, sorted: 1 }, '');
    return values;
  }

  /** Makes a tensor an output of the graph. `columns` 0: one number a row. */
  output(name: string, from: Tensor, element: Element, columns: number): void {
    this.push('Identity', [from], [name], {}, '');
    this.outputs.push(message(12, value(name, element, columns)));
  }

  number(value: number): Tensor {
    return this.kept(`n${Object.is(value, -0) ? '-0' : value}`, () => this.tensor([], DOUBLE, Float64Array.of(value)));
  }

  /** Numbers of 64 bits, row by row. */
  doubles(values: ArrayLike<number>, dims: readonly number[] = [values.length]): Tensor {
    return this.tensor(dims, DOUBLE, Float64Array.from(values));
  }

  /** The same as one row, for every row of a batch. */
  row(values: ArrayLike<number>): Tensor {
    return this.doubles(values, [1, values.length]);
  }

  matrix(matrix: Matrix): Tensor {
    return this.tensor([matrix.rows, matrix.columns], DOUBLE, transposed(matrix).values);
  }

  whole(...values: number[]): Tensor {
    return this.kept(`i${values}`, () => this.tensor([values.length], INT64, BigInt64Array.from(values, BigInt)));
  }

  /** The value of each text by its key; `other` for texts that are no key. */
  lookUp(from: Tensor, keys: readonly string[], values: readonly number[], other: number): Tensor {
    return this.node('LabelEncoder', [from], { keys_strings: keys, values_int64s: values, default_int64: other }, ML);
  }

  texts(values: readonly string[]): Tensor {
    const name = this.fresh();
    const parts = values.map((value) => textField(6, value));
    this.initializers.push(
      message(5, [varintField(1, values.length), varintField(2, STRING), ...parts, textField(8, name)]),
    );
    return name;
  }

  bytesOf(
    name: string,
    version: string,
    notes: string,
    about: Readonly<Record<string, string>>,
  ): Uint8Array<ArrayBuffer> {
    const graph = [
      ...this.nodes,
      textField(2, name),
      ...this.initializers,
      textField(10, notes),
      ...this.inputs,
      ...this.outputs,
    ];
    const opset = (domain: string, number: number) => message(8, [textField(1, domain), varintField(2, number)]);
    return messageBytes([
      varintField(1, IR_VERSION),
      textField(2, 'Kernelscope'),
      textField(3, version),
      textField(
        6,
        Object.entries(about)
          .map(([key, text]) => `${key}: ${text}`)
          .join('\n'),
      ),
      ...Object.entries(about).map(([key, text]) => message(14, [textField(1, key), textField(2, text)])),
      message(7, graph),
      opset('', OPSET),
      opset(ML, ML_OPSET),
    ]);
  }

  /** Numbers are constants. */
  private binary(op: string) {
    const operand = (of: Tensor | number) => (typeof of === 'number' ? this.number(of) : of);
    return (a: Tensor | number, b: Tensor | number): Tensor => this.node(op, [operand(a), operand(b)]);
  }

  /** Constants stay in the graph around it. */
  private branch(make: () => Tensor): Branch {
    const outside = this.nodes;
    this.nodes = [];
    const result = make();
    const output = message(12, [textField(1, result), message(2, message(1, varintField(1, DOUBLE)))]);
    const graph = [...this.nodes, textField(2, `of_${result}`), output];
    this.nodes = outside;
    return { graph };
  }

  private push(
    op: string,
    inputs: readonly Tensor[],
    outputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>>,
    domain: string,
  ) {
    this.nodes.push(
      message(1, [
        ...inputs.map((input) => textField(1, input)),
        ...outputs.map((output) => textField(2, output)),
        textField(4, op),
        ...Object.entries(attributes).map(([name, given]) => message(5, attribute(name, given))),
        ...(domain === '' ? [] : [textField(7, domain)]),
      ]),
    );
  }

  private kept(key: string, make: () => Tensor): Tensor {
    const known = this.constants.get(key) ?? make();
    this.constants.set(key, known);
    return known;
  }

  private tensor(dims: readonly number[], element: number, values: Float64Array | BigInt64Array): Tensor {
    const name = this.fresh();
    const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.initializers.push(
      message(5, [
        ...dims.map((dim) => varintField(1, dim)),
        varintField(2, element),
        textField(8, name),
        bytesField(9, raw),
      ]),
    );
    return name;
  }

  private fresh(): Tensor {
    let name: string;
    do name = `k${this.count++}`;
    while (this.taken.has(name));
    return name as Tensor;
  }
}

/** AttributeProto: the type is that of its value. */
function attribute(name: string, given: Attribute): Message {
  if (typeof given === 'object' && 'graph' in given)
    return [textField(1, name), message(6, given.graph), varintField(20, 5)];
  const encoder = new TextEncoder();
  const list = typeof given === 'object' ? given : undefined;
  if (typeof given === 'number') return [textField(1, name), varintField(3, given), varintField(20, 2)];
  if (typeof given === 'string') return [textField(1, name), bytesField(4, encoder.encode(given)), varintField(20, 3)];
  if (list?.some((item) => typeof item === 'string'))
    return [textField(1, name), ...(list as readonly string[]).map((item) => textField(9, item)), varintField(20, 8)];
  return [textField(1, name), ...(list as readonly number[]).map((item) => varintField(8, item)), varintField(20, 7)];
}

/** ValueInfoProto of a batch of rows. */
function value(name: string, element: Element, columns: number): Message {
  const batch = message(1, textField(2, 'rows'));
  const shape = columns === 0 ? [batch] : [batch, message(1, varintField(1, columns))];
  return [textField(1, name), message(2, message(1, [varintField(1, ELEMENT[element]), message(2, shape)]))];
}
