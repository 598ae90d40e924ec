import { useEffect, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { type LoadState, useAction } from '../../../api/load.ts';
import type { Output } from '../../../api/operations.ts';
import { useSession } from '../../../api/session.tsx';
import { Checkbox, ErrorNote, Loading, Section, Select } from '../../../parts/index.ts';
import { t } from './texts/t.ts';

const digests = ['immediately', 'daily'] as const;

export type Integrations = Output<'GET /integrations'>;

export const readIntegrations = (signal: AbortSignal): Promise<Integrations> =>
  call('GET /integrations', { query: { limit: 100 }, signal });

type NotificationProps = { readonly form: Form; readonly integrations: LoadState<Integrations | undefined> };

/** Emails the user each new response of a form, or all of a day. */
export function Notification({ form, integrations: list }: NotificationProps) {
  const { user } = useSession();
  const own = list.data?.items.find(
    ({ type, formId, config }) => type === 'email' && formId === form.id && config.recipients?.includes(user.id),
  );
  // The user's choice, until the service has confirmed it.
  const [wanted, setWanted] = useState<boolean>();
  const set = useAction(async (digest: (typeof digests)[number] | undefined) => {
    const params = own && { id: own.id };
    if (!digest) {
      if (params) await call('DELETE /integrations/{id}', { params });
    } else if (params) {
      await call('PUT /integrations/{id}', { params, body: { active: true, config: { digest } } });
    } else {
      const config = { recipients: [user.id], digest };
      await call('POST /integrations', { body: { type: 'email', formId: form.id, config } });
    }
    list.reload();
  });
  useEffect(() => setWanted(undefined), [list.data, set.error]);
  const isOn = wanted ?? own?.active === true;
  return (
    <Section title={t('notify')}>
      <Loading of={list} lines={1}>
        {() => (
          <div class="stack">
            <Checkbox
              role="switch"
              label={t('notifyMe', { email: user.email })}
              checked={isOn}
              disabled={set.busy}
              onInput={is => {
                setWanted(is);
                return set.run(is ? 'immediately' : undefined);
              }}
            />
            {isOn && own?.active && (
              <Select
                label={t('howOften')}
                value={own.config.digest === 'daily' ? 'daily' : 'immediately'}
                options={digests.map(value => ({ value, label: t(value) }))}
                onInput={digest => set.run(digest)}
              />
            )}
            <ErrorNote error={set.error} />
          </div>
        )}
      </Loading>
    </Section>
  );
}
