import type { PortableBlock, PortableMap } from '../portable/portable';
import { kernelCode } from './kernelCode';
import { pythonMatrix, pythonValue, pythonVector } from './literals';

/** The function of kernelscope_maps.py that computes features of a kind. */
const FUNCTIONS: Readonly<Record<Exclude<PortableMap['kind'], 'spline' | 'landmarks' | 'field'>, string>> = {
  units: 'units',
  maclaurin: 'maclaurin',
  tensorSketch: 'tensor_sketch',
  taylor: 'taylor',
  histogram: 'histogram',
  additive: 'additive',
};

/** A map of features as the Python function `name`(X) of encoded rows, n×M. */
export function mapCode(map: PortableMap, name: string): readonly string[] {
  const defined = (value: string) => ['', '', `def ${name}(X):`, `    return ${value}`];
  if (map.kind === 'landmarks')
    return [
      ...kernelCode(map.kernel, `${name}_kernel`),
      '',
      '',
      `${name}_points = ${pythonMatrix(map.points)}`,
      `${name}_factor = ${pythonMatrix(map.factor)}`,
      ...defined(`np.linalg.solve(${name}_factor, ${name}_kernel(${name}_points, X)).T`),
    ];
  if (map.kind === 'field')
    return [
      ...kernelCode(map.kernel, `${name}_kernel`),
      '',
      '',
      `${name}_points = ${pythonMatrix(map.points)}`,
      `${name}_coefficients = ${pythonMatrix(map.coefficients)}`,
      ...defined(`${name}_kernel(X, ${name}_points) @ ${name}_coefficients`),
    ];
  if (map.kind === 'spline')
    return [
      ...kernelCode(map.kernel, `${name}_spline`),
      '',
      '',
      `${name}_points = ${pythonMatrix(map.points)}.T`,
      ...defined(`${name}_spline(X / ${pythonVector(map.lengthScale)}, ${name}_points)`),
    ];
  return [`${name}_numbers = ${pythonValue(map)}`, ...defined(`${FUNCTIONS[map.kind]}(${name}_numbers, X)`)];
}

/** Unpenalised features as the Python function unpenalised(X), n×p; of their columns only those in `kept`. */
export function unpenalisedCode(blocks: readonly PortableBlock[], kept: Uint32Array): readonly string[] {
  const maps: string[][] = [];
  const columns = blocks.map((block) => {
    if (block.kind === 'constant') return 'np.ones(len(X))';
    if (block.kind === 'monomial')
      return block.powers.map(({ column, power }) => `X[:, ${column}]${power === 1 ? '' : ` ** ${power}`}`).join(' * ');
    const name = `units_${maps.length + 1}`;
    maps.push([...mapCode(block.map, name), '', '']);
    return `${name}(X)`;
  });
  const width = blocks.length - maps.length;
  const whole = maps.length === 0 && kept.length === width && kept.every((column, i) => column === i);
  const chosen = whole ? '' : `[:, [${Array.from(kept).join(', ')}]]`;
  if (kept.length === 0) return ['def unpenalised(X):', '    return np.zeros((len(X), 0))'];
  return [
    ...maps.flat(),
    'def unpenalised(X):',
    '    """Features that are fitted without penalty, n x p."""',
    `    return np.column_stack([${columns.join(', ')}])${chosen}`,
  ];
}
