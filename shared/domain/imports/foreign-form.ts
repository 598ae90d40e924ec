import { titleLengthMax } from '../../contracts/forms/title.ts';
import { faultsOfDepth } from '../bodies/depth.ts';
import type { Field } from '../fields/field.ts';
import { reservedNames } from '../forms/reserved-names.ts';

/** A part of the source that the form cannot have, or that a person should check. */
export type Warning = { readonly path: string; readonly message: string };

type Draft = { title: string; fields: Field[] } & Record<string, unknown>;

export type ImportedForm = { readonly form: Draft; readonly warnings: readonly Warning[] };

/**
 * A source that is not in its stated format. It is recognised by name, because a part of a bundle has its own class.
 */
export class NotOfFormat extends Error {
  override readonly name = 'NotOfFormat';
}

export const isNotOfFormat = (error: unknown): error is NotOfFormat =>
  error instanceof Error && error.name === 'NotOfFormat';

// biome-ignore lint/suspicious/noExplicitAny: what other services write; each part is looked at before it is used
export type Foreign = any;

/** The maximum number of fields of a form. */
const fieldsMax = 200;

/** More than anyone reads, and few enough for a reply. */
const warningsMax = 200;

/** Gathers the fields of a form, each with its own ID, and what was left out. */
export class FormImport {
  readonly fields: Field[] = [];
  readonly #warnings: Warning[] = [];
  #unlisted = 0;
  readonly #ids = new Set<string>();

  warn(path: string, message: string): void {
    if (this.#warnings.length < warningsMax) this.#warnings.push({ path, message });
    else this.#unlisted += 1;
  }

  get warnings(): readonly Warning[] {
    if (this.#unlisted === 0) return this.#warnings;
    return [...this.#warnings, { path: '', message: `There are ${this.#unlisted} more warnings like these` }];
  }

  /**
   * Adds a field with an ID made from this name. Returns the ID. Throws `NotOfFormat` when the form has no room for it.
   */
  add(name: unknown, field: Omit<Field, 'id'>): string {
    if (this.fields.length >= fieldsMax) {
      throw new NotOfFormat(`has more than ${fieldsMax} fields, which a form cannot have: import it in parts`);
    }
    const id = this.#idOf(String(name ?? ''));
    this.#ids.add(id);
    this.fields.push(withoutUndefined({ id, ...field }));
    return id;
  }

  finish(title: unknown, more: Record<string, unknown> = {}): ImportedForm {
    const text = typeof title === 'string' ? title.trim() : '';
    return {
      form: { title: text.slice(0, titleLengthMax) || 'Imported form', fields: this.fields, ...more },
      warnings: this.warnings,
    };
  }

  #idOf(name: string): string {
    const id = name
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{Nd}_.-]+/gu, '_')
      .replace(/^[^\p{L}\p{Nd}_]+/u, '')
      .slice(0, 56)
      .toWellFormed()
      .replace('\uFFFD', '');
    const base = /[\p{L}\p{Nd}]/u.test(id) ? id : 'field';
    const safe = base in Object.prototype || reservedNames.has(base) ? `${base}_` : base;
    if (!this.#ids.has(safe)) return safe;
    for (let number = 2; ; number++) if (!this.#ids.has(`${safe}_${number}`)) return `${safe}_${number}`;
  }
}

/** Returns a field without undefined properties, at the first two levels. */
function withoutUndefined(field: Field): Field {
  const { validate, ...rest } = field;
  const rules = Object.entries(validate ?? {}).filter(([, value]) => value !== undefined);
  const others = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '');
  return { ...Object.fromEntries(others), ...(rules.length > 0 && { validate: Object.fromEntries(rules) }) } as Field;
}

/** Lowers the sizes of files to what the deployment accepts. The form's source may allow larger ones. */
export function withinBytes(imported: ImportedForm, bytesMax: number): ImportedForm {
  const warnings: Warning[] = [];
  const fields = listOf(imported.form.fields).map((field, index) => {
    if ((numberOf(field.validate?.maxBytes) ?? 0) <= bytesMax) return field;
    const message = `was left out: files may have at most ${bytesMax} bytes here`;
    warnings.push({ path: `fields[${index}].validate.maxBytes`, message });
    return { ...field, validate: { ...field.validate, maxBytes: undefined } };
  });
  if (warnings.length === 0) return imported;
  return { form: { ...imported.form, fields }, warnings: [...imported.warnings, ...warnings] };
}

/** Returns an object, given as such or as JSON. */
export function objectOf(source: unknown): Foreign {
  const value = typeof source === 'string' ? parsed(source) : source;
  const [tooDeep] = faultsOfDepth(value);
  if (tooDeep) throw new NotOfFormat(tooDeep.message);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotOfFormat('must be a JSON object');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotOfFormat('must be JSON');
  }
}

/** Returns a table's own property by an untrusted name: never an inherited one, such as `valueOf`. */
export const ownOf = <T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns the elements of a list; none of anything else. */
export const listOf = (value: unknown): Foreign[] =>
  Array.isArray(value) ? value.filter(each => each !== null && each !== undefined) : [];
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Returns the texts of choices, each once. */
export const choicesOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.map(value => String(value ?? '').trim()).filter(text => text !== '')),
];

/** Returns a number above 0, such as a step or a size. Some sources write them as text. */
export const positiveOf = (value: unknown): number | undefined => {
  const number = Number(textOf(value) ?? numberOf(value));
  return number > 0 && number < Number.POSITIVE_INFINITY ? number : undefined;
};

/** Returns the media types and file extensions in an `accept`, or undefined when there are none. */
export function acceptOf(text: unknown): string[] | undefined {
  const listed = (textOf(text) ?? '').split(',').map(each => each.trim());
  const known = listed.filter(each => /^(\.[\w.+-]{1,50}|[\w.+-]{1,50}\/([\w.+-]{1,50}|\*))$/.test(each));
  return known.length > 0 ? [...new Set(known)].slice(0, 50) : undefined;
}
