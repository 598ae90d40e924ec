import { describe, expect, it } from '@jest/globals';
import { createForm } from '../../../../shared/contracts/forms/forms.ts';
import { createTemplate, getTemplate } from '../../../../shared/contracts/forms/templates.ts';
import { builtInTemplate, builtInTemplates } from '../../../../shared/domain/forms/built-in-templates/index.ts';
import { faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';
import { faultsOfTemplate } from '../../../../shared/domain/forms/template.ts';
import { checkAnswers } from '../../../../shared/domain/responses/answers.ts';
import { faultsOf } from '../../../../shared/http/validation/validate.ts';
import { isTemplateId, newId, timeOf } from '../../../../shared/ids.ts';
import { sensibleAnswers } from '../../../support/records/built-in-answers.ts';

const each = builtInTemplates.map(template => [template.name, template] as const);

const withoutInput = new Set([
  ...['radio', 'multiselect', 'rating', 'scale', 'ranking', 'matrix', 'checkbox', 'consent'],
  ...['calculated', 'hidden', 'page'],
]);

describe.each(each)('the built-in template %s', (_, template) => {
  const { name, description, category, form } = template;

  it('is what its contract says, and a customer could have created it', () => {
    expect(faultsOf('body', getTemplate.response, structuredClone(template))).toEqual([]);
    expect(faultsOf('body', createTemplate.body, structuredClone({ name, description, category, form }))).toEqual([]);
    expect(faultsOfTemplate(template)).toEqual([]);
    expect(template).toMatchObject({ isBuiltIn: true, description: expect.any(String), category: expect.any(String) });
  });

  it('makes a form that can go live as it is', () => {
    expect(faultsOf('body', createForm.body, { ...structuredClone(form), status: 'live' })).toEqual([]);
    expect(faultsOfForm({ ...form, status: 'live' })).toEqual([]);
  });

  it('says to a person, at each field, what to answer', () => {
    for (const { type, label, placeholder } of form.fields) {
      expect(label).toMatch(/\S/);
      expect(placeholder === undefined).toBe(withoutInput.has(type));
    }
  });

  it('marks what tells who somebody is as personal data', () => {
    const personal = form.fields.filter(({ id, type }) => type === 'email' || /name|phone|resume|letter/i.test(id));
    expect(personal.filter(({ pii }) => pii !== true)).toEqual([]);
  });

  it('bounds every answer that is text', () => {
    const texts = form.fields.filter(({ type }) => type === 'text' || type === 'textarea');
    expect(texts.filter(({ validate }) => validate?.maxLength === undefined)).toEqual([]);
  });

  it('takes the answers that a person would give, and no empty ones', () => {
    const calculated = new Set(form.fields.filter(({ type }) => type === 'calculated').map(({ id }) => id));
    const sensible = Object.entries(sensibleAnswers[name] ?? {});
    const answers = Object.fromEntries(sensible.filter(([id]) => !calculated.has(id)));
    expect(checkAnswers(form.fields, answers, { partial: false })).toEqual({ answers });
    const required = form.fields.filter(field => field.required).map(({ id }) => id);
    const refused = checkAnswers(form.fields, {}, { partial: false });
    expect('faults' in refused && refused.faults.map(({ field }) => field)).toEqual(required);
    expect(required.length).toBeGreaterThan(0);
  });

  it('refuses a phone number or a link that is none', () => {
    const wrong = { phone: ['call me', '12', '++49 30 123456'], portfolio: ['example.com', 'javascript:alert(1)'] };
    for (const [id, answers] of Object.entries(wrong)) {
      if (!form.fields.some(field => field.id === id)) continue;
      for (const answer of answers) {
        const checked = checkAnswers(form.fields, { ...sensibleAnswers[name], [id]: answer }, { partial: false });
        expect('faults' in checked && checked.faults).toMatchObject([
          { field: id, rule: id === 'phone' ? 'phone' : 'url' },
        ]);
      }
    }
  });
});

describe('the built-in templates', () => {
  it('are found by ids that are older than any other, in the order of the list', () => {
    const ids = builtInTemplates.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    for (const id of ids) {
      expect(isTemplateId(id)).toBe(true);
      expect(timeOf(id.replace('tpl_', ''))).toBe(0);
      expect(id < newId('template')).toBe(true);
      expect(builtInTemplate(id)?.id).toBe(id);
    }
    expect(builtInTemplate('constructor')).toBeUndefined();
  });

  it('keep the ids by which clients know them', () => {
    expect(Object.fromEntries(builtInTemplates.map(({ id, name }) => [name, id]))).toEqual({
      Contact: 'tpl_00000000000000000000000060',
      'Callback request': 'tpl_00000000000000000000000058',
      'Quote request': 'tpl_00000000000000000000000057',
      'Appointment request': 'tpl_00000000000000000000000056',
      'Contact with consent': 'tpl_00000000000000000000000055',
      Feedback: 'tpl_00000000000000000000000050',
      'Customer satisfaction': 'tpl_0000000000000000000000004E',
      'Event feedback': 'tpl_00000000000000000000000048',
      'NPS survey': 'tpl_00000000000000000000000045',
      'Feature request': 'tpl_00000000000000000000000043',
      'Course evaluation': 'tpl_00000000000000000000000042',
      'Team pulse': 'tpl_00000000000000000000000041',
      'Event registration': 'tpl_00000000000000000000000040',
      'Workshop choice': 'tpl_0000000000000000000000003E',
      'Webinar sign-up': 'tpl_00000000000000000000000038',
      RSVP: 'tpl_00000000000000000000000035',
      'Volunteer sign-up': 'tpl_00000000000000000000000034',
      'Date poll': 'tpl_00000000000000000000000033',
      'Job application': 'tpl_00000000000000000000000030',
      'Interview scorecard': 'tpl_0000000000000000000000002E',
      'Exit interview': 'tpl_0000000000000000000000002C',
      'Support request': 'tpl_00000000000000000000000028',
      'Return request': 'tpl_00000000000000000000000026',
      'Bug report': 'tpl_00000000000000000000000020',
      'Demo request': 'tpl_0000000000000000000000001C',
      Waitlist: 'tpl_0000000000000000000000001A',
      Quiz: 'tpl_00000000000000000000000016',
      Testimonial: 'tpl_00000000000000000000000014',
      'Newsletter sign-up': 'tpl_00000000000000000000000010',
      'Order form': 'tpl_0000000000000000000000000E',
    });
  });

  it('are for different things', () => {
    expect(new Set(builtInTemplates.map(({ name }) => name)).size).toBe(builtInTemplates.length);
    expect(new Set(builtInTemplates.map(({ form }) => form.title)).size).toBe(builtInTemplates.length);
  });
});
