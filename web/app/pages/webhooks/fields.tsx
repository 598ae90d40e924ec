import { mayHaveAnswers, type WebhookEvent, webhookEvents } from '../../../../shared/contracts/webhook-events.ts';
import { errorAt } from '../../parts/error-at.ts';
import { TextField } from '../../parts/fields.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { t as base } from '../../texts/t.ts';
import { FormChoice } from '../receivers/receiver-parts.tsx';
import { t } from '../receivers/texts/t.ts';

export type WebhookValues = {
  url: string;
  formId: string;
  events: WebhookEvent[];
  active: boolean;
  partials: boolean;
  includeAnswers: boolean;
};

const tellsOfResponses = ({ events }: Pick<WebhookValues, 'events'>) => events.some(mayHaveAnswers);

/** The settings of what is sent with responses, if the webhook gets any. */
export const contentOf = (values: WebhookValues) => ({
  partials: values.partials && tellsOfResponses(values),
  includeAnswers: values.includeAnswers && tellsOfResponses(values),
});

/** The fields whose faults these controls show. */
export const shownFields = ['url', 'formId', 'events'] as const;

type WebhookFieldsProps = {
  readonly values: WebhookValues;
  readonly onInput: (change: Partial<WebhookValues>) => void;
  readonly error: unknown;
};

export function WebhookFields({ values, onInput, error }: WebhookFieldsProps) {
  const toggle = (name: WebhookEvent) => (on: boolean) =>
    onInput({ events: on ? [...values.events, name] : values.events.filter(each => each !== name) });
  const wrong = errorAt(error, 'events');
  return (
    <>
      <TextField
        label={t('url')}
        type="url"
        help={t('urlHelp')}
        placeholder="https://"
        value={values.url}
        onInput={url => onInput({ url })}
        error={errorAt(error, 'url')}
      />
      <FormChoice value={values.formId} onInput={formId => onInput({ formId })} error={errorAt(error, 'formId')} />
      <fieldset class="stack tight">
        <legend>{t('events')}</legend>
        {webhookEvents.map(name => (
          <Checkbox
            key={name}
            label={`${base(name)} (${name})`}
            checked={values.events.includes(name)}
            onInput={toggle(name)}
          />
        ))}
        {wrong && (
          <p class="error" role="alert">
            {wrong}
          </p>
        )}
      </fieldset>
      {tellsOfResponses(values) && (
        <fieldset class="stack tight">
          <legend>{t('content')}</legend>
          <Checkbox
            label={t('partials')}
            help={t('partialsHelp')}
            checked={values.partials}
            onInput={partials => onInput({ partials })}
          />
          <Checkbox
            label={t('withAnswers')}
            help={t('withAnswersHelp')}
            checked={values.includeAnswers}
            onInput={includeAnswers => onInput({ includeAnswers })}
          />
        </fieldset>
      )}
    </>
  );
}
