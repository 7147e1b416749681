import type {
  AxisSpec,
  FigureSpec,
  MarkSpec,
  PointShape,
  Role,
  Sentence,
  SeriesSpec,
} from '../../engine/contract/figure';
import type { Proposal, Proposals, WayKind } from '../../engine/contract/proposal';
import { lossText } from '../../engine/words/methodWords';
import { count } from '../../engine/words/numbers';
import { durationRange, memorySize } from '../../engine/words/quantities';
import { sentence } from '../../engine/words/sentence';
import { axisSpec, lineSeries, pointSeries } from '../specs';
import { wayName, waysByError } from './ways';

interface Look {
  readonly name: string;
  readonly role: Role;
  readonly shape: PointShape;
}

/** The looks that tell ways apart, besides their colour. */
export const WAY_LOOKS: Readonly<Record<WayKind, Look>> = {
  landmarks: { name: 'landmarks', role: 'third', shape: 'disc' },
  randomFeatures: { name: 'random features', role: 'fourth', shape: 'square' },
  sample: { name: 'fewer rows', role: 'main', shape: 'triangle' },
  whole: { name: 'all rows', role: 'main', shape: 'diamond' },
};

/** Losses beyond it would press all others to the bottom of a linear axis. */
const LINEAR = 1;

/** Time against error, a dot for each way whose loss was measured; undefined while there are no two. `chosen` is an index of the proposals. */
export function waysFigure(advice: Proposals, chosen: number): FigureSpec | undefined {
  const { proposals } = advice;
  const measured = proposals.filter(({ loss }) => !Number.isNaN(loss));
  if (advice.pilot.train === 0 || measured.length < 2) return undefined;
  const y = errorAxis(measured);
  const heightOf = ({ loss }: Proposal) => (y.scale === 'log' ? 1 + loss : loss);
  const seconds = measured.flatMap(({ range }) => [...range]);
  return {
    id: 'ways',
    title: 'Time and error',
    sentence: finding(measured),
    x: axisSpec('time, seconds', 'log', [Math.min(...seconds) / 1.4, Math.max(...seconds) * 1.4], 'plain'),
    y,
    series: (Object.keys(WAY_LOOKS) as WayKind[]).flatMap((kind) =>
      seriesOf(
        kind,
        measured.filter((way) => way.kind === kind && way.possible),
        heightOf,
      ),
    ),
    marks: measured.flatMap((way) => marksOf(way, way === proposals[chosen], heightOf)),
    options: proposals.map((way) => ({ x: way.possible ? way.seconds : Number.NaN, y: heightOf(way) })),
    note: 'A line through a dot spans the time that most such fits take. A click on a dot chooses its way.',
    data: dataOf(advice),
  };
}

function errorAxis(measured: readonly Proposal[]): AxisSpec {
  const most = Math.max(...measured.map(({ loss }) => loss), 0.02);
  if (most > LINEAR) return axisSpec('error, times the lowest', 'log', [0.95, (1 + most) * 1.1], 'plain');
  return axisSpec('error above the lowest', 'linear', [-0.06 * most, 1.1 * most], 'percent');
}

/** Dots of one kind joined by their counts, each with the stretch of time that is likely. */
function seriesOf(kind: WayKind, ways: readonly Proposal[], heightOf: (way: Proposal) => number): SeriesSpec[] {
  if (ways.length === 0) return [];
  const { name, role, shape } = WAY_LOOKS[kind];
  const sorted = [...ways].sort((a, b) => a.count - b.count);
  const [x, y] = [sorted.map(({ seconds }) => seconds), sorted.map(heightOf)];
  const label = { text: name, at: 'end' as const };
  return [
    ...(sorted.length > 1 ? [{ kind: 'line' as const, role, name, x, y, label }] : []),
    ...sorted.map((way): SeriesSpec => {
      const height = heightOf(way);
      return lineSeries('fitted', '', { x: [...way.range], y: [height, height] }, { faint: true });
    }),
    pointSeries(role, sorted.length > 1 ? '' : name, { x, y }, { shape, hollow: false }),
  ];
}

function marksOf(way: Proposal, chosen: boolean, heightOf: (way: Proposal) => number): MarkSpec[] {
  const at = { x: way.seconds, y: heightOf(way) };
  if (!way.possible)
    return [{ shape: 'cross', role: 'reference', ...at, text: 'too large', dx: 0, dy: -12, align: 'center' }];
  const above = way.kind === 'randomFeatures';
  const text = way.kind === 'landmarks' || way.kind === 'randomFeatures' ? count(way.count) : wayName(way);
  const place = { dx: 0, dy: above ? -11 : 15, align: 'center' as const };
  return [
    chosen
      ? { shape: 'dot', role: 'chosen', ...at, text, ...place }
      : { shape: 'none', role: WAY_LOOKS[way.kind].role, ...at, text, ...place },
  ];
}

/** Times within this factor are about the same: they are known to much less. */
const SAME_TIME = 1.1;

/**
 * Says that landmarks are the better choice whatever the time, but only where every dot of another kind has one of
 * theirs below it that takes no longer.
 */
function finding(measured: readonly Proposal[]): Sentence {
  const of = (kind: WayKind) => measured.filter((way) => way.kind === kind && way.possible);
  const landmarks = of('landmarks');
  const beaten = (others: readonly Proposal[]) =>
    others.length > 0 &&
    others.every((way) =>
      landmarks.some(({ seconds, loss }) => seconds <= way.seconds * SAME_TIME && loss <= way.loss),
    );
  const behind = [
    ...(beaten(of('randomFeatures')) ? ['random features'] : []),
    ...(beaten(of('sample')) ? ['fewer rows'] : []),
  ];
  if (behind.length > 0)
    return sentence('For about the same time ', 'landmarks have the lower error', `, against ${behind.join(' and ')}.`);
  return sentence('Each dot is a way to fit: ', 'lower is better', ', further left is faster.');
}

/** Every way, also those without a dot. */
function dataOf(advice: Proposals): NonNullable<FigureSpec['data']> {
  return {
    columns: ['way', 'time', 'memory', 'error above the lowest', 'fits in memory'],
    rows: waysByError(advice).map((i) => {
      const way = advice.proposals[i];
      const { range, bytes, loss, possible } = way;
      return [wayName(way), durationRange(range), memorySize(bytes), lossText(loss), possible ? 'yes' : 'no'];
    }),
  };
}
