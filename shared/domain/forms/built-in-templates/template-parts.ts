import type { Field } from '../../fields/field.ts';
import type { Template } from '../template.ts';

export const name: Field = {
  id: 'name',
  type: 'text',
  label: 'Your name',
  required: true,
  placeholder: 'Ada Lovelace',
  autocomplete: 'name',
  validate: { maxLength: 100 },
  pii: true,
};

export const email: Field = {
  id: 'email',
  type: 'email',
  label: 'Email address',
  required: true,
  placeholder: 'ada@example.com',
  autocomplete: 'email',
  pii: true,
};

export const optionalEmail: Field = { ...email, label: 'Email address, if you would like an answer', required: false };

export const phone: Field = {
  id: 'phone',
  type: 'phone',
  label: 'Phone number',
  placeholder: '+1 555 010 0199',
  autocomplete: 'tel',
  pii: true,
};

export const company: Field = {
  id: 'company',
  type: 'text',
  label: 'Company',
  placeholder: 'Analytical Engines Ltd.',
  autocomplete: 'organization',
  validate: { maxLength: 150 },
};

export const needs: Field = {
  id: 'needs',
  type: 'textarea',
  label: 'Dietary requirements, allergies or access needs',
  placeholder: 'For example vegetarian, or step-free access',
  validate: { maxLength: 1000 },
  pii: true,
};

export const allAtOnce = { theme: 'auto', progress: 'none', layout: 'all-at-once' } as const;
export const oneByOne = { theme: 'auto', progress: 'bar', layout: 'one-by-one' } as const;

export const spamProtection = { honeypot: { enabled: true, fieldName: 'website' } };

/** The properties that differ among built-in templates. */
export type BuiltIn = Pick<Template, 'id' | 'name' | 'description' | 'category' | 'form'>;
