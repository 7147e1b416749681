/** A form as plain data: the extension says what is asked, the page shows it, and what is chosen goes back as text, to be checked there. */
export interface FormSpec {
  readonly title: string;
  /** Beside the title: what the form is about. */
  readonly facts: string;
  readonly groups: readonly FormGroup[];
  readonly values: FormValues;
  /** The first one is what Ctrl+Enter does. */
  readonly actions: readonly FormAction[];
}

export interface FormGroup {
  readonly title: string;
  /** A sentence below the title. */
  readonly words?: string;
  readonly fields: readonly FormField[];
  /** Closed until someone opens it: rarely needed, or long. */
  readonly folded?: boolean;
}

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What holds while the field is empty. */
  readonly whenEmpty: string;
  /** What the file says of it: "−200 in 16,701 cells of 13 columns". */
  readonly found?: string;
  readonly input: FormInput;
}

export type FormInput =
  /** One of these. `required`: there is no empty choice. */
  | { readonly kind: 'choice'; readonly choices: readonly FormChoice[]; readonly required?: boolean }
  /** Any text; suggestions with words are offered one below the other, others while one types. `drawn`: each is the name of what has a drawing. */
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

/** By field; what is empty or left out is left to Kernelscope. Several for fields of many. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** The extension's word on what the form holds now. */
export interface FormVerdict {
  /** By field, a sentence on what is wrong. */
  readonly problems: Readonly<Record<string, string>>;
  /** Below the fields: "4 settings differ from the defaults". */
  readonly summary: string;
}
