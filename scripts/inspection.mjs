// Looks at the panel of a file's data without VS Code: pictures in test-results/panel/, and faults of the layout.
//   node scripts/inspection.mjs [--of mixed,classes,nameless,hostile,gaps,one,wide,PATH] [--target NAME] [--open COLUMN]
//     [--theme dark,light,hc-dark,hc-light|all] [--width 1082,400] [--full]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inspection } from './inspections.mjs';
import { answerAsked, layoutFaults, startPanel, THEMES } from './panelPage.mjs';

const { values } = parseArgs({
  options: {
    of: { type: 'string', default: 'mixed' },
    target: { type: 'string' },
    open: { type: 'string' },
    theme: { type: 'string', default: 'dark' },
    width: { type: 'string', default: '1082' },
    full: { type: 'boolean', default: false },
  },
});
const out = fileURLToPath(new URL('../test-results/panel', import.meta.url));
mkdirSync(out, { recursive: true });
const panel = await startPanel('src/webview/inspection.ts');
let failed = false;
const fail = (text) => {
  failed = true;
  console.log(text);
};
try {
  for (const name of values.of.split(',')) {
    const made = await inspection(name, { ...(values.target && { design: { target: values.target }, target: true }) });
    for (const width of values.width.split(',').map(Number))
      for (const theme of values.theme === 'all' ? Object.keys(THEMES) : values.theme.split(',')) {
        const view = values.open === undefined ? {} : { open: Number(values.open) };
        await panel.inspect(made.bytes, { theme, width, view });
        if (values.open !== undefined) await answerAsked(panel, made.answer);
        const path = join(
          out,
          `inspection-${name.replace(/^.*\//, '')}-${theme}-${width}${values.open === undefined ? '' : '-open'}.png`,
        );
        await panel.page.screenshot({ path, fullPage: values.full });
        for (const fault of await layoutFaults(panel.page)) fail(`${name} ${theme} ${width}: ${fault}`);
        console.log(path);
      }
  }
  for (const problem of new Set(panel.problems)) fail(`console: ${problem}`);
} finally {
  await panel.close();
}
process.exit(failed ? 1 : 0);
