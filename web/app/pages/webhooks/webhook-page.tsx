import { useState } from 'preact/hooks';
import { callTagged, type TaggedRecord } from '../../api/call-tagged.ts';
import { call } from '../../api/client.ts';
import { useAction, useLoad } from '../../api/load.ts';
import type { Output } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { ErrorNote, Loading, Notice } from '../../parts/feedback.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import { OneTimeSecret } from '../../parts/one-time-secret.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { SaveActions } from '../../parts/save-actions.tsx';
import { useUnsaved } from '../../parts/unsaved/unsaved.ts';
import type { PageProps } from '../../shell/page-of.tsx';
import { t as base } from '../../texts/t.ts';
import { ReceiverActions } from '../receivers/actions.tsx';
import { DeliveryLog } from '../receivers/delivery-log.tsx';
import { ofWebhook } from '../receivers/receiver-calls.ts';
import { StateBadge } from '../receivers/receiver-parts.tsx';
import { t } from '../receivers/texts/t.ts';
import { contentOf, shownFields, WebhookFields, type WebhookValues } from './fields.tsx';

type Webhook = Output<'GET /webhooks/{id}'>;

/** A webhook: its settings, its secret, and what was delivered to it. */
export default function WebhookPage({ params }: PageProps) {
  const id = params.id ?? '';
  const loaded = useLoad(signal => callTagged('GET /webhooks/{id}', { params: { id }, signal }), [id]);
  return (
    <Loading of={loaded}>
      {stored => <Detail key={stored.record.id} stored={stored} onChange={loaded.set} onReload={loaded.reload} />}
    </Loading>
  );
}

type DetailProps = {
  readonly stored: TaggedRecord<Webhook>;
  readonly onChange: (stored: TaggedRecord<Webhook>) => void;
  readonly onReload: () => void;
};

function Detail(props: DetailProps) {
  const { can } = useSession();
  const [turn, setTurn] = useState(0);
  const webhook = props.stored.record;
  const { id, url, disabledReason } = webhook;
  return (
    <>
      <PageHead
        title={url}
        mark={<StateBadge {...webhook} />}
        back={{ to: '/webhooks', label: base('webhooks') }}
        actions={can('admin') && <ReceiverActions {...webhook} calls={ofWebhook} onTested={() => setTurn(turn + 1)} />}
      />
      {disabledReason && <Notice tone="red">{t(disabledReason)}</Notice>}
      {can('admin') && <Settings {...props} />}
      {can('admin') && <Secret webhook={webhook} onRotated={props.onReload} />}
      <DeliveryLog id={id} calls={ofWebhook} turn={turn} />
    </>
  );
}

function Settings({ stored: { record: webhook, etag }, onChange, onReload }: DetailProps) {
  const { id } = webhook;
  const stored: WebhookValues = { ...webhook, formId: webhook.formId ?? '' };
  // Beside what is stored, which a new secret changes as well.
  const [changes, setChanges] = useState<Partial<WebhookValues>>({});
  const values = { ...stored, ...changes };
  useUnsaved(JSON.stringify(values) !== JSON.stringify(stored));
  const save = useAction(async () => {
    const { url, events, active, formId } = values;
    const body = { url: url.trim(), events, active, ...contentOf(values), formId: formId || null };
    onChange(await callTagged('PUT /webhooks/{id}', { params: { id }, body }, etag));
    setChanges({});
    toast(t('saved'));
  });
  const readAnew = () => {
    setChanges({});
    onReload();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    return save.run();
  };
  return (
    <Section title={t('settings')}>
      <form class="stack narrow" noValidate onSubmit={submit}>
        <WebhookFields values={values} onInput={change => setChanges({ ...changes, ...change })} error={save.error} />
        <Checkbox
          role="switch"
          label={t('active')}
          help={t('activeHelp')}
          checked={values.active}
          onInput={active => setChanges({ ...changes, active })}
        />
        <ErrorNote error={save.error} shown={shownFields} onReload={readAnew} />
        <SaveActions busy={save.busy} />
      </form>
    </Section>
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
