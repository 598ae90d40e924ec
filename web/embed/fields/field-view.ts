import { h, newId, setAttribute } from '../dom.ts';
import { extras } from '../extras.ts';
import { type Field, isAnswered } from '../schema.ts';
import { checkboxControl, choicesControl, selectControl } from './choice.ts';
import type { Control, Host, MakeControl } from './control.ts';
import { inputControl, textareaControl } from './input.ts';

/** A field as it stands in the form. */
export type FieldView = {
  readonly field: Field;
  readonly root: HTMLElement;
  /** What it is called where it is spoken of. */
  readonly name: string;
  /** None of a statement, of a hidden field and of what the service calculates. */
  readonly control?: Control;
  readonly setRequired: (required: boolean) => void;
  /** Shows what is wrong with the answer; nothing is, without a message. */
  readonly setError: (message?: string) => void;
  /** Shows what the service calculates. */
  readonly setValue?: (text: string) => void;
};

const controls: Readonly<Record<string, MakeControl>> = {
  textarea: textareaControl,
  select: selectControl,
  radio: choicesControl,
  multiselect: choicesControl,
  checkbox: checkboxControl,
  consent: checkboxControl,
};

/** @param changed called whenever the answer may be another one */
export function fieldView(field: Field, host: Host, changed: () => void): FieldView {
  if (field.type === 'statement') return statementView(field);
  if (field.type === 'calculated') return calculatedView(field);
  return questionView(field, host, changed);
}

function questionView(field: Field, host: Host, changed: () => void): FieldView {
  const control = (extras.controls?.[field.type] ?? controls[field.type] ?? inputControl)(field, host, changed);
  const id = newId();
  const helps = helpNodes(field);
  const help = h('div', { id: `${id}h`, class: 'help', part: 'help', hidden: helps.length === 0 }, ...helps);
  const error = h('p', { id: `${id}e`, class: 'error', part: 'error', hidden: true });
  const optional = h('span', { class: 'optional' }, ` ${host.texts.optional}`);
  const label = h('span', {}, ...labelNodes(field));
  const root = rootOf(control, id, [label, optional], [help, error]);
  // A fieldset is described as a whole, and of radio buttons only all can be marked.
  for (const element of control.group ? [root] : control.inputs) {
    element.setAttribute('aria-describedby', `${id}h ${id}e`);
  }
  const marked = markable(control, root);
  return {
    field,
    root,
    name: label.textContent ?? '',
    control,
    setRequired: required => {
      optional.hidden = required;
      if (control.group === 'radiogroup') setAttribute(root, 'aria-required', required && 'true');
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

/** What a mark of a fault may stand on. */
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

/** A consent without a label has its text in that place. */
const labelNodes = ({ id, label, text }: Field): (Node | string)[] =>
  label || !text || !extras.inlineNodes ? [label ?? id] : extras.inlineNodes(text);

/** What there is to read about a question: its help, and the text of a consent that has a label, too. */
const helpNodes = ({ help, label, text }: Field): (Node | string)[] => [
  ...(help ? [help] : []),
  ...((label && text && extras.markdown?.(text)) || []),
];

function statementView(field: Field): FieldView {
  const heading = field.label ? [h('h2', { part: 'label' }, field.label)] : [];
  const root = h(
    'div',
    { class: 'field statement', part: 'statement' },
    ...heading,
    ...(extras.markdown?.(field.text ?? '') ?? []),
  );
  return { field, root, name: '', setRequired: () => {}, setError: () => {} };
}

function calculatedView(field: Field): FieldView {
  const output = h('output', { part: 'input' });
  const root = h(
    'div',
    { class: 'field', part: 'field' },
    h('span', { class: 'label', part: 'label' }, field.label ?? ''),
    output,
  );
  const setValue = (text: string) => {
    output.textContent = text;
    root.hidden = !field.label;
  };
  return { field, root, name: '', setRequired: () => {}, setError: () => {}, setValue };
}

/** Whether a person meets the field at all. */
export const isShown = (field: Field): boolean => (isAnswered(field) ? field.type !== 'hidden' : field.type !== 'page');
