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
import { t } from './texts/t.ts';

type Organization = Output<'GET /organizations/{orgId}'>;
export type NamesProps = {
  readonly stored: TaggedRecord<Organization>;
  readonly onChange: (stored: TaggedRecord<Organization>) => void;
  readonly onReload: () => void;
};

/** Its names, which owners change, and its id. */
export function Names({ stored: { record: organization, etag }, onChange, onReload }: NamesProps) {
  const { can, reload } = useSession();
  // Beside what is stored, which another part of the page changes as well.
  const [typed, setTyped] = useState<{ name?: string; slug?: string }>({});
  const { name, slug } = { ...organization, ...typed };
  const save = useAction(async () => {
    const params = { orgId: organization.id };
    const body = { name: name.trim(), slug: slug.trim() };
    onChange(await callTagged('PUT /organizations/{orgId}', { params, body }, etag));
    setTyped({});
    toast(t('saved'));
    await reload();
  });
  useUnsaved(name.trim() !== organization.name || slug.trim() !== organization.slug);
  const readAnew = () => {
    setTyped({});
    onReload();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    return save.run();
  };
  return (
    <form class="stack narrow" noValidate onSubmit={submit}>
      <TextField
        label={t('name')}
        value={name}
        onInput={value => setTyped({ ...typed, name: value })}
        readOnly={!can('owner')}
        error={errorAt(save.error, 'name')}
      />
      <TextField
        label={t('slug')}
        help={t('slugHelp')}
        value={slug}
        onInput={value => setTyped({ ...typed, slug: value })}
        readOnly={!can('owner')}
        error={errorAt(save.error, 'slug')}
      />
      <p>
        {t('id')} <code>{organization.id}</code> <CopyButton text={organization.id} bare />
      </p>
      <ErrorNote error={save.error} shown={['name', 'slug']} onReload={readAnew} />
      {can('owner') && <SaveActions busy={save.busy} />}
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
