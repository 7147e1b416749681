// Looks at the panel of a comparison without VS Code: pictures in test-results/panel/, and faults of the layout.
//   node scripts/comparison.mjs [--of runs,classes2,classes3,race,advice] [--theme dark,light,hc-dark,hc-light|all] [--width 1082,400] [--full]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packedComparison } from './comparisons.mjs';
import { layoutFaults, startPanel, THEMES } from './panelPage.mjs';

const { values } = parseArgs({
  options: {
    of: { type: 'string', default: 'runs' },
    theme: { type: 'string', default: 'dark' },
    width: { type: 'string', default: '1082' },
    full: { type: 'boolean', default: false },
  },
});
const out = fileURLToPath(new URL('../test-results/panel', import.meta.url));
mkdirSync(out, { recursive: true });
const panel = await startPanel('src/webview/comparison.ts');
let failed = false;
const fail = (text) => {
  failed = true;
  console.log(text);
};
try {
  for (const name of values.of.split(','))
    for (const width of values.width.split(',').map(Number))
      for (const theme of values.theme === 'all' ? Object.keys(THEMES) : values.theme.split(',')) {
        await (name === 'advice' ? panel.advise : panel.compare)(await packedComparison(name), { theme, width });
        const path = join(out, `comparison-${name}-${theme}-${width}.png`);
        await panel.page.screenshot({ path, fullPage: values.full });
        for (const fault of await layoutFaults(panel.page)) fail(`${name} ${theme} ${width}: ${fault}`);
        console.log(path);
      }
  for (const problem of new Set(panel.problems)) fail(`console: ${problem}`);
} finally {
  await panel.close();
}
process.exit(failed ? 1 : 0);
