import type { MethodSpec } from '../../engine/contract/method';
import { MENU_FILES } from '../fileName';
import { COMMAND, methodCommand, NAME, PANEL, SETTING, SUBMENU, VIEW } from '../ids';
import { type CommandEntry, FIXED_COMMANDS, inRunsView, methodCommands, methodTitle } from './commands';
import { settings } from './settings';

export interface Manifest {
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

/** Everything in package.json that follows from the code: ids, methods and their parameters. */
export function manifest(methods: readonly MethodSpec[]): Manifest {
  const texts: Record<string, string> = {};
  const text = (key: string, words: string): string => {
    texts[key] = words;
    return `%${key}%`;
  };
  const entries = [...methodCommands(methods), ...FIXED_COMMANDS];
  const fields = {
    icon: 'media/icon.png',
    galleryBanner: { color: '#16213a', theme: 'dark' },
    categories: ['Data Science', 'Machine Learning', 'Visualization'],
    keywords: [
      'kernel',
      'ridge regression',
      'csv',
      'spectrum',
      'gaussian process',
      'random features',
      'nystrom',
      'kernel pca',
      'outliers',
    ],
    extensionKind: ['workspace'],
    activationEvents: [`onWebviewPanel:${PANEL.results}`],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: text(
          'capability.untrusted',
          'A workspace cannot switch on the loading of native libraries before it is trusted. Everything else works.',
        ),
        restrictedConfigurations: [SETTING.linearAlgebra],
      },
      virtualWorkspaces: {
        supported: true,
        description: text(
          'capability.virtual',
          'Files of a virtual workspace are read through the editor, whole, so large ones take memory.',
        ),
      },
    },
    contributes: {
      commands: entries.map(({ command, title, icon }) => ({
        command,
        title: text(command.replace(/^kernelscope\./, 'command.'), title),
        category: NAME,
        ...(icon && { icon }),
      })),
      submenus: [
        { id: SUBMENU.main, label: NAME, icon: { light: 'media/panel-light.svg', dark: 'media/panel-dark.svg' } },
      ],
      menus: menus(entries),
      viewsContainers: { activitybar: [{ id: VIEW.container, title: NAME, icon: 'media/activity.svg' }] },
      views: {
        [VIEW.container]: [
          { id: VIEW.runs, name: text('view.runs', 'Runs'), contextualTitle: NAME, icon: 'media/activity.svg' },
        ],
      },
      viewsWelcome: [{ view: VIEW.runs, contents: text('welcome.runs', welcome(methods)) }],
      configuration: {
        title: NAME,
        properties: Object.fromEntries(
          settings(methods).map(({ key, description, schema, choices }) => [
            key,
            {
              ...schema,
              markdownDescription: text(key.replace(/^kernelscope\./, 'setting.'), description),
              ...(choices && {
                markdownEnumDescriptions: choices.map(([name, words]) =>
                  text(`${key.replace(/^kernelscope\./, 'setting.')}.${name}`, words),
                ),
              }),
            },
          ]),
        ),
      },
    },
    kernelscope: {
      methods: methods.map((method) => ({
        id: method.id,
        command: methodCommand(method.id),
        title: methodTitle(method),
      })),
    },
  };
  return { fields, texts };
}

function menus(entries: readonly CommandEntry[]): Record<string, MenuItem[]> {
  const files = `resourceFilename =~ ${MENU_FILES}`;
  const inView = (menu: string): MenuItem[] =>
    entries.flatMap(({ command, view = [] }) =>
      view
        .filter((place) => place.menu === menu)
        .map(({ group, when }) => ({ command, when: inRunsView(when), group })),
    );
  return {
    'explorer/context': [
      { submenu: SUBMENU.main, when: `!explorerResourceIsFolder && ${files}`, group: '3_kernelscope@1' },
    ],
    'editor/title': [{ submenu: SUBMENU.main, when: files, group: 'navigation@90' }],
    'editor/title/context': [{ submenu: SUBMENU.main, when: files, group: '3_kernelscope@1' }],
    [SUBMENU.main]: entries.flatMap(({ command, submenu }) => (submenu ? [{ command, group: submenu }] : [])),
    'view/title': inView('view/title'),
    'view/item/context': inView('view/item/context'),
    commandPalette: entries.flatMap(({ command, palette }) => (palette ? [{ command, when: palette }] : [])),
  };
}

function welcome([first]: readonly MethodSpec[]): string {
  return [
    'See how kernel methods fit a CSV file: its spectrum, how well the target aligns with it, and the risk of every amount of regularisation.',
    `[${methodTitle(first)}](command:${methodCommand(first.id)})`,
    `[Open a Sample…](command:${COMMAND.openSample})`,
    `Or right-click a .csv or .tsv file and choose ${NAME}.`,
  ].join('\n');
}
