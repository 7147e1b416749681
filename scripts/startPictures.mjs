// node scripts/startPictures.mjs: draws the pictures of the first page and of the walkthrough from real fits of the samples, media/start-*.svg.
// Their colours are variables of VS Code's theme, so that each serves light, dark and high contrast.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.mjs';
import { ENGINE } from './panelRuns.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const { pictures } = await bundled(`
  import { componentsFacts } from './src/figures/components/facts.ts';
  import { componentsFigures } from './src/figures/components/tabs.ts';
  import { componentsView } from './src/figures/components/view.ts';
  import { layoutFigure } from './src/figures/layout/figure.ts';
  import { markup, node, SVG_NAMESPACE } from './src/figures/svg/node.ts';
  import { paintShapes } from './src/figures/svg/paint.ts';
  import { estimatedWidth } from './src/figures/svg/text.ts';
  import { allFigures } from './src/figures/tabs.ts';
  import { factsOf } from './src/figures/view/facts.ts';
  import { deriveView } from './src/figures/view/view.ts';
  import { SAMPLES } from './src/webview/start/samples.ts';
  ${ENGINE}

  const theme = Object.fromEntries(
    Object.entries({
      background: 'editor-background',
      text: 'foreground',
      muted: 'descriptionForeground',
      axis: 'descriptionForeground',
      accent: 'textLink-foreground',
      yellow: 'charts-yellow',
      purple: 'charts-purple',
      green: 'charts-green',
      red: 'charts-red',
      blue: 'charts-blue',
      font: 'font-family',
    }).map(([token, name]) => [token, 'var(--vscode-' + name + ')']),
  );
  theme.grid = 'color-mix(in srgb, var(--vscode-foreground) 14%, var(--vscode-editor-background))';

  function drawn(spec, width, height) {
    const layout = layoutFigure(spec, { width, height, measure: estimatedWidth, highContrast: false });
    const shapes = paintShapes(layout.shapes, theme, spec.id);
    const attributes = {
      xmlns: SVG_NAMESPACE,
      viewBox: '0 0 ' + width + ' ' + height,
      role: 'img',
      'font-family': theme.font,
      'font-size': 11,
    };
    const svg = node('svg', attributes, node('title', {}, spec.title), ...shapes);
    return markup({ ...svg, lines: true }) + '\\n';
  }

  export async function pictures() {
    const fitted = (name) => fit('samples/' + name + '.csv', SAMPLES[name].method, SAMPLES[name].given);
    const [fan, gauge, wave, shells] = [await fitted('fan-noise'), await fitted('gauge'), await fitted('wave'), await fitted('shells')];
    const figures = (run) => new Map(allFigures(deriveView(run, run.filter, factsOf(run))).map((spec) => [spec.id, spec]));
    // By shore: the last column that colours points is the category.
    const colour = shells.components.colours.findIndex(({ kind }) => kind === 'category');
    const [map] = componentsFigures('overview', componentsView(shells, componentsFacts(shells.components), { colour }));
    const specs = {
      fit: figures(fan).get('predicted'),
      outliers: figures(gauge).get('curve'),
      map,
      compare: figures(fan).get('race'),
      predict: figures(wave).get('curve'),
    };
    return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, drawn(spec, 360, 230)]));
  }`);

for (const [name, svg] of Object.entries(await pictures())) {
  const path = `media/start-${name}.svg`;
  writeFileSync(join(root, path), svg);
  console.log(`${path} ${(svg.length / 1000).toFixed(1)} kB`);
}
// The threads of the fits would keep the process.
process.exit(0);
