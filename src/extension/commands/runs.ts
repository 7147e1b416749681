import { counted } from '../../engine/words/sentence';
import { reportFailure } from '../failures';
import { showWarning } from '../plainWindow';
import { chooseRun } from '../runs/chooseRun';
import type { Services } from '../services';

/** Opens a stored run in its panel. */
export async function openRunCommand(services: Services, argument: unknown): Promise<void> {
  const id = await chooseRun(services, argument, 'Open Run');
  if (id === undefined) return;
  try {
    services.panels.show(await services.store.load(id), { since: performance.now() });
  } catch (error) {
    reportFailure(services, error, { doing: 'open run' });
    services.tree.refresh();
  }
}

export async function deleteRunCommand(services: Services, argument: unknown): Promise<void> {
  const id = await chooseRun(services, argument, 'Delete Run');
  if (id === undefined) return;
  try {
    await services.store.delete(id);
  } catch (error) {
    reportFailure(services, error, { doing: 'delete run' });
  }
  services.tree.refresh();
}

/** Asks first, whoever calls: there is no way back, and a link may be the caller. */
export async function clearRunsCommand(services: Services): Promise<void> {
  const { length } = await services.store.list();
  if (length === 0) return;
  const sure = 'Delete All';
  const question = `Delete ${counted(length, 'run')} of this workspace? The CSV files stay.`;
  if ((await showWarning(question, { modal: true }, sure)) !== sure) return;
  try {
    await services.store.clear();
  } catch (error) {
    reportFailure(services, error, { doing: 'clear runs' });
  }
  services.tree.refresh();
}
