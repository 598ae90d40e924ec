import { mayHaveAnswers, webhookEvents } from '../../../../../shared/contracts/webhook-events.ts';
import { call } from '../../../api/client.ts';
import { useLoad } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { Button, Checkbox, Link, Section, Select, TextField } from '../../../parts/index.ts';
import { t as base } from '../../../texts/t.ts';
import type { PartProps } from './access.tsx';
import type { SettingsDraft } from './settings-draft.ts';
import { t } from './texts/t.ts';

type FormWebhook = NonNullable<SettingsDraft['webhooks']>[number];

const entriesMax = 20;

/** The form's own webhooks. Each sends one event to one URL. Their deliveries are with those of all webhooks. */
export function Webhooks({ formId, draft: { webhooks = [] }, error, set }: PartProps & { formId: string }) {
  const { can } = useSession();
  const isEmpty = webhooks.length === 0;
  const stored = useLoad(
    async signal =>
      isEmpty ? [] : (await call('GET /webhooks', { query: { form_id: formId, limit: 1000 }, signal })).items,
    [formId, isEmpty],
  );
  const idOf = ({ event, url }: FormWebhook) =>
    stored.data?.find(one => one.url === url && one.events.length === 1 && one.events[0] === event)?.id;
  const change = (place: number, part: Partial<FormWebhook>) =>
    set({ webhooks: webhooks.map((entry, index) => (index === place ? { ...entry, ...part } : entry)) });
  return (
    <Section id="webhooks" title={base('webhooks')} help={t('webhooksHelp')}>
      <fieldset class="settings stack" disabled={!can('admin')}>
        {!can('admin') && <p class="help">{t('onlyAdmins')}</p>}
        <ol class="own-webhooks">
          {webhooks.map((entry, place) => (
            <li key={place}>
              <EntryFields entry={entry} place={place} error={error} onChange={part => change(place, part)} />
              <div class="actions">
                {idOf(entry) && <Link to={`/webhooks/${idOf(entry)}`}>{t('deliveries')}</Link>}
                {can('admin') && (
                  <Button
                    kind="quiet"
                    size="small"
                    icon="trash"
                    onClick={() => set({ webhooks: webhooks.toSpliced(place, 1) })}
                  >
                    {t('removeWebhook', { place: place + 1 })}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ol>
        {isEmpty && <p class="muted">{t('noWebhooks')}</p>}
        {can('admin') && (
          <div class="actions">
            <Button
              icon="plus"
              disabled={webhooks.length >= entriesMax}
              onClick={() => set({ webhooks: [...webhooks, { event: 'response.created', url: '' }] })}
            >
              {t('addWebhook')}
            </Button>
          </div>
        )}
      </fieldset>
    </Section>
  );
}

type EntryProps = {
  readonly entry: FormWebhook;
  readonly place: number;
  readonly error: unknown;
  readonly onChange: (part: Partial<FormWebhook>) => void;
};

const withoutContent = { partials: undefined, includeAnswers: undefined } as Partial<FormWebhook>;

function EntryContent({ entry: { partials, includeAnswers }, place, onChange }: Omit<EntryProps, 'error'>) {
  const number = { place: place + 1 };
  const set = (name: 'partials' | 'includeAnswers') => (on: boolean) =>
    onChange({ [name]: on || undefined } as Partial<FormWebhook>);
  return (
    <>
      <Checkbox
        label={t('webhookPartials', number)}
        help={t('webhookPartialsHelp')}
        checked={partials ?? false}
        onInput={set('partials')}
      />
      <Checkbox
        label={t('webhookAnswers', number)}
        help={t('webhookAnswersHelp')}
        checked={includeAnswers ?? false}
        onInput={set('includeAnswers')}
      />
    </>
  );
}

function EntryFields({ entry, place, error, onChange }: EntryProps) {
  const { event, url, secret } = entry;
  const number = { place: place + 1 };
  return (
    <div class="columns">
      <TextField
        type="url"
        label={t('webhookUrl', number)}
        placeholder="https://"
        value={url}
        onInput={next => onChange({ url: next.trim() })}
        error={errorAt(error, `webhooks[${place}].url`)}
      />
      <Select
        label={t('webhookEvent', number)}
        value={event}
        options={webhookEvents.map(value => ({ value, label: `${base(value)} (${value})` }))}
        onInput={next => onChange({ event: next, ...(mayHaveAnswers(next) ? {} : withoutContent) })}
        error={errorAt(error, `webhooks[${place}].event`)}
      />
      <TextField
        type="password"
        autocomplete="off"
        label={t('webhookSecret', number)}
        help={t('webhookSecretHelp')}
        value={secret ?? ''}
        onInput={next => onChange({ secret: next || undefined } as Partial<FormWebhook>)}
        error={errorAt(error, `webhooks[${place}].secret`)}
      />
      {mayHaveAnswers(event) && <EntryContent entry={entry} place={place} onChange={onChange} />}
    </div>
  );
}
