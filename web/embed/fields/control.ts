import type { Api } from '../api.ts';
import type { Answer, Field } from '../schema.ts';
import type { Texts } from '../texts.ts';

/** What a control may ask of the form that it stands in. */
export type Host = {
  readonly texts: Texts;
  /** BCP 47, for numbers and dates. */
  readonly lang: string;
  readonly api: Api;
  /** Nothing is sent. */
  readonly preview: boolean;
  /** The name of a file that was uploaded earlier in this visit. */
  readonly fileNames: Record<string, string>;
  /** Begins to wait for something that has to end before the form is sent. */
  readonly busy: (work: Promise<unknown>) => void;
};

/** What a person answers a field with. */
export type Control = {
  readonly nodes: readonly Node[];
  /** What takes the focus, a description and the mark of a fault. For a group, the elements in it. */
  readonly inputs: readonly HTMLElement[];
  /** Set for more elements than one: they stand in a fieldset with a legend. */
  readonly group?: 'group' | 'radiogroup';
  /** The label stands behind the input, as with a checkbox. */
  readonly inline?: boolean;
  readonly read: () => Answer | undefined;
  readonly write: (answer: Answer | undefined) => void;
  /** The rule that what stands there breaks, where it makes no answer at all. */
  readonly unreadable?: () => 'number' | 'date' | 'time' | undefined;
};

export type MakeControl = (field: Field, host: Host, changed: () => void) => Control;
