// Cases that call the engine's own modules beside scikit-learn, rows in memory on both sides, on the same features:
// those that the peer has drawn are handed to ours, so that the results must agree and the times are of the same work.
import { basename } from 'node:path';
import { inTurn, row } from '../robust/measured.mjs';

/** Held-out errors of the same features and lambda agree to so much; eigenvalues of exact solvers to so much of the largest. */
const SAME_ERROR = 1e-5;
const SAME_EIGENVALUES = 1e-8;
const HELD = 2000;
const LAMBDA = 1e-6;

/** The same features and lambda: rf-ridge and nystrom-ridge beside a pipeline of scikit-learn. */
export async function ridge(open, { data, n, counts, runs, folder }) {
  return open(async ({ ours, peer, versions }) => {
    const { d, held } = await ours.ask({ operation: 'rows', folder, data, n, held: HELD });
    const rows = [];
    for (const features of ['fourier', 'landmarks'])
      for (const count of counts) {
        const asked = { operation: 'ridge', features, count, lengthScale: Math.sqrt(d), lambda: LAMBDA };
        const ofPeer = { ...asked, folder, n, d, held };
        // The peer draws; and neither side's first run counts.
        await peer.ask(ofPeer);
        await ours.ask(asked);
        const found = await inTurn(runs, { ours: () => ours.ask(asked), peer: () => peer.ask(ofPeer) });
        const off = Math.abs(found.ours.missed / found.peer.missed - 1);
        if (!(off < SAME_ERROR))
          throw new Error(`held-out errors differ by ${off}: ${found.ours.missed}, ${found.peer.missed}`);
        const [method, what, sign] =
          features === 'fourier' ? ['rf-ridge', 'RBFSampler', 'M'] : ['nystrom-ridge', 'Nystroem', 'm'];
        rows.push({
          ...row(`${method}, ${data ? basename(data) : 'made rows'}, n = ${n}, d = ${d}, ${sign} = ${count}`, found, {
            peerName: `sklearn ${versions.sklearn} ${what}, Ridge`,
            note: `the same features; held-out error ${found.ours.missed.toFixed(4)} / ${found.peer.missed.toFixed(4)}, apart by ${off.toExponential(0)}; ours with every lambda, the peer with one`,
          }),
          ...memory(found),
        });
      }
    return rows;
  });
}

export async function nystromPca(open, { n, m, components, runs, folder }) {
  return open(async ({ ours, peer, versions }) => {
    const { d } = await ours.ask({ operation: 'rows', folder, n, held: 1 });
    const asked = { operation: 'nystromComponents', lengthScale: Math.sqrt(d), components };
    const rows = [];
    for (const solver of ['auto', 'full']) {
      const { operation: _, ...rest } = asked;
      const ofPeer = { operation: 'nystrom_components', ...rest, folder, n, d, held: 1, count: m, solver };
      await peer.ask(ofPeer);
      await ours.ask(asked);
      const found = await inTurn(runs, { ours: () => ours.ask(asked), peer: () => peer.ask(ofPeer) });
      rows.push(
        componentsRow(`ny-kpca, top ${components}, n = ${n}, d = ${d}, m = ${m}`, found, solver === 'full', {
          peerName: `sklearn ${versions.sklearn} Nystroem, PCA(svd_solver='${solver}')`,
        }),
      );
    }
    return rows;
  });
}

export async function empiricalPca(open, { n, components, runs, folder }) {
  return open(async ({ ours, peer, versions }) => {
    const { d } = await ours.ask({ operation: 'rows', folder, n, held: 1 });
    const asked = { operation: 'empiricalComponents', lengthScale: Math.sqrt(d), components };
    const rows = [];
    for (const solver of ['arpack', 'randomized']) {
      const { operation: _, ...rest } = asked;
      const ofPeer = { operation: 'empirical_components', ...rest, folder, n, d, held: 1, solver };
      await peer.ask(ofPeer);
      await ours.ask(asked);
      const found = await inTurn(runs, { ours: () => ours.ask(asked), peer: () => peer.ask(ofPeer) });
      rows.push(
        componentsRow(`ekpca, top ${components}, n = ${n}, d = ${d}`, found, solver === 'arpack', {
          peerName: `sklearn ${versions.sklearn} KernelPCA(eigen_solver='${solver}')`,
        }),
      );
    }
    return rows;
  });
}

/** How time grows with each of n, M and d, the others held: the slope of log time, beside that of the operations. */
export async function exponents(open, { sizes, runs }) {
  return open(async ({ ours }) => {
    const rows = [];
    for (const { name, grid, base, part, operations } of sizes) {
      const seconds = [];
      await ours.ask({ operation: 'scaling', ...base, [name]: grid[0] });
      for (const value of grid) {
        const times = [];
        for (let run = 0; run < runs; run++)
          times.push((await ours.ask({ operation: 'scaling', ...base, [name]: value }))[part]);
        seconds.push(times.sort((a, b) => a - b)[times.length >> 1]);
      }
      const rest = Object.entries(base)
        .filter(([other]) => other !== name)
        .map(([other, value]) => `${other === 'count' ? 'M' : other} = ${value}`);
      const sign = name === 'count' ? 'M' : name;
      const what = part === 'eigenSeconds' ? "decomposing Z'Z" : "adding up Z'Z";
      rows.push({
        name: `${what}: exponent in ${sign}, ${sign} = ${grid[0]} to ${grid[grid.length - 1]}, ${rest.join(', ')}`,
        unit: '',
        ours: slope(grid, seconds),
        runs,
        spread: '',
        note: `seconds ${seconds.map((s) => s.toPrecision(2)).join(', ')}; operations grow as ${operations}`,
        runtime: `node ${process.versions.node}`,
      });
    }
    return rows;
  });
}

/** Exact solvers find the same eigenvalues; for others the note says how far off they are. */
function componentsRow(name, found, exact, rest) {
  const [mine, theirs] = [found.ours.eigenvalues, found.peer.eigenvalues];
  const off = Math.max(...mine.map((v, i) => Math.abs(v - theirs[i]))) / mine[0];
  if (exact && !(off < SAME_EIGENVALUES)) throw new Error(`eigenvalues differ by ${off} of the largest`);
  return {
    ...row(name, found, { ...rest, note: `eigenvalues apart by ${off.toExponential(0)} of the largest` }),
    ...memory(found),
  };
}

const memory = ({ ours, peer }) => ({
  peakMegabytes: Math.round(ours.megabytes),
  peerPeakMegabytes: Math.round(peer.megabytes),
});

/** Least squares through log time over log size. */
function slope(grid, seconds) {
  const [x, y] = [grid.map(Math.log), seconds.map(Math.log)];
  const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  return x.reduce((sum, v, i) => sum + (v - mx) * (y[i] - my), 0) / x.reduce((sum, v) => sum + (v - mx) ** 2, 0);
}
