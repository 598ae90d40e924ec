import type { FromSchema } from 'json-schema-to-ts';
import type { createTemplate, getTemplate, updateTemplate } from '../../contracts/forms/templates.ts';
import type { Fault } from '../../fault.ts';
import { newId } from '../../ids.ts';
import type { FieldLimits } from './field-rules.ts';
import { type FormRequest, type NewForm, tidyForm } from './form.ts';
import { faultsOfForm } from './form-rules.ts';

export type Template = FromSchema<typeof getTemplate.response>;
type NewTemplate = FromSchema<typeof createTemplate.body>;
type TemplateChange = FromSchema<typeof updateTemplate.body>;

export function newTemplate({ name, description = null, category = null, form }: NewTemplate): Template {
  const now = new Date().toISOString();
  return {
    id: newId('template'),
    name,
    description,
    category,
    form: tidyForm(form),
    isBuiltIn: false,
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the template with all changeable properties replaced. */
export function changedTemplate({ id, isBuiltIn, createdAt }: Template, change: TemplateChange): Template {
  const { name, description = null, category = null, form } = change;
  return {
    id,
    name,
    description,
    category,
    form: tidyForm(form),
    isBuiltIn,
    createdAt,
    updatedAt: new Date().toISOString(),
  };
}

/** Returns every fault of a form made from it that a schema cannot check. */
export function faultsOfTemplate({ form }: Pick<Template, 'form'>, limits?: FieldLimits): Fault[] {
  return faultsOfForm({ ...form, status: 'draft' }, limits).map(fault => ({ ...fault, field: `form.${fault.field}` }));
}

/** Returns the requested form: what was sent and, for the rest, the template's properties. */
export function formFrom(template: Template | undefined, { templateId: _, ...sent }: FormRequest): NewForm {
  // Without a template, the schema requires title and fields.
  return { ...template?.form, ...sent } as NewForm;
}
