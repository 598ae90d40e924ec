import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import {
  inTime,
  mayBecome,
  type Replies,
  type Reply,
  type ReplyState,
  replyAddress,
  threadHeaders,
} from '../../../../shared/domain/responses/replies.ts';

const reply = (createdAt: string, messageId?: string): Reply => ({
  ...{ fieldId: 'mail', subject: 'Hi', body: 'Dear Ada', authorId: 'usr_1', memberId: 'usr_1', createdAt },
  ...{ state: 'sent', baseUrl: 'https://forms.example', ...(messageId !== undefined && { messageId }) },
});

describe('the address of a reply', () => {
  const fields: Field[] = [
    { id: 'name', type: 'text' },
    { id: 'sealed', type: 'email' },
    { id: 'mail', type: 'email' },
    { id: 'second', type: 'email' },
  ];
  const form = { fields, fieldPolicies: { sealed: 'encrypted' } } as const;
  const answers = { name: 'ada@name.example', sealed: 'ada@sealed.example', mail: 'ada@a.example' };

  it.each<[object, string | undefined, object]>([
    [answers, undefined, { fieldId: 'mail', to: 'ada@a.example' }],
    [{ ...answers, mail: 'no address', second: 'b@b.example' }, undefined, { fieldId: 'second', to: 'b@b.example' }],
    [{ ...answers, second: 'b@b.example' }, 'second', { fieldId: 'second', to: 'b@b.example' }],
  ])('is the first that was given, or the one of the chosen field: %j, %s', (given, chosen, address) => {
    expect(replyAddress(form, { ...given }, chosen)).toEqual(address);
  });

  it.each<[object, string | undefined, string, string]>([
    [{ name: 'ada@name.example', sealed: 'a@b.example' }, undefined, 'required', 'no email address in a field'],
    [{}, undefined, 'required', 'no email address in a field'],
    [answers, 'name', 'unknown', 'not a field of type email'],
    [answers, 'sealed', 'sealed', 'has a policy'],
    [answers, 'second', 'unanswered', 'no email address in this response'],
    [{ mail: 7 }, 'mail', 'unanswered', 'no email address in this response'],
  ])('is none, and why: %j, %s', (given, chosen, rule, message) => {
    expect(replyAddress(form, { ...given }, chosen)).toEqual({
      fault: { field: 'fieldId', rule, message: expect.stringContaining(message) },
    });
  });

  it('is not what every object has', () => {
    expect(replyAddress({ fields: [{ id: 'constructor', type: 'email' }] }, {}, 'constructor')).toHaveProperty('fault');
  });
});

describe('replies', () => {
  const replies: Replies = {
    rep_2: reply('2026-01-02T00:00:00.000Z', '<two@formline>'),
    rep_3: reply('2026-01-03T00:00:00.000Z'),
    rep_1: reply('2026-01-01T00:00:00.000Z', '<one@formline>'),
  };

  it('are in order of creation', () => {
    expect(inTime(replies).map(({ id }) => id)).toEqual(['rep_1', 'rep_2', 'rep_3']);
    expect(inTime(replies)[0]).toEqual({ id: 'rep_1', ...replies.rep_1 });
  });

  it('are in the thread of those that were sent before', () => {
    expect(threadHeaders(replies, 'rep_3')).toEqual({
      'In-Reply-To': '<two@formline>',
      References: '<one@formline> <two@formline>',
    });
    expect(threadHeaders(replies, 'rep_2')).toEqual({ 'In-Reply-To': '<one@formline>', References: '<one@formline>' });
    expect(threadHeaders({ rep_3: reply('2026-01-03T00:00:00.000Z') }, 'rep_4')).toEqual({});
  });

  it('become what SES says, in whatever order it says so', () => {
    const states: ReplyState[] = ['queued', 'sent', 'bounced', 'failed'];
    const steps = states.map(before => states.filter(after => mayBecome(before, after)));
    expect(steps).toEqual([['sent', 'bounced', 'failed'], ['bounced'], [], []]);
  });
});
