/**
 * A form as plain data: the extension states the questions, the page shows them, and the answers return as text, which
 * the extension checks.
 */
export interface FormSpec {
  readonly title: string;
  /** The subject of the form, shown beside the title. */
  readonly facts: string;
  readonly groups: readonly FormGroup[];
  readonly values: FormValues;
  /** The actions; Ctrl+Enter takes the first one. */
  readonly actions: readonly FormAction[];
}

export interface FormGroup {
  readonly title: string;
  /** A sentence below the title. */
  readonly words?: string;
  readonly fields: readonly FormField[];
  /** Closed until someone opens it, because it is rarely needed, or long. */
  readonly folded?: boolean;
}

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The value that holds while the field is empty. */
  readonly whenEmpty: string;
  /** The finding in the file about this field: "−200 in 16,701 cells of 13 columns". */
  readonly found?: string;
  readonly input: FormInput;
}

export type FormInput =
  /** One of these. `required`: there is no empty choice. */
  | { readonly kind: 'choice'; readonly choices: readonly FormChoice[]; readonly required?: boolean }
  /**
   * Any text; suggestions with words are offered one below the other, others while one types. `drawn`: each is the name
   * of something that has a drawing.
   */
  | { readonly kind: 'text'; readonly suggestions?: readonly FormChoice[]; readonly drawn?: 'kernels' }
  /** Any number of these. */
  | { readonly kind: 'many'; readonly choices: readonly FormChoice[] };

export interface FormChoice {
  readonly value: string;
  readonly label: string;
  readonly words?: string;
}

interface FormAction {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
}

/** The values by field; empty or omitted fields are left to Kernelscope. Fields of kind `many` have several. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** The extension's verdict on the current values of the form. */
export interface FormVerdict {
  /** By field, a sentence on the problem. */
  readonly problems: Readonly<Record<string, string>>;
  /** The sentence below the fields: "4 settings differ from the defaults". */
  readonly summary: string;
}
