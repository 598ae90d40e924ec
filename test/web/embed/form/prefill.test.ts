import { describe, expect, it } from '@jest/globals';
import type { FieldType } from '../../../../shared/domain/fields/field.ts';
import { type AnswerShape, fieldTypes } from '../../../../shared/domain/fields/field-types.ts';
import { prefill } from '../../../../web/embed/form/prefill.ts';

const given: Readonly<Record<AnswerShape, string>> = {
  ...{ text: 'a', texts: 'a', record: 'a', files: 'a', computed: '1', none: 'a' },
  ...{ number: '1', boolean: 'true' },
};
const answers: Readonly<Record<AnswerShape, unknown>> = {
  ...{ text: 'a', texts: ['a'], record: { r: 'a' } },
  ...{ number: 1, boolean: true },
  ...{ files: undefined, computed: undefined, none: undefined },
};

describe('what a form begins with', () => {
  it.each(Object.keys(fieldTypes) as FieldType[])('is an answer of its shape to a %s', type => {
    const { shape } = fieldTypes[type];
    const address = new URLSearchParams({ f: given[shape], 'f[r]': given[shape] });
    const { f } = prefill([{ id: 'f', type, rows: ['r'], columns: ['a'] }], address, new URLSearchParams());
    expect(f).toEqual(type === 'consent' ? undefined : answers[shape]);
  });

  it('is a consent where the visitor has ticked it, and no file: its input is taken over itself', () => {
    const typed = new FormData();
    typed.append('terms', 'true');
    typed.append('cv', new File(['x'], 'cv.pdf'));
    const fields = [
      { id: 'terms', type: 'consent' },
      { id: 'cv', type: 'file' },
    ] as const;
    expect(prefill(fields, new URLSearchParams(), typed)).toEqual({ terms: true });
  });
});
