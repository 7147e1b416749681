// A form in the page, by mouse and by keyboard; the test is the extension.
import assert from 'node:assert/strict';
import { settled } from '../../scripts/panelPage.mjs';

const FORM = {
  title: 'air.csv',
  facts: 'Kernel ridge regression · 100 rows',
  groups: [
    {
      title: 'Kernel',
      fields: [
        {
          name: 'kernel',
          title: 'Kernel',
          description: 'A kernel by its name.',
          whenEmpty: 'auto',
          input: {
            kind: 'text',
            drawn: 'kernels',
            suggestions: ['auto', 'gaussian', 'laplace'].map((value) => ({
              value,
              label: value,
              words: 'A sentence.',
            })),
          },
        },
        { name: 'folds', title: 'Folds', description: 'How many.', whenEmpty: '10', input: { kind: 'text' } },
        {
          name: 'missing',
          title: 'Missing cells',
          description: '',
          whenEmpty: 'impute',
          found: '-200 in 12 cells',
          input: {
            kind: 'choice',
            choices: [
              { value: 'impute', label: 'impute', words: 'Training mean.' },
              { value: 'drop', label: 'drop', words: 'Without such rows.' },
            ],
          },
        },
      ],
    },
    {
      title: 'Columns',
      fields: [
        {
          name: 'columns',
          title: 'Columns',
          description: '',
          whenEmpty: '',
          input: { kind: 'many', choices: ['<b>a', 'b'].map((value) => ({ value, label: value, words: 'number' })) },
        },
      ],
      folded: true,
    },
  ],
  values: { columns: ['b'] },
  actions: [
    { id: 'fit', label: 'Fit', hint: 'Ctrl+Enter' },
    { id: 'save', label: 'Save as My Default', hint: '' },
  ],
};

const EMPTY = { kernel: 'auto', folds: '', missing: 'impute', columns: ['b'] };

const actions = (panel) => panel.messages('formAction');
const changes = async (panel) => (await panel.last('formChanged')).values;

/** Declares the tests. */
export function clicksOnForms(test) {
  test('a form by mouse: choices with sentences, a folded list, what is wrong, an action', async ({ panel }) => {
    const { page } = panel;
    await panel.ask(FORM);
    assert.deepEqual(await changes(panel), EMPTY);
    assert.equal(await page.locator('[data-field=missing] .found').textContent(), 'Found: -200 in 12 cells');
    await page.getByRole('radio', { name: /^laplace/ }).click();
    await page.getByLabel('Folds').fill('1');
    await page.getByLabel('Missing cells').selectOption('drop');
    assert.equal(await page.locator('[data-field=missing] .choice-words').textContent(), 'Without such rows.');
    await page.getByText('Columns', { exact: true }).first().click();
    await page.getByRole('checkbox', { name: '<b>a' }).check();
    assert.deepEqual(await changes(panel), { kernel: 'laplace', folds: '1', missing: 'drop', columns: ['<b>a', 'b'] });
    await page.getByRole('button', { name: 'Save as My Default' }).click();
    assert.equal((await actions(panel)).at(-1).action, 'save');
    const verdict = { problems: { folds: 'Folds is at least 2.' }, summary: '2 settings differ.' };
    await panel.send({ type: 'formChecked', verdict, acted: true });
    await page.locator('#page').getByText('Folds is at least 2.').waitFor();
    assert.equal(await page.getByLabel('Folds').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator(':focus').getAttribute('aria-invalid'), 'true');
    await page.getByRole('button', { name: 'Reset' }).click();
    assert.deepEqual(await changes(panel), EMPTY);
    await settled(page);
  });

  test('kernels have a drawing beside their names, and another method brings its form under the same focus', async ({
    panel,
  }) => {
    const { page } = panel;
    const choices = ['krr', 'huber'].map((value) => ({ value, label: value, words: `For ${value}.` }));
    const method = {
      name: 'method:',
      title: 'Method',
      description: '',
      whenEmpty: '',
      input: { kind: 'choice', choices, required: true },
    };
    const [kernels, columns] = FORM.groups;
    const form = (id, more) => ({
      ...FORM,
      groups: [kernels, { title: 'Method', words: 'How it fits.', fields: [method, ...more] }, columns],
      values: { ...FORM.values, 'method:': id },
    });
    await panel.ask(form('krr', []));
    const points = (label) =>
      page.locator('label.line', { hasText: label }).locator('.sketch polyline').getAttribute('points');
    assert.equal((await points('auto')) ?? '', '');
    assert.equal((await points('gaussian'))?.split(' ').length, 56);
    assert.notEqual(await points('gaussian'), await points('laplace'));
    await page.getByText('How it fits.').waitFor();
    await page.getByLabel('Method').focus();
    await page.getByLabel('Method').selectOption('huber');
    assert.equal((await changes(panel))['method:'], 'huber');
    const more = { name: 'lambda', title: 'Lambda', description: '', whenEmpty: 'chosen', input: { kind: 'text' } };
    await panel.send({ type: 'form', form: form('huber', [more]) });
    await page.getByLabel('Lambda').waitFor();
    assert.equal(await page.getByLabel('Method').evaluate((select) => select === document.activeElement), true);
    assert.equal((await changes(panel))['method:'], 'huber');
    await settled(page);
  });

  test('a form by keyboard: from the first field to Ctrl+Enter, and any text for a kernel', async ({ panel }) => {
    const { page } = panel;
    await panel.ask(FORM);
    assert.equal(await page.locator(':focus').getAttribute('value'), 'auto');
    await page.keyboard.press('ArrowDown');
    assert.equal((await changes(panel)).kernel, 'gaussian');
    await page.getByLabel('Kernel: another').last().focus();
    await page.keyboard.type('0.5*linear + gaussian');
    assert.equal((await changes(panel)).kernel, '0.5*linear + gaussian');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7');
    await page.keyboard.press('Control+Enter');
    const [{ action, values }] = await actions(panel);
    assert.equal(action, 'fit');
    assert.deepEqual(values, { ...EMPTY, kernel: '0.5*linear + gaussian', folds: '7' });
  });
}
