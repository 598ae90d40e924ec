import { useLoad } from '../../../api/load.ts';
import { Badge, Loading, type Tone } from '../../../parts/feedback.tsx';
import { Link } from '../../../parts/link.tsx';
import { Section } from '../../../parts/page.tsx';
import { formatDateTime } from '../../../texts/format.ts';
import type { Response } from '../response.ts';
import { t } from '../texts/t.ts';
import { type DeliveryOf, readDeliveries } from './read-detail.ts';

const tones: Readonly<Record<DeliveryOf['delivery']['status'], Tone>> = {
  succeeded: 'green',
  scheduled: 'amber',
  dead: 'red',
  cancelled: 'grey',
};

/** The deliveries of a response to webhooks and integrations. */
export function Deliveries({ response }: { readonly response: Response }) {
  const deliveries = useLoad(signal => readDeliveries(response, signal), [response.id, response.updatedAt]);
  return (
    <Section title={t('deliveries')} help={t('deliveriesHelp')}>
      <Loading of={deliveries} lines={2}>
        {({ found, complete }) => (
          <div class="stack">
            {found.length === 0 && complete && <p class="help">{t('noDeliveries')}</p>}
            {found.length > 0 && (
              <ul class="deliveries">
                {found.map(({ delivery: { id, status, event, attemptCount, createdAt }, receiver, page }) => (
                  <li key={id}>
                    <Badge tone={tones[status]}>{t(status)}</Badge>
                    <Link to={page} class="line-text">
                      <bdi>{receiver}</bdi>
                    </Link>
                    <span class="help">
                      <code>{event.name}</code> · {t('attempts', { count: attemptCount })} · {formatDateTime(createdAt)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {!complete && <p class="help">{t('deliveriesPart')}</p>}
          </div>
        )}
      </Loading>
    </Section>
  );
}
