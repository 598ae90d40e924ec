import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { patchOf } from '../../../../../shared/domain/forms/form-changes.ts';
import { callTagged, type TaggedRecord } from '../../../api/call-tagged.ts';
import { isStale } from '../../../api/errors.ts';
import { type Action, useAction } from '../../../api/load.ts';
import type { Input, Output } from '../../../api/operations.ts';
import { Badge, Button, ErrorNote, Notice, toast } from '../../../parts/index.ts';
import type { FormWarning } from '../form-warnings.tsx';
import { changesElsewhere, draftOf, type SettingsDraft } from './settings-draft.ts';
import { t } from './texts/t.ts';

export type StoredSettings = {
  readonly form: Form;
  readonly etag: string;
  /** Settings that have no effect yet. */
  readonly warnings?: readonly FormWarning[];
  /** New secrets of webhooks, which are shown only once. */
  readonly secrets?: readonly { readonly url: string; readonly secret: string }[];
};

function storedOf({ record, etag }: TaggedRecord<Output<'PUT /forms/{id}'>>): StoredSettings {
  const { warnings, ...form } = record;
  const webhooks = form.webhooks?.map(({ secret: _, ...entry }) => entry);
  const secrets = form.webhooks?.flatMap(({ url, secret }) => (secret ? [{ url, secret }] : [])) ?? [];
  return {
    form: webhooks ? { ...form, webhooks } : form,
    etag,
    ...(warnings && { warnings }),
    ...(secrets.length > 0 && { secrets }),
  };
}

export const readStored = async (id: string, signal?: AbortSignal): Promise<StoredSettings> =>
  storedOf(await callTagged('GET /forms/{id}', { params: { id }, ...(signal && { signal }) }));

export type Saving = Action<[]> & {
  readonly isChanged: boolean;
  /** The version of the form that someone else saved meanwhile. */
  readonly theirs: StoredSettings | undefined;
  readonly onStored: (stored: StoredSettings) => void;
};

/** Saves the differences to the form as it was read, or after a conflict to the other person's version. */
export function useSaving(
  stored: StoredSettings,
  draft: SettingsDraft,
  onStored: (stored: StoredSettings) => void,
): Saving {
  const [theirs, setTheirs] = useState<StoredSettings>();
  const patch = patchOf(draftOf(stored.form), draft);
  const { id } = stored.form;
  const action = useAction(async () => {
    const body = patch as Input<'PUT /forms/{id}'>['body'];
    const { etag } = theirs ?? stored;
    try {
      const now = await storedOf(await callTagged('PUT /forms/{id}', { params: { id }, body }, etag));
      onStored(now);
      toast(t('saved'));
    } catch (error) {
      if (isStale(error)) setTheirs(await readStored(id));
      throw error;
    }
  });
  return { ...action, isChanged: Object.keys(patch).length > 0, theirs, onStored };
}

/** The settings that show their own faults. */
const shown = [
  ...['closesAt', 'maxResponses', 'allowedOrigins', 'hostedPage', 'spamProtection', 'fieldPolicies', 'autoresponder'],
  ...['retention', 'extraFields', 'limits', 'privacy', 'storage', 'webhooks'],
];

type SaveBarProps = {
  readonly saving: Saving;
  readonly stored: StoredSettings;
  readonly draft: SettingsDraft;
  readonly onDiscard: () => void;
};

export function SaveBar({ saving, stored, draft, onDiscard }: SaveBarProps) {
  const { busy, error, theirs, onStored } = saving;
  if (theirs && isStale(error)) {
    return (
      <div class="save-bar">
        <Elsewhere stored={stored} theirs={theirs} draft={draft} />
        <div class="actions">
          <Button onClick={() => onStored(theirs)}>{t('takeTheirs')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('keepMine')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div class="save-bar">
      {error ? <ErrorNote error={error} shown={shown} /> : <span role="status">{t('unsaved')}</span>}
      <div class="actions">
        <Button onClick={onDiscard}>{t('discard')}</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {t('save')}
        </Button>
      </div>
    </div>
  );
}

type ElsewhereProps = {
  readonly stored: StoredSettings;
  readonly theirs: StoredSettings;
  readonly draft: SettingsDraft;
};

/** Lists what others have changed, and whether it was changed here too. */
function Elsewhere({ stored, theirs, draft }: ElsewhereProps) {
  const mine = patchOf(draftOf(stored.form), draft);
  return (
    <Notice tone="amber">
      <p role="alert">{t('stale')}</p>
      <ul>
        {changesElsewhere(stored.form, theirs.form).map(name => (
          <li key={name}>
            {t(`changed_${name}`)} {Object.hasOwn(mine, name) && <Badge tone="amber">{t('clashes')}</Badge>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
