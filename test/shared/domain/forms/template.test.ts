import { expect, it } from '@jest/globals';
import { changedTemplate, faultsOfTemplate, formFrom, newTemplate } from '../../../../shared/domain/forms/template.ts';

const form = { title: 'Contact', fields: [{ id: 'name', type: 'text' as const }] };
const template = newTemplate({ name: 'Contact', form: { ...form, allowedOrigins: ['https://a.example/'] } });

it('a new template is not built in, and says null of what was left out', () => {
  expect(template).toMatchObject({ name: 'Contact', description: null, category: null, isBuiltIn: false });
  expect(template.form).toMatchObject({ ...form, allowedOrigins: ['https://a.example'] });
  expect(template.id).toMatch(/^tpl_/);
  expect([template.createdAt, Math.abs(Date.parse(template.createdAt) - Date.now()) < 60_000]).toEqual([
    template.updatedAt,
    true,
  ]);
});

it('a change replaces what may be changed, and nothing else', () => {
  const stored = { ...template, createdAt: '2026-01-01T00:00:00.000Z', category: 'sales', description: 'Old' };
  const changed = changedTemplate(stored, { name: 'Hello', form: { ...form, allowedOrigins: ['https://b.example/'] } });
  expect(changed).toEqual({
    ...{ id: template.id, isBuiltIn: false, createdAt: stored.createdAt, updatedAt: expect.any(String) },
    ...{ name: 'Hello', description: null, category: null, form: { ...form, allowedOrigins: ['https://b.example'] } },
  });
});

it('has what is wrong with its form told by the place in it; it may be empty, as a draft may', () => {
  const twice = [...form.fields, ...form.fields];
  expect(faultsOfTemplate({ form: { ...form, fields: twice } })).toMatchObject([{ field: 'form.fields[1].id' }]);
  expect(faultsOfTemplate({ form: { ...form, fields: [] } })).toEqual([]);
});

it('gives a form what was not sent for it', () => {
  const sent = { templateId: template.id, title: 'Mine', status: 'draft' as const };
  expect(formFrom(template, sent)).toEqual({ ...template.form, title: 'Mine', status: 'draft' });
  expect(formFrom(undefined, { ...form, status: 'draft' })).toEqual({ ...form, status: 'draft' });
});
