import type { MethodSpec } from '../../engine/contract/method';
import { RUN_SUFFIX } from '../../engine/contract/run';
import { DATA_FILES, TABLE_FILES } from '../../engine/words/fileName';
import {
  COMMAND,
  EXTENSION_NAME,
  MCP_PROVIDER,
  methodCommand,
  PANEL,
  RUN_EDITOR,
  SETTING,
  SUBMENU,
  VIEW,
  WALKTHROUGH,
} from '../ids';
import { type CommandEntry, commandEntries, FAMILY_MENUS, IN_NOTEBOOK, type MenuName, methodTitle } from './commands';
import { SETTING_GROUPS, type SettingEntry, settings } from './settings';
import { stepText, WALKTHROUGH_STEPS } from './walkthrough';

interface Manifest {
  /** Members of package.json. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** package.nls.json: every text that a person reads, by key. */
  readonly texts: Readonly<Record<string, string>>;
}

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

/** The home of the project; all its addresses follow from this one. */
const HOME = 'https://github.com/kernelscope/kernelscope';

/** Everything in package.json that follows from the code: ids, methods and their parameters. */
export function manifest(methods: readonly MethodSpec[]): Manifest {
  const texts: Record<string, string> = {};
  const text: Text = (key, words) => {
    texts[key] = words;
    return `%${key}%`;
  };
  const fields = {
    icon: 'media/icon.png',
    galleryBanner: { color: '#16213a', theme: 'dark' },
    categories: ['Data Science', 'Machine Learning', 'Visualization'],
    keywords: [
      'csv',
      'regression',
      'classification',
      'prediction intervals',
      'kernel',
      'ridge regression',
      'gaussian process',
      'quantile regression',
      'outliers',
      'random features',
      'nystrom',
      'kernel pca',
      'spectrum',
      'statistics',
      'jupyterVariableViewers',
    ],
    repository: { type: 'git', url: `${HOME}.git` },
    homepage: `${HOME}#readme`,
    bugs: { url: `${HOME}/issues` },
    qna: `${HOME}/discussions`,
    pricing: 'Free',
    extensionKind: ['workspace'],
    activationEvents: [PANEL.results, PANEL.compare, PANEL.inspect].map((panel) => `onWebviewPanel:${panel}`),
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: text(
          'capability.untrusted',
          'Native libraries are loaded, and fits run on a cluster, only in trusted workspaces. Everything else works.',
        ),
        restrictedConfigurations: [
          SETTING.linearAlgebra,
          SETTING.clusterEngine,
          SETTING.clusterAddress,
          SETTING.clusterPython,
          SETTING.clusterDetails,
        ],
      },
      virtualWorkspaces: {
        supported: true,
        description: text(
          'capability.virtual',
          'Files of a virtual workspace are read through the editor into memory as a whole, so large ones need much of it.',
        ),
      },
    },
    contributes: contributions(methods, text),
    kernelscope: {
      methods: methods.map((method) => ({
        id: method.id,
        command: methodCommand(method.id),
        title: methodTitle(method),
        name: method.title,
        purpose: method.purpose,
        family: method.family,
      })),
    },
  };
  return { fields, texts };
}

/** Keeps a text that a person reads; returns its place in package.json. */
type Text = (key: string, words: string) => string;

/** Everything that the extension adds to the editor. */
function contributions(methods: readonly MethodSpec[], text: Text) {
  const entries = commandEntries(methods);
  return {
    commands: entries.map(({ command, title, category = EXTENSION_NAME, icon }) => ({
      command,
      title: text(command.replace(/^kernelscope\./, 'command.'), title),
      category,
      ...(icon && { icon }),
    })),
    submenus: [
      {
        id: SUBMENU.main,
        label: EXTENSION_NAME,
        icon: { light: 'media/panel-light.svg', dark: 'media/panel-dark.svg' },
      },
      ...FAMILY_MENUS.map(({ menu, label }) => ({ id: SUBMENU[menu], label: text(`submenu.${menu}`, label) })),
      { id: SUBMENU.run, label: text('submenu.run', 'Use This Run'), icon: '$(export)' },
    ],
    menus: menus(entries),
    keybindings: entries.flatMap(({ command, keys }) => (keys ? [{ command, ...keys }] : [])),
    viewsContainers: { activitybar: [{ id: VIEW.container, title: EXTENSION_NAME, icon: 'media/activity.svg' }] },
    views: {
      [VIEW.container]: [
        {
          id: VIEW.runs,
          name: text('view.runs', 'Runs'),
          contextualTitle: EXTENSION_NAME,
          icon: 'media/activity.svg',
        },
      ],
    },
    customEditors: [
      {
        viewType: RUN_EDITOR,
        displayName: text('editor.run', 'Kernelscope Run'),
        selector: [{ filenamePattern: `*${RUN_SUFFIX}` }],
        priority: 'default',
      },
    ],
    walkthroughs: [
      {
        id: WALKTHROUGH,
        title: text('walkthrough', `Get Started with ${EXTENSION_NAME}`),
        description: text('walkthrough.description', 'From a CSV file to predictions you can judge, in four steps.'),
        steps: WALKTHROUGH_STEPS.map((step) => ({
          id: step.id,
          title: text(`walkthrough.${step.id}`, step.title),
          description: text(`walkthrough.${step.id}.text`, stepText(step)),
          media: { svg: `media/${step.picture}`, altText: text(`walkthrough.${step.id}.picture`, step.alt) },
          completionEvents: [`onContext:${step.done}`],
        })),
      },
    ],
    // The Jupyter extension reads these viewers of variables, by the names of their types.
    jupyterVariableViewers: [
      { command: COMMAND.fitVariable, title: EXTENSION_NAME, dataTypes: ['DataFrame', 'Table'] },
    ],
    mcpServerDefinitionProviders: [{ id: MCP_PROVIDER, label: EXTENSION_NAME }],
    viewsWelcome: [{ view: VIEW.runs, contents: text('welcome.runs', WELCOME) }],
    configuration: SETTING_GROUPS.map((group, i) => ({
      title: text(`settings.${i + 1}`, group),
      properties: Object.fromEntries(
        settings(methods)
          .filter((entry) => entry.group === group)
          .map((entry) => [entry.key, settingSchema(entry, text)]),
      ),
    })),
  };
}

function settingSchema(
  { key, description, schema, choices, members }: SettingEntry,
  text: Text,
): Readonly<Record<string, unknown>> {
  const name = key.replace(/^kernelscope\./, 'setting.');
  return {
    ...schema,
    markdownDescription: text(name, description),
    ...(choices && {
      markdownEnumDescriptions: choices.map(([choice, words]) => text(`${name}.${choice}`, words)),
    }),
    ...(members && {
      properties: Object.fromEntries(
        members.map((member) => [
          member.name,
          { ...member.schema, markdownDescription: text(`${name}.${member.name}`, member.description) },
        ]),
      ),
    }),
  };
}

function menus(entries: readonly CommandEntry[]): Record<string, MenuItem[]> {
  const chosen = `resourceExtname in config.${SETTING.moreEndings}`;
  const files = `(resourceFilename =~ ${DATA_FILES} || ${chosen})`;
  const inRuns = (when?: string) => `view == ${VIEW.runs}${when ? ` && (${when})` : ''}`;
  const inMenu = (name: MenuName): MenuItem[] =>
    entries.flatMap(({ command, menus }) => (menus?.[name] === undefined ? [] : [{ command, group: menus[name] }]));
  return {
    'explorer/context': [
      { submenu: SUBMENU.main, when: `explorerResourceIsFolder || ${files}`, group: '3_kernelscope@1' },
    ],
    'editor/title': [
      {
        submenu: SUBMENU.main,
        when: `resourceFilename =~ ${TABLE_FILES} || ${chosen}`,
        group: 'navigation@90',
      },
      {
        submenu: SUBMENU.run,
        when: `activeWebviewPanelId == '${PANEL.results}' || activeCustomEditorId == '${RUN_EDITOR}'`,
        group: 'navigation@90',
      },
    ],
    'editor/title/context': [{ submenu: SUBMENU.main, when: files, group: '3_kernelscope@1' }],
    [SUBMENU.main]: [
      ...entries.flatMap(({ command, submenu }) => (submenu ? [{ command, group: submenu }] : [])),
      ...FAMILY_MENUS.map(({ menu, group }) => ({ submenu: SUBMENU[menu], group })),
    ],
    ...Object.fromEntries(
      (['robust', 'large', 'components', 'run'] as const).map((name) => [SUBMENU[name], inMenu(name)]),
    ),
    'notebook/toolbar': [{ command: COMMAND.fitVariable, when: IN_NOTEBOOK, group: 'navigation@90' }],
    'view/title': entries.flatMap(({ command, viewTitle: group, palette }) =>
      group ? [{ command, when: inRuns(palette), group }] : [],
    ),
    'view/item/context': entries.flatMap(({ command, item = {} }) =>
      Object.entries(item).map(([group, when]) => ({ command, when: inRuns(when), group })),
    ),
    commandPalette: entries.flatMap(({ command, palette }) => (palette ? [{ command, when: palette }] : [])),
  };
}

const WELCOME = [
  'Pick a CSV file and a column to predict. See how well it can be predicted, from what, and how far to trust it.',
  `[Fit…](command:${COMMAND.fit})`,
  'New here? A sample is fitted in one click.',
  `[Open a Sample…](command:${COMMAND.openSample})`,
  `Or right-click a .csv or .tsv file and choose ${EXTENSION_NAME}.`,
].join('\n');
