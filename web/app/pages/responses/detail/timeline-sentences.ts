import type { Output } from '../../../api/operations.ts';
import type { en } from '../texts/en.ts';

type Timeline = Output<'GET /responses/{id}/timeline'>;
export type TimelineEntry = Timeline['items'][number];
type TimelineReceiver = Timeline['enabled'][number];
type NameOf = (id: string) => string;
export type TimelineTexts = (key: keyof typeof en, values?: Readonly<Record<string, string | number>>) => string;

/** Returns the sentences for a timeline entry: one, or several if several things changed at once. */
export function sentencesOf(entry: TimelineEntry, nameOf: NameOf, t: TimelineTexts): string[] {
  const { type, actorId = '', receiver, state = 'waiting', waitingFor, attempts = [] } = entry;
  switch (type) {
    case 'started':
      return [t('timelineStarted')];
    case 'saved':
      return [t('timelineSaved')];
    case 'submitted':
      return [t('submittedAt')];
    case 'spam':
      return [t('timelineSpam')];
    case 'read':
      return [t('timelineRead', { name: entry.actorName ?? nameOf(actorId) })];
    case 'note':
      return [t('timelineNote', { name: nameOf(actorId) })];
    case 'changed':
      return changesOf(entry, nameOf, t);
    case 'reply': {
      const { subject = '', replyState = 'queued' } = entry;
      return [t('timelineReply', { name: nameOf(actorId), subject, state: t(`reply_${replyState}`) })];
    }
    case 'delivery': {
      const told = {
        receiver: receiver ? receiverOf(receiver, t) : '',
        state: t(waitingFor ? `waits_${waitingFor}` : `delivery_${state}`),
      };
      const count = attempts.length;
      return [t('timelineDelivery', told) + (count > 1 ? `, ${t('attempts', { count })}` : '')];
    }
    default:
      return [];
  }
}

function changesOf({ changes = {}, actorId = '' }: TimelineEntry, nameOf: NameOf, t: TimelineTexts): string[] {
  const { status, handling, assigneeId, fields = [], extras = 0, spam } = changes;
  const answers = fields.length + extras;
  const name = nameOf(actorId);
  return [
    ...(status ? [t('timelineStatus', { status: t(status), name })] : []),
    ...(handling ? [t(`timeline_${handling}`, { name })] : []),
    ...(assigneeId ? [t('timelineAssigned', { assignee: nameOf(assigneeId), name })] : []),
    ...(assigneeId === null ? [t('timelineUnassigned', { name })] : []),
    ...(answers > 0 ? [t('timelineFields', { count: answers, name })] : []),
    ...restrictionOf(changes, t, name),
    ...(spam === undefined ? [] : [t(spam ? 'timelineMarked' : 'timelineUnmarked', { name })]),
  ];
}

function restrictionOf({ restricted, reason }: NonNullable<TimelineEntry['changes']>, t: TimelineTexts, name: string) {
  if (restricted === undefined) return [];
  return [t(restricted ? 'timelineRestricted' : 'timelineUnrestricted', { name }) + (reason ? `: ${reason}` : '')];
}

/** The name of a receiver: `Webhook example.com`, `Confirmation email`. */
export function receiverOf({ kind, name }: TimelineReceiver, t: TimelineTexts): string {
  if (kind === 'automatic_reply') return t('automaticReply');
  return t(kind === 'webhook' ? 'receiverWebhook' : 'receiverIntegration', { name });
}
