import { mayBecome, type Replies, type Reply, type ReplyState } from '../../domain/responses/replies.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import type { Key } from '../keys.ts';
import type { Item, TransactItem } from '../table.ts';
import { updateItemWith } from '../writes.ts';
import { asRead, readItems, type StoredResponse } from './responses.ts';

// Replies are an attribute of their response. So they move with it, and are erased with it.

/** Returns the replies in the item of a response. */
export const repliesIn = (item: Key & { readonly replies?: Replies }): Replies => item.replies ?? {};

type ReadItem = { readonly item: Item; readonly revision: number };

const store = ({ item, revision }: ReadItem, replies: Replies, writes: readonly TransactItem[] = []) =>
  updateItemWith(item, { set: { replies, revision: revision + 1 }, if: asRead({ revision }) }, writes);

/** Adds a reply, with the writes that send it. Returns false when the response has changed since it was read. */
export const addReply = (
  { item, revision }: StoredResponse,
  [id, reply]: readonly [string, Reply],
  writes: readonly TransactItem[],
): Promise<boolean> => store({ item: item as Item, revision }, { ...repliesIn(item), [id]: reply }, writes);

type ReplyEnd = { readonly state: ReplyState; readonly at: string; readonly messageId?: string };

/** Notes what became of a reply, unless its response is gone or more is known already. */
export async function endReply(responseId: string, replyId: string, end: ReplyEnd): Promise<void> {
  await retryOnConflict(async () => {
    const [item] = await readItems([responseId]);
    const before = item && repliesIn(item as Key);
    const reply = before?.[replyId];
    if (!item || !before || !reply || !mayBecome(reply.state, end.state)) return true;
    const { state, at, messageId = reply.messageId } = end;
    const ended = { ...reply, state, endedAt: at, ...(messageId !== undefined && { messageId }) };
    const revision = Number(item.revision ?? 1);
    return (await store({ item, revision }, { ...before, [replyId]: ended })) || undefined;
  });
}

/** The tag by which an event of SES names the reply that it is about. */
export const replyTag = (responseId: string, replyId: string): string => `${responseId}.${replyId}`;

export function repliedIn(tag: string | undefined): { responseId: string; replyId: string } | undefined {
  const [, responseId, replyId] = /^(sub_\w+)\.(rpl_\w+)$/.exec(tag ?? '') ?? [];
  return responseId !== undefined && replyId !== undefined ? { responseId, replyId } : undefined;
}
