import { useState } from 'preact/hooks';
import { callTagged, type TaggedRecord } from '../../api/call-tagged.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import type { Output } from '../../api/operations.ts';
import { useSession, useSessionState } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields.tsx';
import { toast } from '../../parts/notices.tsx';
import { Section } from '../../parts/page.tsx';
import { SaveActions } from '../../parts/save-actions.tsx';
import { useUnsaved } from '../../parts/unsaved/unsaved.ts';
import { useEdited } from '../../parts/use-edited.ts';
import { t } from './texts/t.ts';

type Organization = Output<'GET /organizations/{orgId}'>;
export type NamesProps = {
  readonly stored: TaggedRecord<Organization>;
  readonly onChange: (stored: TaggedRecord<Organization>) => void;
  readonly onReload: () => void;
};

/** Edits the organization's names, which only owners may change, and shows its ID. */
export function Names({ stored: { record: organization, etag }, onChange, onReload }: NamesProps) {
  const { can, reload } = useSession();
  const { name, slug } = organization;
  const { values, set, busy, error, submit, ...edited } = useEdited(
    { name, slug },
    async typed => {
      const params = { orgId: organization.id };
      const body = { name: typed.name.trim(), slug: typed.slug.trim() };
      onChange(await callTagged('PUT /organizations/{orgId}', { params, body }, etag));
      toast(t('saved'));
      await reload();
    },
    onReload,
  );
  return (
    <form class="stack narrow" noValidate onSubmit={submit}>
      <TextField
        label={t('name')}
        value={values.name}
        onInput={value => set({ name: value })}
        readOnly={!can('owner')}
        error={errorAt(error, 'name')}
      />
      <TextField
        label={t('slug')}
        help={t('slugHelp')}
        value={values.slug}
        onInput={value => set({ slug: value })}
        readOnly={!can('owner')}
        error={errorAt(error, 'slug')}
      />
      <p>
        {t('id')} <code>{organization.id}</code> <CopyButton text={organization.id} bare />
      </p>
      <ErrorNote error={error} shown={['name', 'slug']} onReload={edited.reload} />
      {can('owner') && <SaveActions busy={busy} />}
    </form>
  );
}

export function NewOrganization() {
  const { read } = useSessionState();
  const [name, setName] = useState('');
  useUnsaved(name.trim() !== '');
  const create = useAction(async () => {
    const made = await call('POST /organizations', { body: { name: name.trim() } });
    setName('');
    toast(t('created', { name: made.name }));
    await read({ organizationId: made.id });
  });
  const submit = (event: Event) => {
    event.preventDefault();
    return create.run();
  };
  return (
    <Section title={t('more')} help={t('moreHelp')}>
      <form class="stack narrow" noValidate onSubmit={submit}>
        <TextField label={t('name')} value={name} onInput={setName} error={errorAt(create.error, 'name')} />
        <ErrorNote error={create.error} shown={['name']} />
        <div class="actions">
          <Button type="submit" busy={create.busy}>
            {t('create')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
