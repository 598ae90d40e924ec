import { call } from '../../../api/client.ts';
import { useLoad } from '../../../api/load.ts';
import { Loading } from '../../../parts/feedback.tsx';
import { Link } from '../../../parts/link.tsx';
import { Section } from '../../../parts/page.tsx';
import { useNames } from '../../../parts/select/selects.tsx';
import { formatDateTime } from '../../../texts/format.ts';
import type { Response } from '../response.ts';
import { t } from '../texts/t.ts';
import { LongText } from './long-text.tsx';
import { receiverOf, sentencesOf, type TimelineEntry, type TimelineTexts } from './timeline-sentences.ts';

const told = t as unknown as TimelineTexts;

type TimelineProps = { readonly response: Response; readonly version: string };

/** The page of the receiver, with the deliveries to it. */
function pageOf({ receiver }: TimelineEntry): string | undefined {
  if (!receiver || receiver.kind === 'automatic_reply') return undefined;
  return `/${receiver.kind}s/${receiver.id}`;
}

const Sentence = ({ text, page }: { readonly text: string; readonly page: string | undefined }) =>
  page === undefined ? (
    <bdi>{text}</bdi>
  ) : (
    <Link to={page}>
      <bdi>{text}</bdi>
    </Link>
  );

/** What happened to a response, oldest first. It is read again after each change. */
export default function Timeline({ response: { id }, version }: TimelineProps) {
  const timeline = useLoad(signal => call('GET /responses/{id}/timeline', { params: { id }, signal }), [id, version]);
  const nameOf = useNames(
    timeline.data?.items.flatMap(({ actorId, changes }) => [actorId ?? [], changes?.assigneeId ?? []].flat()) ?? [],
  );
  return (
    <Section title={t('timeline')}>
      <Loading of={timeline} lines={2}>
        {({ items, enabled, isWhole }) => (
          <div class="stack">
            <ol class="notes" aria-label={t('timeline')}>
              {items.map((entry, index) => (
                <li key={index}>
                  {sentencesOf(entry, nameOf, told).map(sentence => (
                    <p key={sentence}>
                      <Sentence text={sentence} page={pageOf(entry)} />
                    </p>
                  ))}
                  {entry.type === 'reply' && <LongText text={entry.body ?? ''} />}
                  <p class="help">
                    <time datetime={entry.at}>{formatDateTime(entry.at)}</time>
                  </p>
                </li>
              ))}
            </ol>
            {enabled.map(receiver => (
              <p key={receiver.id} class="help">
                <bdi>{t('timelineEnabled', { receiver: receiverOf(receiver, told) })}</bdi>
              </p>
            ))}
            {!isWhole && <p class="help">{t('timelinePart')}</p>}
          </div>
        )}
      </Loading>
    </Section>
  );
}
