import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply } from '../../../../shared/domain/responses/replies.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { addReply, endReply, repliedIn, repliesIn, replyTag } from '../../../../shared/store/responses/replies.ts';
import { deleteResponse, responseKey } from '../../../../shared/store/responses/responses.ts';
import { dynamodb, getItem } from '../../../../shared/store/table.ts';
import { putNewWrite } from '../../../../shared/store/writes.ts';
import { newCaller, readOf, storedForm, submit } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let stored: StoredForm;
beforeAll(async () => {
  stored = await storedForm(await newCaller());
});

const endedAt = '2026-11-20T11:00:00.000Z';
const reply: Reply = {
  ...{ fieldId: 'email', subject: 'Your question', body: 'The answer', authorId: 'user_1', memberId: 'user_2' },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', state: 'queued', baseUrl: 'https://forms.example' },
};
const other: Reply = { ...reply, subject: 'Once more' };

const itemOf = (id: string) => getItem(responseKey(id));
const repliesOf = async (id: string) =>
  repliesIn((await itemOf(id)) as NonNullable<Awaited<ReturnType<typeof itemOf>>>);

/** A response with a reply `rpl_1`. */
async function replied(content: Partial<Reply> = {}): Promise<string> {
  const { id } = await submit(stored);
  const written = await addReply(await readOf(stored, { id }), ['rpl_1', { ...reply, ...content }], []);
  expect(written).toBe(true);
  return id;
}

describe('a reply', () => {
  it('is added to those of its response, whose other attributes stay', async () => {
    const { id } = await submit(stored);
    const before = await itemOf(id);
    expect(await repliesOf(id)).toEqual({});
    expect(await addReply(await readOf(stored, { id }), ['rpl_1', reply], [])).toBe(true);
    expect(await addReply(await readOf(stored, { id }), ['rpl_2', other], [])).toBe(true);
    const { stamp: _, ...after } = { ...(await itemOf(id)) };
    expect(after).toEqual({ ...before, replies: { rpl_1: reply, rpl_2: other }, revision: 3 });
  });

  it('is stored with the mail that sends it, or not at all', async () => {
    const { id } = await submit(stored);
    const read = await readOf(stored, { id });
    const [mail, late] = [keyOf('mail', { mail: `${id}1` }), keyOf('mail', { mail: `${id}2` })];
    expect(await addReply(read, ['rpl_1', reply], [putNewWrite(mail)])).toBe(true);
    expect(await getItem(mail)).toEqual(mail);
    expect(await addReply(read, ['rpl_2', other], [putNewWrite(late)])).toBe(false);
    expect(await getItem(late)).toBeUndefined();
    expect(await addReply(await readOf(stored, { id }), ['rpl_2', other], [putNewWrite(mail)])).toBe(false);
    expect(await repliesOf(id)).toEqual({ rpl_1: reply });
  });

  it('ends as sent, with its Message-ID, and then may come back', async () => {
    const id = await replied();
    expect(await addReply(await readOf(stored, { id }), ['rpl_2', other], [])).toBe(true);
    await endReply(id, 'rpl_1', { state: 'sent', at: endedAt, messageId: '<1@example.com>' });
    const sent = { ...reply, state: 'sent', endedAt, messageId: '<1@example.com>' };
    expect(await repliesOf(id)).toEqual({ rpl_1: sent, rpl_2: other });
    await endReply(id, 'rpl_1', { state: 'bounced', at: '2026-11-20T12:00:00.000Z' });
    const bounced = { ...sent, state: 'bounced', endedAt: '2026-11-20T12:00:00.000Z' };
    expect(await repliesOf(id)).toEqual({ rpl_1: bounced, rpl_2: other });
    expect(await itemOf(id)).toMatchObject({ revision: 5 });
  });

  it('ends without a Message-ID when it was never sent', async () => {
    const id = await replied();
    await endReply(id, 'rpl_1', { state: 'failed', at: endedAt });
    expect(await repliesOf(id)).toEqual({ rpl_1: { ...reply, state: 'failed', endedAt } });
  });

  it('stays as it ended, whatever comes later', async () => {
    const id = await replied({ state: 'bounced' });
    const before = await itemOf(id);
    await endReply(id, 'rpl_1', { state: 'sent', at: endedAt });
    await endReply(id, 'rpl_unknown', { state: 'sent', at: endedAt });
    expect(await itemOf(id)).toEqual(before);
  });

  it('ends no more when its response is gone, or never had one', async () => {
    const id = await replied();
    const plain = await submit(stored);
    const before = await itemOf(plain.id);
    await endReply(plain.id, 'rpl_1', { state: 'sent', at: endedAt });
    expect(await itemOf(plain.id)).toEqual(before);
    expect(await deleteResponse(await readOf(stored, { id }))).toBe(true);
    await endReply(id, 'rpl_1', { state: 'sent', at: endedAt });
    expect(await itemOf(id)).toBeUndefined();
  });

  it('ends beside another that is added at the same time', async () => {
    const id = await replied();
    dynamodb.middlewareStack.add(
      next => async args => {
        if ('UpdateExpression' in args.input && dynamodb.middlewareStack.remove('meanwhile')) {
          await addReply(await readOf(stored, { id }), ['rpl_2', other], []);
        }
        return next(args);
      },
      { name: 'meanwhile', step: 'initialize' },
    );
    await endReply(id, 'rpl_1', { state: 'sent', at: endedAt });
    expect(await repliesOf(id)).toEqual({ rpl_1: { ...reply, state: 'sent', endedAt }, rpl_2: other });
  });
});

describe('the tag of a reply', () => {
  it('names it and its response', () => {
    expect(replyTag('sub_1a', 'rpl_2b')).toBe('sub_1a.rpl_2b');
    expect(repliedIn('sub_1a.rpl_2b')).toEqual({ responseId: 'sub_1a', replyId: 'rpl_2b' });
  });

  it.each([undefined, '', 'sub_1.', 'sub_1.sub_2', 'x sub_1.rpl_2', 'sub_1.rpl_2 x', 'sub_1xrpl_2'])(
    'is none in %p',
    tag => expect(repliedIn(tag)).toBeUndefined(),
  );
});
