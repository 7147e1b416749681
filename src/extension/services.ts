import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { Clusters } from './cluster/clusters';
import type { RememberedRaces } from './compare/races';
import type { EngineSwitch } from './engine/engineSwitch';
import type { LearntPaces } from './fit/learntPaces';
import type { ComparePanels } from './panels/comparePanels';
import type { InspectPanels } from './panels/inspectPanels';
import type { ResultsPanels } from './panels/resultsPanels';
import type { RememberedChoices } from './remembered';
import type { RunMarks } from './runs/marks';
import type { RunStore } from './runs/store';
import type { RunsTree } from './runs/tree';
import type { RunningTasks } from './tasks';

/** What commands need; made once by `activate`, and each part does nothing until it is asked. */
export interface Services {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly engine: EngineSwitch;
  readonly tasks: RunningTasks;
  readonly store: RunStore;
  readonly marks: RunMarks;
  readonly tree: RunsTree;
  readonly remembered: RememberedChoices;
  readonly paces: LearntPaces;
  readonly panels: ResultsPanels;
  readonly comparisons: ComparePanels;
  readonly races: RememberedRaces;
  readonly inspections: InspectPanels;
  readonly clusters: Clusters;
}
