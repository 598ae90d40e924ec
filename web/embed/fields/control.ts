import type { FieldType } from '../../../shared/domain/fields/field.ts';
import type { Answer, Field } from '../schema.ts';
import type { Api } from '../send/api.ts';
import type { Texts } from '../texts.ts';

/** The types whose control is in the main script: most forms have no others. */
export type PlainType = InputType | 'textarea' | 'select' | 'radio' | 'multiselect' | 'checkbox' | 'consent';
/** Field types with a single input. */
export type InputType = 'text' | 'email' | 'number';
/** The types whose control is in a part that is loaded for them. */
export type FurtherType = Exclude<FieldType, PlainType | 'hidden' | 'calculated' | 'statement' | 'page'>;

/** The language that a form speaks to its visitor. */
export type Speaker = Pick<Host, 'texts' | 'lang'>;

/** The parts of its form that a control uses. */
export type Host = {
  readonly texts: Texts;
  /** The BCP 47 tag for formatting numbers and dates. */
  readonly lang: string;
  readonly api: Api;
  /** Whether this is a preview, which sends nothing. */
  readonly preview: boolean;
  /** The names of the files uploaded earlier in this visit, by ID. */
  readonly fileNames: Record<string, string>;
  /** Whether the page shows only this form. Its title then says when something is wrong. */
  readonly ownsTitle: boolean;
  /** Returns kinds of files in words, once the checks are loaded, as they are before a form with files is shown. */
  readonly kindsOf: ((accept: readonly string[], speaker: Speaker) => string) | undefined;
  /** The attributes that mark a text of the form, in any language. */
  readonly own: { readonly dir: 'auto'; readonly lang: string | undefined };
  /** Delays sending the form until the given work ends. */
  readonly busy: (work: Promise<unknown>) => void;
};

/** The input or inputs of one field. */
export type Control = {
  readonly nodes: readonly Node[];
  /** The elements that take the focus, a description and the mark of a fault. For a group, its elements. */
  readonly inputs: readonly HTMLElement[];
  /** Set when there is more than one element: the control then gets a fieldset with a legend. */
  readonly group?: 'group' | 'radiogroup';
  /** The groups of radio buttons in it. If the field is required, each group needs an answer. */
  readonly radioGroups?: readonly HTMLElement[];
  /** Whether the label comes after the input, as with a checkbox. */
  readonly inline?: boolean;
  readonly read: () => Answer | undefined;
  write: (answer: Answer | undefined) => void;
  /** Returns the rule that the input breaks when it can't be read as an answer at all. */
  readonly unreadable?: () => 'number' | 'date' | 'time' | undefined;
  /** Returns the element to fix next, unless it is the first input. */
  readonly toMend?: () => HTMLElement | undefined;
};

export type MakeControl = (field: Field, host: Host, changed: () => void) => Control;
