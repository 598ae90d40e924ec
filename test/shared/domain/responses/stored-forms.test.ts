import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';
import { checkAnswers } from '../../../../shared/domain/responses/answers.ts';

type StoredCases = { fields: Field[]; cases: [body: object, partial: boolean, outcome: unknown][] };

/** Forms that were stored when there were seven types, with what came of each body then. */
const stored: StoredCases[] = JSON.parse(readFileSync(join(import.meta.dirname, 'stored-forms.json'), 'utf8'));

describe.each(stored.map(({ fields, cases }) => [fields.length, fields, cases] as const))(
  'a stored form with %i fields',
  (_, fields, cases) => {
    it('keeps all rules', () => expect(faultsOfForm({ status: 'live', fields })).toEqual([]));

    it.each(cases.map(([body, partial, outcome]) => [JSON.stringify(body), body, partial, outcome] as const))(
      'judges %s as it did',
      (_, body, partial, outcome) => {
        expect(JSON.stringify(checkAnswers(fields, body, { partial }))).toBe(JSON.stringify(outcome));
      },
    );
  },
);
