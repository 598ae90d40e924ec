import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { OneTimeSecret } from '../../parts/one-time-secret.tsx';
import { DialogButtons } from '../receivers/receiver-parts.tsx';
import { t } from '../receivers/texts/t.ts';
import { contentOf, shownFields, WebhookFields, type WebhookValues } from './fields.tsx';

/** Makes a webhook, and shows its secret once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState<WebhookValues>({
    url: '',
    formId: '',
    events: ['response.created'],
    active: true,
    partials: false,
    includeAnswers: false,
  });
  const [secret, setSecret] = useState<string>();
  const create = useAction(async () => {
    const { url, events, formId } = values;
    const body = { url: url.trim(), events, ...contentOf(values), ...(formId && { formId }) };
    const made = await call('POST /webhooks', { body });
    setSecret(made.secret);
  });
  if (secret)
    return (
      <OneTimeSecret
        title={t('secretMade')}
        help={t('secretHelp')}
        done={t('copied')}
        text={secret}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title={t('newWebhook')}
      onClose={onClose}
      onSubmit={create.run}
      footer={<DialogButtons busy={create.busy} onClose={onClose} text={t('create')} />}
    >
      <div class="stack">
        <WebhookFields values={values} onInput={change => setValues({ ...values, ...change })} error={create.error} />
        <ErrorNote error={create.error} shown={shownFields} />
      </div>
    </Dialog>
  );
}
