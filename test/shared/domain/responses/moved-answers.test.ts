import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  answersBody,
  answersHash,
  answersIn,
  answersKey,
  responseIn,
} from '../../../../shared/domain/responses/moved-answers.ts';

const response = { id: 'sub_1', formId: 'form_1', submittedAt: '2026-01-31T09:00:00.000Z' };

describe('answers in the bucket of an owner', () => {
  it('have a key by form and day, another one for each move', () => {
    expect(answersKey(response, 'a')).toBe('responses/form_1/2026/01/31/sub_1.a.json');
    expect(responseIn(answersKey(response, 'a'))).toBe('sub_1');
  });

  it('are read from what was written, and from nothing else', () => {
    const body = answersBody(response, '{"name":"Ada"}');
    expect(body).toBe(
      '{"id":"sub_1","formId":"form_1","submittedAt":"2026-01-31T09:00:00.000Z","answers":{"name":"Ada"}}\n',
    );
    const sha256 = answersHash(body);
    expect(sha256).toBe(createHash('sha256').update(body).digest('base64url'));
    expect(answersIn(body, { sha256 })).toBe('{"name":"Ada"}');
    expect(answersIn(`${body} `, { sha256 })).toBeUndefined();
    for (const other of ['{}', '{"answers":"x"}', '{"answers":null}'])
      expect(answersIn(other, { sha256: answersHash(other) })).toBeUndefined();
  });
});
