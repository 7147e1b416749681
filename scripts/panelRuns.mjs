// Runs to look at in the results panel: of a file, made by the figures' tests, or fitted here and now.
import { bundled } from './bundled.mjs';

/** The runs made so far, by name: fits take seconds. */
const runs = {};

/** Made-up runs, without the engine. */
const EXAMPLES = `
  import { alignedRun } from './test/figures/alignedRun.ts';
  import { exampleRun } from './test/figures/exampleRun.ts';
  import { largeRun } from './test/figures/largeRun.ts';
  import { robustExample } from './test/figures/robustExample.ts';
  import { exampleRace, openRace, raceOfMany, raceWithHuber, withRace } from './test/figures/raceExample.ts';
  import { componentsExample } from './test/figures/componentsExample.ts';
  const sized = { n: 240, holdout: 80 };
  const wideRun = (run) => {
    const columns = Array.from({ length: 2000 }, (_, i) => 'column ' + (i + 1));
    const rises = columns.map((column, i) => ({ column, rise: 40 / (i + 1), interval: [20 / (i + 1), 60 / (i + 1)] }));
    const measured = { rows: 80, repetitions: 10, loss: 'absolute', target: run.target, baseline: 4, level: 0.95 };
    return { ...run, data: { ...run.data, columns }, importance: { ...measured, columns: rises } };
  };
  const some = { n: 90, holdout: 30 };
  const MADE = {
    example: () => exampleRun(sized),
    large: () => largeRun(5000, 500),
    'example:classes': () => exampleRun({ ...sized, classes: 3 }),
    'example:classes2': () => exampleRun({ ...sized, classes: 2 }),
    'example:race': () => withRace(exampleRun(sized), exampleRace()),
    'example:racing': () => withRace(exampleRun(sized), openRace()),
    'example:many': () => withRace(exampleRun(sized), raceOfMany()),
    'example:huber': () => withRace(exampleRun(sized), raceWithHuber()),
    'example:targets': () => exampleRun({ ...sized, more: true }),
    'example:aligned': () => alignedRun(exampleRun(sized), 2.5),
    'example:wide': () => wideRun(exampleRun(sized)),
    'example:one': () => exampleRun({ ...sized, features: 1 }),
    'components:nystrom': () => componentsExample({ train: 240, holdout: 80 }),
    'components:empirical': () => componentsExample({ kind: 'empirical', train: 90, holdout: 0 }),
    'components:randomFeatures': () => componentsExample({ kind: 'randomFeatures', train: 240, holdout: 80 }),
    'components:large': () => componentsExample({ train: 18000, holdout: 2000, columns: 24, components: 20 }),
    'robust:still': () => robustExample({ ...some, method: 'kl-inf', live: false }),
    'robust:suspects': () => robustExample({ ...some, method: 'huber', n: 90, outliers: 5 }),
    'robust:one': () => robustExample({ ...some, features: 1 }),
    'robust:quantiles-one': () => robustExample({ ...some, method: 'quantile', features: 1 }),
  };
  const rest = (name) => name.slice(name.indexOf(':') + 1);
  const ofMethod = (name) =>
    name.startsWith('robust:')
      ? robustExample({ ...some, method: rest(name) })
      : exampleRun({ ...sized, method: rest(name) });
  const runNamed = (name) => MADE[name]?.() ?? ofMethod(name);`;

/** Fits a file by a method: `given` as a command of the extension takes it. */
export const ENGINE = `
  import { quietContext } from './src/engine/contract/context.ts';
  import { Engine } from './src/engine/engine.ts';
  import { createEmbedded } from './src/engine/linalg/core/embedded.ts';
  const embedded = () => new Engine({
    memory: () => 4e9,
    linearAlgebra: () => ({ linalg: createEmbedded({ threads: 2 }), notes: () => [] }),
  });
  const requestFor = (path, method, { target = '', parameters = {}, ...columns }) => ({
    source: { kind: 'path', path },
    read: {},
    design: { target, ...columns, missing: 'impute', standardise: true, holdout: { kind: 'fraction', fraction: 0.2, byDefault: true }, seed: 0 },
    ...(method === 'open' ? { method: 'krr', openMethod: true } : { method }),
    parameters,
  });
  const fit = (path, method, given) => embedded().handlers.fit(requestFor(path, method, given), quietContext);`;

const FIT = `
  ${ENGINE}
  async function runNamed(name) {
    const [path, targets, method, ...settings] = name.slice(4).split(':');
    const [target = '', ...moreTargets] = targets.split(',');
    const number = (text) => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
    const set = (text) => [text.slice(0, text.indexOf('=')), number(text.slice(text.indexOf('=') + 1))];
    const request = requestFor(path, method, { target, moreTargets, parameters: Object.fromEntries(settings.map(set)) });
    const { source } = request;
    const engine = embedded();
    const run = await engine.handlers.fit(request, quietContext);
    /** As the extension answers a page. */
    const answer = async (question) => {
      const asked = { request, model: run.model, ...question };
      const ways = {
        differences: () => engine.handlers.describeRows(asked, quietContext),
        row: () => engine.handlers.row(asked, quietContext),
        whatIf: () => engine.handlers.whatIf({ ...asked, id: run.id, source, read: {} }, quietContext),
        importance: () => engine.handlers.importance(asked, quietContext),
      };
      return pack(await ways[question.kind]());
    };
    return Object.assign(run, { answer });
  }`;

/** A stored run's file. */
const STORED = `
  import { readFileSync } from 'node:fs';
  const runNamed = (name) => unpack(new Uint8Array(readFileSync(name)));`;

/**
 * `name` is a stored run's path; "example", "example:METHOD", "example:classes" (three), "example:classes2", "example:targets", "example:race",
 * "example:racing" (its candidates under way), "example:huber" (Huber's fit beside them), "example:many" (landmarks and random features), "example:one" or "large"; "components:nystrom", "components:empirical" (nothing held out), "components:randomFeatures" or
 * "components:large"; "robust:METHOD" (one of robustExample.ts), "robust:one", "robust:quantiles-one" or "robust:still"
 * (nothing along the path); or "fit:FILE:TARGET[,TARGET]:METHOD[:NAME=VALUE …]", the target empty for methods without one, METHOD "open" where the way to fit is the engine's choice. `moves` are views to look at: every slider at
 * and near its ends. `tabs` are those that the page has for it, `race` the comparison that it carries.
 */
export async function packedRun(name) {
  const made = /^(large|example|robust|components)/.test(name) ? EXAMPLES : name.startsWith('fit:') ? FIT : STORED;
  const source = `
    import { pack, unpack } from './src/engine/contract/pack.ts';
    import { isComponents } from './src/engine/contract/run.ts';
    import { runBefore } from './src/figures/improve/beforeAfter.ts';
    import { moveFilter } from './src/figures/view/axes.ts';
    import { tabsOf } from './src/webview/views/runTabs.ts';
    ${made}
    /** Other components on the axes, no colour, another column, and a selection around the middle. */
    const movesOfComponents = ({ colours, eigenvalues: { length: l } }) => [
      { components: { pair: [1, 0] } },
      { components: { pair: [l, 1], colour: -1 } },
      ...colours.map((_, colour) => ({ components: { colour } })),
      { components: { selection: { x: [-2, 2], y: [-2, 2] }, at: 1 } },
    ];
    export async function packed(name) {
      const { answer, ...run } = await runNamed(name);
      const along = (values, view) =>
        [0, 0.3, 0.7, 1].map((part) => view(Math.round(part * (values.length - 1))));
      const moves = isComponents(run)
        ? movesOfComponents(run.components)
        : run.robust
        ? along(run.robust.path.values, (at) => ({ at }))
        : run.paths.flatMap(({ axis, values }) =>
            along(values, (i) => ({ filter: moveFilter(run.axes, run.filter, axis, values[i]) })))
            .concat(run.classes?.levels.length === 2 ? [{ threshold: 0.2 }, { threshold: 0.9 }] : []);
      return { bytes: pack(run), before: pack(runBefore(run)), moves, tabs: tabsOf(run), race: run.race, ...(answer && { answer }) };
    }`;
  runs[name] ??= (await bundled(source)).packed(name);
  return runs[name];
}

/** The form of settings for a method and a file, as the extension makes it where nothing is remembered. */
export async function settingsFormOf(method, path) {
  const source = `
    import { quietContext } from './src/engine/contract/context.ts';
    import { Engine } from './src/engine/engine.ts';
    import { createEmbedded } from './src/engine/linalg/core/embedded.ts';
    import { settingsForm } from './src/extension/fit/settingsForm.ts';
    export async function form(id, path) {
      const linalg = createEmbedded({ threads: 1 });
      const engine = new Engine({ memory: () => 4e9, linearAlgebra: () => ({ linalg, notes: () => [] }) });
      const methods = await engine.handlers.methods({}, quietContext);
      const method = methods.find((one) => one.id === id);
      const inspection = await engine.handlers.inspect({ source: { kind: 'path', path }, read: {} }, quietContext);
      return settingsForm({ method, methods, inspection, remembered: {}, settings: {} });
    }`;
  return (await bundled(source)).form(method, path);
}

/** A reproduction that takes a moment, packed. */
export async function packedReproduction() {
  const source = `
    import { pack } from './src/engine/contract/pack.ts';
    import { createEmbedded } from './src/engine/linalg/core/embedded.ts';
    import { quietWith } from './src/engine/linalg/linalg.ts';
    import { runReproduction } from './src/reproduce/run.ts';
    export const made = async () =>
      pack(await runReproduction({ id: 'tkrr-fig2', seed: 0, quick: true }, quietWith(createEmbedded({ threads: 1 }))));`;
  return (await bundled(source)).made();
}
