import type { DraftVersion } from '../../store/forms/draft-versions.ts';
import { etagOf, Reply } from '../reply.ts';

/**
 * Returns the ETag of a draft. It also covers what is published, because a draft is saved, and published, on top of
 * that.
 */
export const etagOfDraft = ({ content, published, savedAt, savedBy }: DraftVersion): string =>
  etagOf([content, published, savedAt, savedBy]);

/** Returns a draft as its editors see it. */
export function draftRecord({ formId, isChanged, conflicts, savedAt, savedBy, content }: DraftVersion) {
  return { formId, isChanged, conflicts, savedAt, savedBy, ...content };
}

/** Returns the reply with the draft of a form. */
export const draftReply = (draft: DraftVersion): Reply =>
  new Reply(draftRecord(draft), { headers: { etag: etagOfDraft(draft) } });
