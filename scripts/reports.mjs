// A run of panelRuns.mjs as a report, one HTML file in test-results/panel/.
//   node scripts/reports.mjs [--run RUN] [--width 1082,400] [--full]      also takes pictures
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundled } from './bundled.mjs';
import { startPanel } from './panelPage.mjs';
import { packedRun } from './panelRuns.mjs';
import { isMain } from './processes.mjs';
import { reportPage } from './reportPage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The report of a packed run, with live sliders where it has some. */
export async function reportOf(bytes) {
  const { reportHtml, unpack } = await bundled(
    "export { reportHtml } from './src/figures/report/html'; export { unpack } from './src/engine/contract/pack';",
  );
  return reportHtml(unpack(bytes), await reportPage());
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      run: { type: 'string', default: 'example:race' },
      width: { type: 'string', default: '1082' },
      full: { type: 'boolean', default: false },
    },
  });
  const out = join(root, 'test-results/panel');
  mkdirSync(out, { recursive: true });
  const name = `report-${values.run.replace(/^.*[/]/, '').replaceAll(/[^a-z0-9]+/gi, '-')}`;
  const file = join(out, `${name}.html`);
  const html = await reportOf((await packedRun(values.run)).bytes);
  writeFileSync(file, html);
  console.log(`${file}: ${Math.round(html.length / 1000)} kB`);
  const panel = await startPanel();
  const page = await panel.page.context().newPage();
  await page.goto(pathToFileURL(file).href);
  for (const width of values.width.split(',').map(Number)) {
    await page.setViewportSize({ width, height: 900 });
    const path = join(out, `${name}-${width}.png`);
    await page.screenshot({ path, fullPage: values.full });
    console.log(path);
  }
  await panel.close();
  process.exit(0);
}
