import type { QuickPickItem } from 'vscode';
import { createPick, plainItem } from '../plainWindow';
import type { Field } from './field';
import { type Suggestion, suggestionsFor } from './suggestions';

interface Item extends QuickPickItem {
  readonly suggestion: Suggestion;
}

/** A text, picked or typed; '' empties the field, undefined on Escape. What cannot be taken stays in the box, with the reason. */
export function pickText(title: string, field: Field, now: string | undefined): Promise<string | undefined> {
  const pick = createPick<Item>(title, `${field.description} Pick one, or type.`);
  const show = (typed: string) => {
    const suggestions = suggestionsFor(field, typed, now).map((suggestion) => ({
      label: suggestion.label,
      description: suggestion.description,
      // What was typed is not what is to be filtered by.
      alwaysShow: suggestion.text === undefined || suggestion.typed === true,
      suggestion,
    }));
    pick.items = suggestions.map(plainItem);
  };
  show('');
  return new Promise((resolve) => {
    const settle = (text: string | undefined) => {
      resolve(text);
      pick.dispose();
    };
    pick.onDidChangeValue(show);
    pick.onDidAccept(() => {
      const suggestion = pick.selectedItems[0]?.suggestion;
      if (suggestion && suggestion.problem === undefined) settle(suggestion.text ?? '');
    });
    pick.onDidHide(() => settle(undefined));
    pick.show();
  });
}
