import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Phrasings that readers stumbled over, each with what is said instead. */
const BANNED = [
  [/told right|tells? \S+ for \d+.%/i, 'classified correctly'],
  [/is said for|always saying/i, 'predicted as; guessing'],
  [/commonest/i, 'most common'],
  [/keep their values|mean prediction spans/i, 'all else stays as it is; moves the prediction by'],
  [/\bits least\b|\bis least (at|with)\b|from its least|to its most/i, 'lowest, highest'],
  [/least (leave-one-out|K-fold|Mallows|GCV|error)|greatest (restricted )?marginal/i, 'lowest, highest'],
  [/standard error reaches/i, 'up to … the error is no worse within its uncertainty'],
  [/lie below the numerical rank|count as zero/i, 'too small to tell from rounding'],
  [/keeps more than half of|kept whole|kept by half|share kept/i, 'used; not shrunk; shrunk by less than half'],
  [/predicted to pay|does conditioning pay|estimated to pay/i, 'lowers the error'],
  [/noise, estimated|noise let in|bias taken/i, 'not explained by this kernel; variance added; bias removed'],
  [/squared twin|the twin\b/i, 'ordinary ridge, same kernel'],
  [/have no place|has no place in the fit|of all pull\b/i, 'are not drawn; influence'],
  [/stays? at the fitted values|as fitted: set|whatever the sliders|wherever the slider/i, 'do not follow the sliders'],
  [/as a whole take|more than (the \S+ \S+ )?there is\b|as it is: nothing/i, 'an exact fit needs …; … are available'],
  [/\bEnter fits\b|Columns to predict \S+ from/, 'Which columns may it use? Enter starts the fit'],
  [/looks like a key|no value comes twice|says? the same as/i, 'looks like an ID; equals … in every row'],
  [/Choose what to change|or go on\b|There are no such/, 'Change a setting, or continue; no matching'],
  [/before this fit was done|a wrong name says|outliers come in last|What computes:/i, 'before the fit finished'],
  [
    /do not train it|\b(it|and) is no feature\b|count alike/i,
    'held out for testing; not used as a feature; weigh the same',
  ],
  [/(rows|features|landmarks|it|they) stands? for (all|the kernel|it)\b/i, 'approximate the kernel'],
  [/carr(y|ies) the fit|next to nothing about|noise and all|nearly free of noise/i, 'affect the fit; almost nothing'],
  [
    /a level of its own|a value of its own in|found out from|shrinks? alike/i,
    'a separate level; detected; comparable λ',
  ],
  [/most regular within|beyond one standard error of the least/i, 'strongest regularisation within'],
];

const NO_COMMENT = /^(?!\s*(\*|\/\*|\/\/)).*$/gm;

function files(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('assembly'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** Texts that a person may read: strings of the sources, and the documents. */
const TEXTS = [
  ...files('src', /\.ts$/).map((file) => [file, readFileSync(file, 'utf8').match(NO_COMMENT)?.join('\n') ?? '']),
  ...[
    ...files('docs', /\.(md|json)$/),
    ...['README.md', 'MARKETPLACE.md', 'samples/README.md', 'package.nls.json', 'package.json'],
  ].map((file) => [file, readFileSync(file, 'utf8')]),
];

test('sources and documents have none of the phrasings that readers stumbled over', () => {
  const found = TEXTS.flatMap(([file, text]) =>
    BANNED.flatMap(([phrase, instead]) => {
      const [hit] = text.match(phrase) ?? [];
      return hit === undefined ? [] : [`${file}: "${hit}"; better: ${instead}`];
    }),
  );
  assert.deepEqual(found, []);
});

/** Number methods that make text, except `Number(x.toPrecision(k))`, which rounds and stays a number. */
const DIRECT = /(?<!Number\([^`]*)\.(toFixed|toPrecision|toExponential|toLocaleString)\(/;

/** Files in which these methods make text that is not prose. */
const NOT_PROSE = {
  'src/extension/extension.ts': 'the log',
  'src/extension/panels/resultsPanel.ts': 'the log',
  'src/extension/runs/label.ts': 'a date',
  'src/webview/forms/fieldView.ts': 'points of a drawing',
  'src/webview/live/numberField.ts': 'text of a number field, which must parse again',
  'src/webview/live/track.ts': 'SVG paths',
  'src/export/notebook/literals.ts': 'literals of Python',
  'src/webview/views/lanesView.ts': 'lengths in CSS',
  'src/webview/views/whyPart.ts': 'SVG paths',
};

test('only engine/words writes numbers for people, with a real minus and one notation', () => {
  const sources = TEXTS.filter(([file]) => file.startsWith('src') && !file.startsWith('src/engine/words/'));
  const direct = sources.filter(([, text]) => text.split('\n').some((line) => DIRECT.test(line)));
  assert.deepEqual(direct.map(([file]) => file).sort(), Object.keys(NOT_PROSE).sort());
});

test('a comment has a subject of its own: none begins with What or Of', () => {
  const found = files('src', /\.ts$/).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*(?:\/\*\*|\/\/) (?:What|Of) .*/gm)].map(
      ([line]) => `${file}: ${line.trim()}`,
    ),
  );
  assert.deepEqual(found, []);
});
