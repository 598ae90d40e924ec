import { useRef, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { Select, TextField } from '../../../parts/fields.tsx';
import { TextArea } from '../../../parts/more-fields.tsx';
import { toast } from '../../../parts/notices.tsx';
import { useUnsaved } from '../../../parts/unsaved/unsaved.ts';
import type { Response } from '../response.ts';
import { t } from '../texts/t.ts';
import { replyAddresses } from './reply-addresses.ts';

type ReplyDialogProps = {
  readonly form: Form;
  readonly response: Response;
  readonly onSent: () => void;
  readonly onClose: () => void;
};

/** Writes an email to the visitor. */
export default function ReplyDialog({ form, response, onSent, onClose }: ReplyDialogProps) {
  const { user } = useSession();
  const addresses = replyAddresses(form, response);
  const [fieldId, setFieldId] = useState(addresses[0]?.fieldId ?? '');
  const [subject, setSubject] = useState(t('replySubject', { form: form.title }).slice(0, subjectMax));
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const keyOf = useKey();
  const sending = useAction(async () => {
    const body = { subject: subject.trim(), body: text, fieldId };
    await call('POST /responses/{id}/replies', {
      params: { id: response.id },
      body,
      headers: { 'idempotency-key': keyOf(JSON.stringify(body)) },
    });
    toast(t('replyQueued'));
    onSent();
    onClose();
  });
  const isWhole = subject.trim() !== '' && text.trim() !== '';
  return (
    <Dialog
      title={t('reply')}
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" busy={sending.busy} disabled={!isWhole} onClick={sending.run}>
            {t('sendReply')}
          </Button>
        </>
      }
    >
      <Select
        label={t('replyTo')}
        value={fieldId}
        options={addresses.map(({ fieldId: value, to }) => ({ value, label: to }))}
        help={t('replyHelp', { address: user.email })}
        onInput={setFieldId}
      />
      <TextField label={t('subject')} value={subject} maxLength={subjectMax} onInput={setSubject} />
      <TextArea label={t('message')} rows={8} maxLength={4000} value={text} onInput={setText} />
      <ErrorNote error={sending.error} />
    </Dialog>
  );
}

const subjectMax = 150;

/** Returns the same key for the same text, so that a repeated attempt sends nothing twice. */
function useKey() {
  const kept = useRef({ text: '', key: '' });
  return (text: string): string => {
    if (kept.current.text !== text) kept.current = { text, key: crypto.randomUUID() };
    return kept.current.key;
  };
}
