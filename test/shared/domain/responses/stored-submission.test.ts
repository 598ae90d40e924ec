import { describe, expect, it } from '@jest/globals';
import { parseStored } from '../../../../shared/domain/responses/sealed-answer.ts';

const consent = { textHash: 'h', at: '2026-01-31T09:00:00.000Z', by: 'page' };
const meta = { source: 'embed', origin: 'https://a.example', userAgent: 'u', language: 'de', durationMs: 7 };
const item = {
  ...{ pk: 'x', status: 'completed', formVersion: 3, answers: '{"name":"Ada"}', updatedAt: consent.at },
  meta: { durationMs: 7, language: 'de', userAgent: 'u', origin: 'https://a.example', source: 'embed' },
};

describe('what is stored of a response', () => {
  it('is read from its item, open and without notes unless it says otherwise', () => {
    expect(parseStored(item)).toEqual({
      ...{ status: 'completed', formVersion: 3, handling: 'open', answers: { name: 'Ada' }, notes: [] },
      ...{ meta, updatedAt: consent.at, spam: undefined },
    });
    expect(parseStored(item)).not.toHaveProperty('assigneeId');
    const spam = { at: consent.at, reasons: [], score: 9 };
    const handled = { ...item, handling: 'done', assigneeId: 'usr_1', notes: '[{"id":"note_1"}]', spam };
    expect(parseStored(handled)).toMatchObject({
      ...{ handling: 'done', assigneeId: 'usr_1', notes: [{ id: 'note_1' }], spam },
    });
  });

  it('has one order, whatever order the table gives', () => {
    const consents = { terms: { by: 'page', at: consent.at, textHash: 'h' }, news: consent };
    const stored = { ...item, meta: { consents, ...item.meta }, spam: { at: 'now', reasons: [], score: 9 } };
    expect(JSON.stringify(parseStored(stored)?.meta)).toBe(
      JSON.stringify({ ...meta, consents: { news: consent, terms: consent } }),
    );
    expect(Object.keys(parseStored(stored)?.spam ?? {})).toEqual(['score', 'reasons', 'at']);
  });

  it.each<[string, object]>([
    ['no answers', { answers: undefined }],
    ['answers that are no JSON', { answers: '{' }],
    ['answers that are a list', { answers: '[]' }],
    ['answers that are nothing', { answers: 'null' }],
    ['notes that are no list', { notes: '{}' }],
    ['notes that are no JSON', { notes: '[' }],
    ['no meta', { meta: undefined }],
    ['another status', { status: 'spam' }],
    ['no version', { formVersion: undefined }],
    ['a version that is no whole number', { formVersion: 1.5 }],
  ])('is nothing with %s', (_, changed) => expect(parseStored({ ...item, ...changed })).toBeUndefined());

  it.each(['completed', 'partial', 'abandoned'])('may be %s', status => {
    expect(parseStored({ ...item, status })?.status).toBe(status);
  });
});
