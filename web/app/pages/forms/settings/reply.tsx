import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { errorAt, errorOf } from '../../../parts/error-at.ts';
import { Checkbox, Section, Select, TextArea, TextField } from '../../../parts/index.ts';
import type { PartProps } from './access.tsx';
import { t } from './texts/t.ts';

type Reply = NonNullable<Form['autoresponder']>;

/** Settings of the confirmation email. */
export function AutomaticReply({ draft, error, set, form }: PartProps & { readonly form: Form }) {
  const { autoresponder } = draft;
  const isOn = autoresponder?.enabled === true;
  const words = { subject: t('replySubjectUsual'), body: t('replyBodyUsual') };
  const change = (part: Partial<Reply>) =>
    set({ autoresponder: { enabled: true, ...words, ...autoresponder, ...part } });
  return (
    <Section id="reply" title={t('reply')} help={t('replyHelp')}>
      <div class="stack">
        <Checkbox
          role="switch"
          label={t('replyOn')}
          checked={isOn}
          onInput={enabled => change({ enabled })}
          error={
            isOn
              ? (errorAt(error, 'autoresponder.enabled') ?? errorOf(error, 'autoresponder'))
              : errorAt(error, 'autoresponder')
          }
        />
        {autoresponder && isOn && <Words reply={autoresponder} form={form} error={error} change={change} />}
      </div>
    </Section>
  );
}

type WordsProps = {
  readonly reply: Reply;
  readonly form: Form;
  readonly error: unknown;
  readonly change: (part: Partial<Reply>) => void;
};

function Words({ reply, form, error, change }: WordsProps) {
  const ofType = (wanted: string) =>
    form.fields.filter(({ type }) => type === wanted).map(({ id, label }) => ({ value: id, label: label ?? id }));
  return (
    <>
      <div class="columns">
        <Select
          label={t('replyTo')}
          value={reply.emailField ?? ''}
          options={[{ value: '', label: t('replyToFirst') }, ...ofType('email')]}
          onInput={id => change({ emailField: id || undefined })}
          error={errorAt(error, 'autoresponder.emailField')}
        />
        <Select
          label={t('replyName')}
          help={t('replyNameHelp')}
          value={reply.nameField ?? ''}
          options={[{ value: '', label: t('none') }, ...ofType('text')]}
          onInput={id => change({ nameField: id || undefined })}
          error={errorAt(error, 'autoresponder.nameField')}
        />
      </div>
      <TextField
        label={t('replySubject')}
        maxLength={150}
        value={reply.subject}
        onInput={subject => change({ subject })}
        error={errorAt(error, 'autoresponder.subject')}
      />
      <TextArea
        label={t('replyBody')}
        help={t('replyBodyHelp')}
        rows={6}
        value={reply.body}
        onInput={body => change({ body })}
        error={errorAt(error, 'autoresponder.body')}
      />
    </>
  );
}
