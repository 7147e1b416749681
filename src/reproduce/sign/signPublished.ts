import type { RealData } from '../readTables';
import published from './data/signTables.json';
import type { RobustMethod } from './robustMethods';

export type SignTable = keyof typeof published;

/** 2.5 %, 50 % and 97.5 % over draws. */
export type Percentiles = readonly [low: number, middle: number, high: number];

export interface PublishedRow {
  readonly seconds: Percentiles;
  readonly r2: Percentiles;
}

/**
 * A row of SIGN's tables 4, 5 and 7 to 14; undefined for methods that are not in them. Our quantile regression stands beside the
 * tables' KQR-A (KQR-Z in the paper's table 2); `kqrB` in the data, its KQR-T, is compared with nothing. Two of the times of
 * KQR-B in table 5 are printed as 1.220 and 1.190 and mean 1,220 and 1,190 s, as the medians beside them say.
 */
export function publishedRow(table: SignTable, data: RealData, method: RobustMethod['id']): PublishedRow | undefined {
  const rows: Readonly<Record<string, readonly number[]>> = published[table][data];
  if (!Object.hasOwn(rows, method)) return undefined;
  const [t0, t1, t2, r0, r1, r2] = rows[method];
  return { seconds: [t0, t1, t2], r2: [r0, r1, r2] };
}

/** Linear between order statistics, as numpy and R have it by default. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  };
  return [at(0.025), at(0.5), at(0.975)];
}
