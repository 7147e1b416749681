// Tiles of inner products become tiles of kernel values, in place.

import { KernelId } from './kernelIds';
import {
  ArcCosine0, ArcCosine1, ArcCosine2, NetworkErf, NetworkRelu, Polynomial, angularTile,
} from './kernelMapsAngular';
import {
  Cauchy, Gaussian, Laplace, Matern32, Matern52, Multiquadric, NegativeDistance, PolyharmonicEven, PolyharmonicOdd, ThinPlate,
  radialTile,
} from './kernelMapsRadial';
import { mixtureTile, seriesTile } from './kernelMapsTanh';

/**
 * c (rows×columns, column-major, entry (i, j) at c + (i + j·lead)·8) holds inner products and receives kernel values.
 * a and b: the squared norms of the tile's rows and columns (for NetworkTanhSeries the tables of tanhTables.ts, of which the
 * squared norms are the first column, from the tile's first row on). p: the parameters, as kernelParameters.ts lays them out.
 */
export function mapTile(form: i32, c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  switch (form) {
    case KernelId.Gaussian: return radialTile<Gaussian>(c, rows, columns, lead, a, b, p);
    case KernelId.Laplace: return radialTile<Laplace>(c, rows, columns, lead, a, b, p);
    case KernelId.Matern32: return radialTile<Matern32>(c, rows, columns, lead, a, b, p);
    case KernelId.Matern52: return radialTile<Matern52>(c, rows, columns, lead, a, b, p);
    case KernelId.Cauchy: return radialTile<Cauchy>(c, rows, columns, lead, a, b, p);
    case KernelId.Linear: return;
    case KernelId.Polynomial: return angularTile<Polynomial>(c, rows, columns, lead, a, b, p);
    case KernelId.ArcCosine0: return angularTile<ArcCosine0>(c, rows, columns, lead, a, b, p);
    case KernelId.ArcCosine1: return angularTile<ArcCosine1>(c, rows, columns, lead, a, b, p);
    case KernelId.ArcCosine2: return angularTile<ArcCosine2>(c, rows, columns, lead, a, b, p);
    case KernelId.NetworkRelu: return angularTile<NetworkRelu>(c, rows, columns, lead, a, b, p);
    case KernelId.NetworkErf: return angularTile<NetworkErf>(c, rows, columns, lead, a, b, p);
    case KernelId.NetworkTanhSeries: return seriesTile(c, rows, columns, lead, a, b, p);
    case KernelId.NetworkTanhMixture: return mixtureTile(c, rows, columns, lead, a, b, p);
    case KernelId.ThinPlate: return radialTile<ThinPlate>(c, rows, columns, lead, a, b, p);
    case KernelId.PolyharmonicOdd: return radialTile<PolyharmonicOdd>(c, rows, columns, lead, a, b, p);
    case KernelId.PolyharmonicEven: return radialTile<PolyharmonicEven>(c, rows, columns, lead, a, b, p);
    case KernelId.NegativeDistance: return radialTile<NegativeDistance>(c, rows, columns, lead, a, b, p);
    case KernelId.Multiquadric: return radialTile<Multiquadric>(c, rows, columns, lead, a, b, p);
    default: unreachable();
  }
}
