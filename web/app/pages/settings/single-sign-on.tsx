import type { Role } from '../../../../shared/contracts/contract.ts';
import { call } from '../../api/client.ts';
import { keysOf } from '../../api/keys-of.ts';
import { useLoad } from '../../api/load.ts';
import type { Output } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { ErrorNote, Loading } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { toast } from '../../parts/notices.tsx';
import { Section } from '../../parts/page.tsx';
import { SaveActions } from '../../parts/save-actions.tsx';
import { useEdited } from '../../parts/use-edited.ts';
import { t as base } from '../../texts/t.ts';
import { t } from './texts/t.ts';

type SingleSignOnSettings = Output<'GET /organizations/{orgId}/single-sign-on'>;

/** Edits single sign-on, if the deployment has a provider for the organization. */
export function SingleSignOn() {
  const { organization } = useSession();
  const params = { orgId: organization.id };
  const loaded = useLoad<SingleSignOnSettings>(
    signal => call('GET /organizations/{orgId}/single-sign-on', { params, signal }),
    [],
  );
  const { data } = loaded;
  if (data && data.available.length === 0 && data.domains.length === 0) return null;
  return (
    <Section title={t('singleSignOn')} help={t('singleSignOnHelp')}>
      <Loading of={loaded}>
        {settings => <Form key={settings.updatedAt} settings={settings} onChange={loaded.set} />}
      </Loading>
    </Section>
  );
}

type FormProps = {
  readonly settings: SingleSignOnSettings;
  readonly onChange: (settings: SingleSignOnSettings) => void;
};

function Form({ settings, onChange }: FormProps) {
  const { organization, can } = useSession();
  const isOwner = can('owner');
  const stored = {
    domains: [...settings.domains].sort(),
    defaultRole: settings.defaultRole ?? ('' as const),
    required: settings.required,
  };
  const { values, set, busy, error, submit } = useEdited(stored, async typed => {
    const body = { ...typed, defaultRole: typed.defaultRole || null };
    onChange(await call('PUT /organizations/{orgId}/single-sign-on', { params: { orgId: organization.id }, body }));
    toast(t('saved'));
  });
  const { domains, defaultRole, required } = values;
  const choose = (domain: string, isChosen: boolean) =>
    set({ domains: [...domains.filter(each => each !== domain), ...(isChosen ? [domain] : [])].sort() });
  return (
    <form class="stack narrow" noValidate onSubmit={submit}>
      {choices(settings).map(({ domain, names }) => (
        <Checkbox
          key={domain}
          label={t('domainBy', { domain, provider: names })}
          checked={domains.includes(domain)}
          onInput={isChosen => choose(domain, isChosen)}
          disabled={!isOwner}
        />
      ))}
      <Select
        label={t('defaultRole')}
        help={t('defaultRoleHelp')}
        value={defaultRole}
        onInput={role => set({ defaultRole: role })}
        disabled={!isOwner}
        options={[
          { value: '', label: t('onlyInvited') },
          ...keysOf<Exclude<Role, 'owner'>>({ viewer: true, editor: true, admin: true }).map(role => ({
            value: role,
            label: base(role),
          })),
        ]}
      />
      <Checkbox
        label={t('required')}
        help={t('requiredHelp')}
        checked={required}
        onInput={isRequired => set({ required: isRequired })}
        disabled={!isOwner}
      />
      <ErrorNote error={error} />
      {isOwner && <SaveActions busy={busy} />}
    </form>
  );
}

/** The choices of domains with their providers. A chosen domain stays even if it is no longer available. */
function choices({ available, domains }: SingleSignOnSettings): { domain: string; names: string }[] {
  const all = new Set([...available.map(({ domain }) => domain), ...domains]);
  return [...all].map(domain => ({
    domain,
    names: available
      .filter(each => each.domain === domain)
      .map(({ provider }) => provider.name)
      .join(', '),
  }));
}
