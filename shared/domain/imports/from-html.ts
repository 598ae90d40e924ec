import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import type { Choice, Field } from '../fields/field.ts';
import {
  acceptOf,
  type Foreign,
  FormImport,
  type ImportedForm,
  NotOfFormat,
  ownOf,
  positiveOf,
  textOf,
} from './foreign-form.ts';

/** Deeper than any page. The code that walks the elements is recursive. */
const depthMax = 200;

/** The maximum number of controls. Boxes and buttons with the same name are one field. */
const controlsMax = 2000;

const controlNames = ['input', 'select', 'textarea'];

/**
 * Elements that a browser never nests in one of the same name. Each is read whole, so nested ones would be read many
 * times.
 */
const neverNested = ['select', 'option'];

/** Builds the elements of a page, and stops at more than a form can be made of. */
class BoundedHandler extends DomHandler {
  #depth = 0;
  #controls = 0;
  readonly #open = new Map<string, number>();

  override onopentag(name: string, attribs: Record<string, string>): void {
    this.#depth += 1;
    if (neverNested.includes(name)) {
      const open = (this.#open.get(name) ?? 0) + 1;
      if (open > 1) throw new NotOfFormat(`nests <${name}> in <${name}>`);
      this.#open.set(name, open);
    }
    this.#controls += controlNames.includes(name) ? 1 : 0;
    if (this.#depth > depthMax) throw new NotOfFormat(`is nested more than ${depthMax} deep`);
    if (this.#controls > controlsMax)
      throw new NotOfFormat(`has more than ${controlsMax} controls: import it in parts`);
    super.onopentag(name, attribs);
  }

  override onclosetag(): void {
    const { name } = this.tagStack.at(-1) as Foreign;
    this.#open.delete(name);
    this.#depth -= 1;
    super.onclosetag();
  }
}

function parse(source: string): Foreign {
  const handler = new BoundedHandler();
  new Parser(handler).end(source);
  return handler.root;
}

const buttons = ['submit', 'button', 'reset', 'image'];

/** Imports the controls of a pasted page's first form, or of the whole text if there is none. */
export async function fromHtml(source: unknown): Promise<ImportedForm> {
  if (typeof source !== 'string') throw new NotOfFormat('must be the text of an HTML form');
  const document = parse(source);
  const [form] = named(document, 'form');
  const root: Foreign = form ?? document;
  const made = new FormImport();
  const page = { controls: named(root, ...controlNames), labels: labelsIn(document), legends: new Map(), made };
  const done = new Set<string>();
  page.controls.forEach((control, index) => {
    const { name = '', type = 'text' } = control.attribs;
    const group = `${type} ${name}`;
    if (!['radio', 'checkbox'].includes(type)) addControl(page, control, `${control.name}[${index}]`);
    else if (!done.has(group)) addGroup(page, control);
    done.add(group);
  });
  if (page.controls.length === 0) throw new NotOfFormat('has no input, select or textarea');
  const [heading] = [...named(root, 'legend', 'h1', 'h2'), ...named(document, 'h1', 'title')];
  return made.finish(heading && text(heading));
}

type HtmlPage = {
  readonly controls: readonly Foreign[];
  /** Labels by the IDs that they are for. */
  readonly labels: ReadonlyMap<string, Foreign>;
  /** Legends by their fieldsets. */
  readonly legends: Map<Foreign, string | undefined>;
  readonly made: FormImport;
};

const labelsIn = (document: Foreign): ReadonlyMap<string, Foreign> =>
  new Map(
    named(document, 'label')
      .reverse()
      .map(label => [label.attribs.for, label]),
  );

const named = (root: Foreign, ...names: string[]): Foreign[] =>
  DomUtils.getElementsByTagName(name => names.includes(name), root, true);

/** Caches each text, because a label may belong to a thousand buttons. */
const texts = new WeakMap<object, string>();

function text(node: Foreign): string {
  const known = texts.get(node) ?? DomUtils.textContent(node).replace(/\s+/g, ' ').trim();
  texts.set(node, known);
  return known;
}

function addControl(page: HtmlPage, control: Foreign, path: string): void {
  const { made } = page;
  const { attribs } = control;
  const type = typeOf(control);
  if (buttons.includes(type)) return;
  const field = attribs.name?.startsWith('_') ? undefined : fieldOf(type, control);
  if (!field) {
    made.warn(path, `${attribs.name ?? 'a control without a name'}: a control of type ${type} was left out`);
    return;
  }
  for (const message of leftOut(attribs, field)) made.warn(path, message);
  const placeholder = withPlaceholder.has(field.type) ? textOf(attribs.placeholder) : undefined;
  const label = labelOf(page, control) ?? attribs.name;
  made.add(attribs.name ?? attribs.id, {
    ...field,
    label,
    placeholder,
    ...('required' in attribs && { required: true }),
  });
}

/** Returns the settings of a control that its field does not have. */
function leftOut({ pattern, accept = '' }: Foreign, { type, validate }: Omit<Field, 'id'>): string[] {
  const isPart = type === 'file' && accept.split(',').length > (validate?.accept?.length ?? 1);
  return [
    ...(pattern ? ['its pattern was left out: those of HTML are of another dialect'] : []),
    ...(isPart ? ['what its accept lists besides media types and endings of names was left out'] : []),
  ];
}

const withPlaceholder: ReadonlySet<string> = new Set(['text', 'textarea', 'email', 'number', 'phone', 'url']);

/** Returns `select`, `textarea`, or the type of an input. */
const typeOf = ({ name, attribs }: Foreign): string =>
  name === 'input' ? (attribs.type ?? 'text').toLowerCase() : name;

type FieldMaker = (attribs: Foreign, control: Foreign) => Omit<Field, 'id'>;

const makers: Readonly<Record<string, FieldMaker>> = {
  textarea: attribs => ({ type: 'textarea', validate: lengthsOf(attribs) }),
  select: (attribs, control) => ({
    type: 'multiple' in attribs ? 'multiselect' : 'select',
    options: optionsOf(control),
  }),
  hidden: () => ({ type: 'hidden' }),
  text: attribs => ({ type: 'text', validate: lengthsOf(attribs) }),
  search: attribs => ({ type: 'text', validate: lengthsOf(attribs) }),
  email: attribs => ({ type: 'email', validate: lengthsOf(attribs) }),
  number: attribs => ({ type: 'number', validate: numbersOf(attribs) }),
  range: attribs => ({ type: 'number', validate: numbersOf(attribs) }),
  file: attribs => ({
    type: 'file',
    validate: { accept: acceptOf(attribs.accept), maxFiles: 'multiple' in attribs ? 5 : undefined },
  }),
  tel: () => ({ type: 'phone' }),
  url: () => ({ type: 'url' }),
  date: attribs => ({ type: 'date', validate: boundsOf(attribs, /^\d{4}-\d{2}-\d{2}$/) }),
  time: attribs => ({ type: 'time', validate: boundsOf(attribs, /^\d{2}:\d{2}/) }),
};

const fieldOf = (type: string, control: Foreign): Omit<Field, 'id'> | undefined =>
  ownOf(makers, type)?.(control.attribs, control);

const numeric = (value: unknown): number | undefined =>
  textOf(value) === undefined || !Number.isFinite(Number(value)) ? undefined : Number(value);

/** Returns the rules of a number. Without a `step`, a browser accepts only whole steps, counted from `min`. */
function numbersOf({ min, max, step }: Foreign) {
  const bounds = { min: numeric(min), max: numeric(max) };
  if (step === undefined && Number.isInteger(bounds.min ?? 0)) return { ...bounds, integer: true };
  return { ...bounds, step: step === undefined ? 1 : positiveOf(step) };
}

/** Returns the bounds as browsers do, without invalid ones. */
const boundsOf = ({ min, max }: Foreign, written: RegExp) => ({
  min: written.exec(min ?? '')?.[0],
  max: written.exec(max ?? '')?.[0],
});

const lengthsOf = ({ minlength, maxlength }: Foreign) => ({
  minLength: numeric(minlength),
  maxLength: numeric(maxlength) || undefined,
});

function optionsOf(select: Foreign): Choice[] {
  const options = named(select, 'option').map((option): [string, Choice] => {
    const label = text(option);
    const value = option.attribs.value ?? label;
    return [value, value === label || label === '' ? value : { value, label }];
  });
  return [...new Map(options).values()].filter(
    option => option !== '' && (typeof option === 'string' || option.value !== ''),
  );
}

/** Adds a group of boxes or buttons with one name as one question. A single box is yes or no. */
function addGroup(page: HtmlPage, first: Foreign): void {
  const { controls, made } = page;
  const { type, name } = first.attribs;
  const all = controls.filter(({ attribs }) => attribs.type === type && attribs.name === name);
  const required = all.some(({ attribs }) => 'required' in attribs) && { required: true };
  if (type === 'checkbox' && all.length === 1) {
    made.add(name, { type: 'checkbox', label: labelOf(page, first) ?? name, ...required });
    return;
  }
  const options = all.map((each): [string, Choice] => {
    const label = labelOf(page, each);
    const value = each.attribs.value ?? label ?? 'on';
    return [value, label === undefined || label === value ? value : { value, label }];
  });
  const legend = legendOf(page, first);
  const kind = type === 'radio' ? 'radio' : 'multiselect';
  made.add(name, { type: kind, options: [...new Map(options).values()], label: legend ?? name, ...required });
}

function legendOf({ legends }: HtmlPage, control: Foreign): string | undefined {
  for (let node = control.parent; node; node = node.parent) {
    if (node.name !== 'fieldset') continue;
    if (!legends.has(node)) {
      const [legend] = named(node, 'legend');
      legends.set(node, legend && textOf(text(legend)));
    }
    return legends.get(node);
  }
  return undefined;
}

function labelOf({ labels }: HtmlPage, control: Foreign): string | undefined {
  const { id, 'aria-label': label, placeholder } = control.attribs;
  const own = id ? labels.get(id) : undefined;
  if (own) return textOf(text(own));
  for (let node = control.parent; node; node = node.parent) {
    if (node.name === 'label') return textOf(text(node));
  }
  return textOf(label) ?? textOf(placeholder);
}
