import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { RunStore } from '../doors/runs/store';
import type { MethodSpec } from '../engine/contract/method';
import type { Clusters } from './cluster/clusters';
import type { RememberedRaces } from './compare/races';
import type { EngineSwitch } from './engine/engineSwitch';
import type { LearntPaces } from './fit/learntPaces';
import type { ComparePanels } from './panels/comparePanel';
import type { InspectPanels } from './panels/inspectPanel';
import type { ResultsPanels } from './panels/resultsPanels';
import type { RememberedChoices } from './remembered';
import type { RunMarks } from './runs/marks';
import type { MovedFiles } from './runs/movedFiles';
import type { RunsTree } from './runs/tree';
import type { RunningTasks } from './tasks';

/** A method as package.json describes it, so that its command is there without asking the engine. */
export interface MethodEntry extends Pick<MethodSpec, 'title' | 'purpose' | 'family'> {
  readonly id: string;
  readonly command: string;
  readonly name: string;
}

/** The services that commands need; made once by `activate`, and each part does nothing until it is asked. */
export interface Services {
  readonly context: ExtensionContext;
  readonly methods: readonly MethodEntry[];
  readonly log: LogOutputChannel;
  readonly engine: EngineSwitch;
  readonly tasks: RunningTasks;
  readonly store: RunStore;
  readonly marks: RunMarks;
  readonly tree: RunsTree;
  readonly remembered: RememberedChoices;
  readonly moved: MovedFiles;
  readonly paces: LearntPaces;
  readonly panels: ResultsPanels;
  readonly comparisons: ComparePanels;
  readonly races: RememberedRaces;
  readonly inspections: InspectPanels;
  readonly clusters: Clusters;
}
