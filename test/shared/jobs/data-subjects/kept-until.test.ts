import { expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { archiveKeptUntil, keptUntil } from '../../../../shared/jobs/data-subjects/kept-until.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';

const day = 24 * 3600_000;
const now = Date.now();
const inDays = (days: number): string => new Date(now + days * day).toISOString();
const at = inDays(0);

const formWith = (retention: Form['retention']) => ({ form: { retention } }) as StoredForm;

const until = (retention: Form['retention'], change: Partial<Response>) => {
  const response = { status: 'completed', submittedAt: at, updatedAt: at, ...change } as Response;
  const item = { pk: 'RESPONSES#', sk: '', status: response.status, updatedAt: at };
  return keptUntil(formWith(retention), item, response);
};

it('says until when a response is kept: the earliest of what deletes it', () => {
  expect(until(undefined, {})).toBe(null);
  // A day after nobody sees it any more.
  expect(until({ days: 10 }, {})).toBe(inDays(11));
  expect(until({ days: 10, policy: 'archive' }, {})).toBe(null);
  expect(until({ days: 100 }, { status: 'abandoned' })).toBe(inDays(30));
  expect(until({ days: 100 }, { status: 'partial' })).toBe(inDays(31));
  expect(until({ days: 10, partialDays: 0 }, { status: 'abandoned' })).toBe(inDays(11));
  expect(until({ days: 100 }, { spam: { score: 1, reasons: [], at } })).toBe(inDays(30));
  expect(until({ days: 10 }, { restricted: true })).toBe(null);
});

it('says until when an archive is kept', () => {
  const archive = { createdAt: at };
  expect(archiveKeptUntil(formWith({ days: 10, policy: 'archive' }), archive)).toBe(null);
  expect(archiveKeptUntil(formWith({ days: 10, policy: 'archive', archiveDays: 5 }), archive)).toBe(inDays(5));
});
