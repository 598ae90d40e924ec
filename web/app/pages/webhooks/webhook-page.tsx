import { useState } from 'preact/hooks';
import { callTagged, type TaggedRecord } from '../../api/call-tagged.ts';
import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { Output } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/feedback.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import { OneTimeSecret } from '../../parts/one-time-secret.tsx';
import { Section } from '../../parts/page.tsx';
import type { PageProps } from '../../parts/page-of.tsx';
import { useEdited } from '../../parts/use-edited.ts';
import { t as base } from '../../texts/t.ts';
import { ofWebhook } from '../receivers/receiver-calls.ts';
import { ReceiverDetail, ReceiverOutline, ReceiverSettings } from '../receivers/receiver-detail.tsx';
import { t } from '../receivers/texts/t.ts';
import { contentOf, shownFields, WebhookFields, type WebhookValues } from './fields.tsx';

type Webhook = Output<'GET /webhooks/{id}'>;

/** A webhook: its settings, its secret, and what was delivered to it. */
export default function WebhookPage({ params }: PageProps) {
  const id = params.id ?? '';
  const { can } = useSession();
  const loaded = useLoad(signal => callTagged('GET /webhooks/{id}', { params: { id }, signal }), [id]);
  return (
    <Loading of={loaded} outline={<ReceiverOutline list={base('webhooks')} calls={ofWebhook} />}>
      {stored => (
        <ReceiverDetail
          key={stored.record.id}
          title={stored.record.url}
          list={base('webhooks')}
          receiver={stored.record}
          calls={ofWebhook}
        >
          {can('admin') && <Settings stored={stored} onChange={loaded.set} onReload={loaded.reload} />}
          {can('admin') && <Secret webhook={stored.record} onRotated={loaded.reload} />}
        </ReceiverDetail>
      )}
    </Loading>
  );
}

type SettingsProps = {
  readonly stored: TaggedRecord<Webhook>;
  readonly onChange: (stored: TaggedRecord<Webhook>) => void;
  readonly onReload: () => void;
};

function Settings({ stored: { record: webhook, etag }, onChange, onReload }: SettingsProps) {
  const { id } = webhook;
  const stored: WebhookValues = { ...webhook, formId: webhook.formId ?? '' };
  const edited = useEdited(
    stored,
    async values => {
      const { url, events, active, formId } = values;
      const body = { url: url.trim(), events, active, ...contentOf(values), formId: formId || null };
      onChange(await callTagged('PUT /webhooks/{id}', { params: { id }, body }, etag));
      toast(t('saved'));
    },
    onReload,
  );
  return (
    <ReceiverSettings edited={edited} shown={shownFields}>
      <WebhookFields values={edited.values} onInput={edited.set} error={edited.error} />
    </ReceiverSettings>
  );
}

function Secret({ webhook, onRotated }: { webhook: Webhook; onRotated: () => void }) {
  const { id, secretLast4 } = webhook;
  const [made, setMade] = useState<Output<'POST /webhooks/{id}/rotate-secret'>>();
  const rotate = () =>
    confirm({
      title: t('rotateTitle'),
      text: t('rotateHelp'),
      action: t('rotate'),
      run: async () => setMade(await call('POST /webhooks/{id}/rotate-secret', { params: { id } })),
    });
  return (
    <Section
      title={t('secret')}
      help={t('secretShown', { last4: secretLast4 })}
      actions={<Button onClick={rotate}>{t('rotate')}</Button>}
    >
      {made && (
        <OneTimeSecret
          title={t('secretMade')}
          help={t('secretHelp')}
          done={t('copied')}
          text={made.secret}
          onClose={() => {
            setMade(undefined);
            onRotated();
          }}
        />
      )}
    </Section>
  );
}
