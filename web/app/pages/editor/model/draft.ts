import type { Choice, Field, FieldType } from '../../../../../shared/domain/fields/field.ts';
import type { Form, FormChange } from '../../../../../shared/domain/forms/form.ts';
import type { Condition, Formula } from '../../../../../shared/domain/forms/logic/condition.ts';
import type { FieldPolicy } from '../../../../../shared/domain/forms/logic/effective-policies.ts';

export type { Choice, Condition, Field, FieldPolicy, FieldType, Form, Formula };

/** The editable part of a form. It is immutable: each action returns a new draft. */
export type Draft = FormChange;

export const draftOf = ({ id, environment, version, createdAt, updatedAt, ...draft }: Form): Draft => draft;

/** Removes undefined properties, so that a missing property and an undefined one are the same. */
export const compact = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;

/** Returns a record, or undefined if it is empty. */
export const unlessEmpty = <T extends object>(record: T): T | undefined =>
  Object.keys(record).length > 0 ? record : undefined;

export const withoutKey = <T extends object>(record: T, name: string): T =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) as T;

/** Reads a record whose keys users choose, so that `constructor` is a name like any other. */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;
