import { h, newId, setAttribute } from '../dom.ts';
import { loaded } from '../extras.ts';
import type { inlineNodes, markdown } from '../markdown.ts';
import { type Field, isAnswered } from '../schema.ts';
import type { explain } from './checks.ts';
import { checkboxControl, choicesControl, selectControl } from './choice.ts';
import type { Control, FurtherType, Host, InputType, MakeControl, PlainType } from './control.ts';
import { inputControl, textareaControl } from './input.ts';

/** What fields use of the parts that are loaded on demand. */
const extras: Partial<{
  readonly controls: Readonly<Record<FurtherType, MakeControl>>;
  readonly explain: typeof explain;
  readonly inlineNodes: typeof inlineNodes;
  readonly markdown: typeof markdown;
}> = loaded;

/** A field as the form shows it. */
export type FieldView = {
  readonly field: Field;
  readonly root: HTMLElement;
  /** Undefined for a statement, a hidden field and a calculated value. */
  readonly control?: Control;
  readonly setRequired: (required: boolean) => void;
  /** Shows what is wrong with the answer. Without a message, clears the fault. */
  readonly setError: (message?: string) => void;
  /** Shows a value that the service calculated. */
  readonly setValue?: (text: string) => void;
};

type OwnType = Exclude<PlainType, InputType>;

const controls: Readonly<Record<OwnType, MakeControl>> = {
  textarea: textareaControl,
  select: selectControl,
  radio: choicesControl,
  multiselect: choicesControl,
  checkbox: checkboxControl,
  consent: checkboxControl,
};

/** @param changed called whenever the answer may have changed */
export function fieldView(field: Field, host: Host, changed: () => void): FieldView {
  if (field.type === 'statement') return statementView(field, host);
  if (field.type === 'calculated') return calculatedView(field, host);
  return questionView(field, host, changed);
}

function questionView(field: Field, host: Host, changed: () => void): FieldView {
  // A later version of the service may have types that this script does not know.
  const makeControl = extras.controls?.[field.type as FurtherType] ?? controls[field.type as OwnType] ?? inputControl;
  const control = makeControl(field, host, changed);
  const id = newId();
  const helps = helpNodes(field, host, control);
  const help = h('div', { id: `${id}h`, class: 'help', part: 'help', hidden: helps.length === 0 }, ...helps);
  const error = h('p', { id: `${id}e`, class: 'error', part: 'error', hidden: true });
  const optional = h('span', { class: 'optional' }, host.texts.optional);
  const label = h('span', host.own, ...labelNodes(field));
  const root = rootOf(control, id, [label, ' ', optional], [help, error]);
  // A fieldset is described as a whole. Radio buttons can only be marked together.
  for (const element of control.group ? [root] : control.inputs) {
    element.setAttribute('aria-describedby', `${id}h ${id}e`);
  }
  const marked = markable(control, root);
  return {
    field,
    root,
    control,
    setRequired: required => {
      optional.hidden = required;
      for (const group of radioGroupsOf(control, root)) setAttribute(group, 'aria-required', required && 'true');
      if (!control.group) for (const element of marked) setAttribute(element, 'required', required);
    },
    setError: message => {
      error.textContent = message ?? '';
      error.hidden = !message;
      root.classList.toggle('invalid', Boolean(message));
      for (const element of marked) setAttribute(element, 'aria-invalid', message ? 'true' : undefined);
    },
  };
}

const radioGroupsOf = ({ group, radioGroups = [] }: Control, root: HTMLElement): readonly HTMLElement[] =>
  group === 'radiogroup' ? [root] : radioGroups;

/** Returns the elements that may carry the mark of a fault. */
const markable = ({ group, inputs }: Control, root: HTMLElement): readonly HTMLElement[] =>
  group === 'radiogroup' ? [root] : inputs.filter(({ tagName }) => tagName !== 'BUTTON');

function rootOf(
  control: Control,
  id: string,
  label: readonly (Node | string)[],
  [help, error]: [Node, Node],
): HTMLElement {
  const { group, inline, inputs, nodes } = control;
  const attributes = { class: 'field', part: 'field' };
  if (group) {
    return h(
      'fieldset',
      { ...attributes, role: group },
      h('legend', { part: 'label' }, ...label),
      help,
      ...nodes,
      error,
    );
  }
  if (inputs[0]) inputs[0].id = id;
  if (inline) {
    const choice = h('label', { class: 'choice', part: 'label', for: id }, ...nodes, h('span', {}, ...label));
    return h('div', attributes, choice, help, error);
  }
  return h('div', attributes, h('label', { part: 'label', for: id }, ...label), help, ...nodes, error);
}

/** Returns the label. A consent without a label shows its text instead. */
const labelNodes = ({ id, label, text }: Field): (Node | string)[] =>
  label || !text || !extras.inlineNodes ? [label ?? id] : extras.inlineNodes(text);

/** Returns the notes on a question: its help, the text of a consent with a label, and its rules. */
function helpNodes(field: Field, host: Host, control: Control): Node[] {
  const { help, label, text } = field;
  const hint = extras.explain?.(field, host, control);
  const more = (label && text && extras.markdown?.(text)) || [];
  return [
    ...(help ? [h('p', host.own, help)] : []),
    ...(more.length > 0 ? [h('div', host.own, ...more)] : []),
    ...(hint ? [h('p', {}, hint)] : []),
  ];
}

function statementView(field: Field, { own }: Host): FieldView {
  const heading = field.label ? [h('h2', { part: 'label' }, field.label)] : [];
  const root = h(
    'div',
    { class: 'field statement', part: 'statement', ...own },
    ...heading,
    ...(extras.markdown?.(field.text ?? '') ?? []),
  );
  return { field, root, setRequired: () => {}, setError: () => {} };
}

function calculatedView(field: Field, { own }: Host): FieldView {
  const output = h('output', { part: 'input' });
  const root = h(
    'div',
    { class: 'field', part: 'field' },
    h('span', { class: 'label', part: 'label', ...own }, field.label ?? ''),
    output,
  );
  const setValue = (text: string) => {
    output.textContent = text;
    root.hidden = !field.label;
  };
  return { field, root, setRequired: () => {}, setError: () => {}, setValue };
}

/** Whether the visitor sees the field at all. */
export const isShown = (field: Field): boolean => (isAnswered(field) ? field.type !== 'hidden' : field.type !== 'page');
