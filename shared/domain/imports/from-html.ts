import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import type { Choice, Field } from '../fields/field.ts';
import {
  acceptOf,
  type Foreign,
  FormImport,
  type Imported,
  NotOfFormat,
  ownOf,
  positiveOf,
  textOf,
} from './imported.ts';

/** Deeper than any page is; what walks the elements calls itself at each. */
const depthMax = 200;

/** Boxes and buttons of one name are one field. */
const controlsMax = 2000;

const controlNames = ['input', 'select', 'textarea'];

/** Makes the elements of a page, and stops at more than a form can be made of. */
class BoundedHandler extends DomHandler {
  #depth = 0;
  #controls = 0;

  override onopentag(name: string, attribs: Record<string, string>): void {
    this.#depth += 1;
    this.#controls += controlNames.includes(name) ? 1 : 0;
    if (this.#depth > depthMax) throw new NotOfFormat(`is nested more than ${depthMax} deep`);
    if (this.#controls > controlsMax)
      throw new NotOfFormat(`has more than ${controlsMax} controls: import it in parts`);
    super.onopentag(name, attribs);
  }

  override onclosetag(): void {
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

/** The controls of a pasted page's first form; of the whole text where there is none. */
export async function fromHtml(source: unknown): Promise<Imported> {
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

type Page = {
  readonly controls: readonly Foreign[];
  /** By the ids that they are for. */
  readonly labels: ReadonlyMap<string, Foreign>;
  /** By their fieldsets. */
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

const text = (node: Foreign): string => DomUtils.textContent(node).replace(/\s+/g, ' ').trim();

function addControl(page: Page, control: Foreign, path: string): void {
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

/** What a control says that its field does not. */
function leftOut({ pattern, accept = '' }: Foreign, { type, validate }: Omit<Field, 'id'>): string[] {
  const isPart = type === 'file' && accept.split(',').length > (validate?.accept?.length ?? 1);
  return [
    ...(pattern ? ['its pattern was left out: those of HTML are of another dialect'] : []),
    ...(isPart ? ['what its accept lists besides media types and endings of names was left out'] : []),
  ];
}

const withPlaceholder: ReadonlySet<string> = new Set(['text', 'textarea', 'email', 'number', 'phone', 'url']);

/** `select`, `textarea`, or the type of an input. */
const typeOf = ({ name, attribs }: Foreign): string =>
  name === 'input' ? (attribs.type ?? 'text').toLowerCase() : name;

type Make = (attribs: Foreign, control: Foreign) => Omit<Field, 'id'>;

const makers: Readonly<Record<string, Make>> = {
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

/** Without a `step`, a browser takes whole numbers alone, counted from `min`. */
function numbersOf({ min, max, step }: Foreign) {
  const bounds = { min: numeric(min), max: numeric(max) };
  if (step === undefined && Number.isInteger(bounds.min ?? 0)) return { ...bounds, integer: true };
  return { ...bounds, step: step === undefined ? 1 : positiveOf(step) };
}

/** As browsers do, without what is no such bound. */
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

/** Boxes or buttons of one name are one question; a box alone is yes or no. */
function addGroup(page: Page, first: Foreign): void {
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

function legendOf({ legends }: Page, control: Foreign): string | undefined {
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

function labelOf({ labels }: Page, control: Foreign): string | undefined {
  const { id, 'aria-label': label, placeholder } = control.attribs;
  const own = id ? labels.get(id) : undefined;
  if (own) return textOf(text(own));
  for (let node = control.parent; node; node = node.parent) {
    if (node.name === 'label') return textOf(text(node));
  }
  return textOf(label) ?? textOf(placeholder);
}
