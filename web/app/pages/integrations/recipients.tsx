import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import { Button } from '../../parts/button.tsx';
import { Badge, ErrorNote, type Tone } from '../../parts/feedback.tsx';
import { toast } from '../../parts/notices.tsx';
import { Section } from '../../parts/page.tsx';
import { t } from '../receivers/texts/t.ts';
import type { Integration } from './config-fields.tsx';

type Status = NonNullable<Integration['config']['recipientStatus']>[string];

const tones: Readonly<Record<Status, Tone>> = {
  member: 'green',
  confirmed: 'green',
  pending: 'amber',
  gone: 'red',
  unsubscribed: 'red',
  undeliverable: 'red',
};

/** Lists the addresses that emails go to, and which of them have yet to confirm. */
export function Recipients({ integration: { id, config }, canAsk }: { integration: Integration; canAsk: boolean }) {
  const { recipientStatus = {} } = config;
  const addresses = Object.entries(recipientStatus).filter(([, status]) => status !== 'member');
  const ask = useAction(async (address: string) => {
    await call('POST /integrations/{id}/confirmations', { params: { id }, body: { address } });
    toast(t('asked', { address }));
  });
  if (addresses.length === 0) return null;
  return (
    <Section title={t('outside')} help={t('outsideHelp')}>
      <ul class="plain stack">
        {addresses.map(([address, status]) => (
          <li key={address} class="actions">
            <span>{address}</span>
            <Badge tone={tones[status]}>{t(status === 'gone' ? 'left' : status)}</Badge>
            {canAsk && status === 'pending' && address.includes('@') && (
              <Button size="small" onClick={() => ask.run(address)} busy={ask.busy}>
                {t('askAgain')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ErrorNote error={ask.error} />
    </Section>
  );
}
