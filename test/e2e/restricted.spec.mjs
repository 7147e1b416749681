// A workspace of two folders that nobody has trusted: the extension works there, and takes the file that was clicked.
import { FIT, fitByMenu } from './menu.mjs';
import { panelPage, waitForFigures } from './panel.mjs';
import { test } from './window.mjs';
import { acceptQuickPick, chooseInSubmenu, openSubmenu, pickByName, quickPickRows } from './workbench.mjs';

test.use({ kind: 'restricted' });

test('a restricted workspace of two folders', async ({ window: { page, vscode } }) => {
  await test.step('the window is in Restricted Mode and shows both folders', async () => {
    await page.goto(vscode.address());
    // Its banner pushes the explorer down, so it comes before the click.
    await page.getByText('Restricted Mode').first().waitFor({ timeout: 60_000 });
    const second = page.getByRole('treeitem', { name: 'second', exact: true });
    await second.click();
    // A click toggles, and a folder that VS Code has only just listed may miss it; this key only opens.
    if ((await second.getAttribute('aria-expanded')) !== 'true') await second.press('ArrowRight');
    await page.getByRole('treeitem', { name: 'tide.csv', exact: true }).waitFor();
  });
  await test.step('a file of the second folder is fitted by right-click', async () => {
    await fitByMenu(page, 'tide.csv', FIT);
    await quickPickRows(page, 'Which column should be predicted?');
    await pickByName(page, 'height');
    await quickPickRows(page, 'Which columns may it use to predict height?');
    await acceptQuickPick(page);
    await waitForFigures(page);
    await panelPage(page).getByText('tide.csv').first().waitFor();
  });
  await test.step('a cluster is refused by a sentence, before anything is asked', async () => {
    await openSubmenu(page, 'tide.csv', 'Kernelscope');
    await chooseInSubmenu(page, 'Large Files', 'Fit on a Cluster…');
    await page.getByText('starts Python, which only trusted workspaces may').first().waitFor();
    await page.getByRole('button', { name: 'Manage Trust…' }).first().waitFor();
  });
});
