import { useState } from 'preact/hooks';
import { includesRole, type Role, roles } from '../../../../shared/contracts/contract.ts';
import { call, type EnvironmentName } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { environmentNames, useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields.tsx';
import { OneTimeSecret } from '../../parts/one-time-secret.tsx';
import { RadioCards } from '../../parts/radio-cards.tsx';
import { t as base } from '../../texts/t.ts';
import { t } from './texts/t.ts';

export type ApiKey = ItemOf<'GET /api-keys'>;

type KeyType = ApiKey['type'];

/** Creates a key for the selected environment, and shows it once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const [type, setType] = useState<KeyType>('publishable');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [environment, setEnvironment] = useState<EnvironmentName>(session.environment);
  const [made, setMade] = useState<string>();
  const create = useAction(async () => {
    const body = { type, name: name.trim(), environment, ...(type === 'secret' && { role }) };
    const { key } = await call('POST /api-keys', { body, headers: { 'x-environment': environment } });
    setMade(key);
  });
  if (made !== undefined)
    return <OneTimeSecret title={t('made')} help={t('once')} done={t('done')} text={made} onClose={onClose} />;
  return (
    <Dialog
      title={t('newKey')}
      onClose={onClose}
      onSubmit={create.run}
      footer={<Buttons busy={create.busy} onClose={onClose} text={t('create')} />}
    >
      <div class="stack">
        <RadioCards
          legend={t('type')}
          value={type}
          onInput={setType}
          options={(['publishable', 'secret'] as const).map(value => ({
            value,
            label: t(value),
            help: t(`${value}Help`),
          }))}
        />
        <TextField
          label={t('name')}
          help={t('nameHelp')}
          value={name}
          onInput={setName}
          maxLength={255}
          error={errorAt(create.error, 'name')}
        />
        <Select
          label={base('environment')}
          value={environment}
          onInput={setEnvironment}
          options={environmentNames.map(value => ({ value, label: base(value) }))}
          error={errorAt(create.error, 'environment')}
        />
        {type === 'secret' && (
          <Select
            label={t('role')}
            help={t('roleHelp')}
            value={role}
            onInput={setRole}
            options={roles
              .filter(each => includesRole(session.role, each))
              .map(value => ({ value, label: base(value) }))}
            error={errorAt(create.error, 'role')}
          />
        )}
        <ErrorNote error={create.error} shown={['name', 'environment', 'role']} />
      </div>
    </Dialog>
  );
}

const graces = [
  [0, 'graceNow'],
  [3600, 'graceHour'],
  [86_400, 'graceDay'],
  [604_800, 'graceWeek'],
] as const;

/** Gives a key a new secret, and shows it once. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [grace, setGrace] = useState('86400');
  const [made, setMade] = useState<string>();
  const rotate = useAction(async () => {
    const params = { id: apiKey.id };
    const { key } = await call('POST /api-keys/{id}/rotate', { params, body: { graceSeconds: Number(grace) } });
    setMade(key);
  });
  if (made !== undefined)
    return <OneTimeSecret title={t('made')} help={t('once')} done={t('done')} text={made} onClose={onClose} />;
  return (
    <Dialog
      title={t('rotateTitle', { name: apiKey.name })}
      onClose={onClose}
      onSubmit={rotate.run}
      footer={<Buttons busy={rotate.busy} onClose={onClose} text={t('rotate')} />}
    >
      <div class="stack">
        <p>{t('rotateHelp')}</p>
        <Select
          label={t('grace')}
          value={grace}
          onInput={setGrace}
          options={graces.map(([seconds, text]) => ({ value: String(seconds), label: t(text) }))}
        />
        <ErrorNote error={rotate.error} />
      </div>
    </Dialog>
  );
}

const Buttons = ({ busy, onClose, text }: { busy: boolean; onClose: () => void; text: string }) => (
  <>
    <Button onClick={onClose}>{base('cancel')}</Button>
    <Button type="submit" kind="primary" busy={busy}>
      {text}
    </Button>
  </>
);
