import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import {
  changesOf,
  contentNames,
  contentOf,
  draftOn,
  type FormContent,
} from '../../../../shared/domain/forms/content.ts';

const field = (id: string, label: string): Field => ({ id, type: 'text', label });
const published: FormContent = { title: 'Contact', fields: [field('name', 'Name')] };

describe('the content of a form', () => {
  it('is what visitors see, without what is not set and without other settings', () => {
    const form = { ...published, ui: undefined, retention: { days: 30 }, language: 'de' };
    expect(contentOf(form)).toEqual({ ...published, language: 'de' });
    expect(Object.keys(contentOf(form))).toEqual(['title', 'fields', 'language']);
    const everything = Object.fromEntries(contentNames.map(name => [name, name])) as unknown as FormContent;
    expect(contentOf(everything)).toEqual(everything);
  });
});

describe('a draft', () => {
  const change = (title: string) => ({ ...published, title });

  it('is the published content if there is none', () => {
    expect(draftOn(published, undefined)).toEqual({ content: published, conflicts: [] });
  });

  it('has what was published since it began', () => {
    const draft = { base: published, content: { ...published, language: 'de' } };
    expect(draftOn(change('Write to us'), draft)).toEqual({
      content: { ...change('Write to us'), language: 'de' },
      conflicts: [],
    });
  });

  it('wins where both changed the same, and names it', () => {
    const draft = { base: published, content: change('Mine') };
    expect(draftOn(change('Theirs'), draft)).toEqual({ content: change('Mine'), conflicts: ['title'] });
  });
});

describe('the changes between two versions', () => {
  it('are none between the same', () => {
    expect(changesOf(published, { ...published })).toEqual([]);
  });

  it('name settings, and fields with their label or text', () => {
    const text: Field = { id: 'terms', type: 'consent', label: '', text: 'I agree' };
    const after = { ...published, title: 'New', fields: [field('name', 'Full name'), text] };
    expect(changesOf(published, after)).toEqual([
      { kind: 'setting', name: 'title', label: null },
      { kind: 'changed', name: 'name', label: 'Full name' },
      { kind: 'added', name: 'terms', label: 'I agree' },
    ]);
    expect(changesOf(published, { ...published, fields: [] })).toEqual([
      { kind: 'removed', name: 'name', label: 'Name' },
    ]);
  });

  it('are a hundred at most, with labels of a hundred characters', () => {
    const fields = Array.from({ length: 101 }, (_, index) => field(`f${index}`, 'x'.repeat(101)));
    const changes = changesOf({ ...published, fields: [] }, { ...published, fields });
    expect(changes).toHaveLength(100);
    expect(changes[0]?.label?.length).toBeLessThanOrEqual(100);
  });
});
