import { callTagged } from '../../api/call-tagged.ts';
import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { environmentNames, useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Badge, Loading } from '../../parts/feedback.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { formatDate } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { Archives } from './archives.tsx';
import { Names, NewOrganization } from './organization.tsx';
import { RequireTwoFactor } from './require-two-factor.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { t } from './texts/t.ts';

/** The organization with its environments and sign-in, and the encryption and archives of the selected environment. */
export default function Settings() {
  const { organization, can } = useSession();
  const params = { orgId: organization.id };
  const loaded = useLoad(signal => callTagged('GET /organizations/{orgId}', { params, signal }), []);
  return (
    <>
      <PageHead title={base('settings')} help={t('help', { organization: organization.name })} />
      <Section title={t('organization')} help={can('owner') ? undefined : t('onlyOwners')}>
        <Loading of={loaded}>
          {stored => (
            <div class="stack">
              <Names stored={stored} onChange={loaded.set} onReload={loaded.reload} />
              <RequireTwoFactor stored={stored} onChange={loaded.set} onReload={loaded.reload} />
            </div>
          )}
        </Loading>
      </Section>
      <Environments />
      {can('admin') && <SingleSignOn />}
      {can('admin') && <Sealing />}
      <Archives />
      <NewOrganization />
      {can('owner') && <Danger />}
    </>
  );
}

/** Sorts environments as in the menu. */
const byName = (one: EnvironmentOption, other: EnvironmentOption) =>
  environmentNames.indexOf(one.name) - environmentNames.indexOf(other.name);

type EnvironmentOption = Pick<ItemOf<'GET /environments'>, 'name'>;

function Environments() {
  const loaded = useLoad(signal => call('GET /environments', { signal }), []);
  const { environment } = useSession();
  return (
    <Section title={t('environments')} help={t('environmentsHelp')}>
      <Loading of={loaded}>
        {({ items }) => (
          <ul>
            {items.toSorted(byName).map(({ id, name, createdAt }) => (
              <li key={id}>
                <strong>{base(name)}</strong> <small>{t('since', { date: formatDate(createdAt) })}</small>{' '}
                {name === environment && <Badge tone="blue">{t('here')}</Badge>}
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </Section>
  );
}

function Sealing() {
  const { environment } = useSession();
  const rotate = () =>
    confirm({
      title: t('rotateTitle', { environment: base(environment) }),
      text: t('rotateHelp'),
      action: t('rotate'),
      run: async () => {
        const { generation } = await call('POST /data-keys');
        toast(t('rotated', { generation }));
      },
    });
  return (
    <Section title={t('sealing')} help={t('sealingHelp')}>
      <Button onClick={rotate}>{t('rotate')}</Button>
    </Section>
  );
}

function Danger() {
  const { organization, reload } = useSession();
  const { id, name } = organization;
  const remove = () =>
    confirm({
      title: t('removeTitle', { organization: name }),
      text: t('dangerHelp'),
      action: t('remove'),
      danger: true,
      typed: name,
      run: async () => {
        await call('DELETE /organizations/{orgId}', { params: { orgId: id } });
        toast(t('removed', { organization: name }));
        await reload();
      },
    });
  return (
    <Section title={t('danger')} help={t('dangerHelp')}>
      <Button kind="danger" onClick={remove}>
        {t('remove')}
      </Button>
    </Section>
  );
}
