import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction, useList } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { useSettled } from '../../api/settled.ts';
import { Button } from '../../parts/button.tsx';
import { Badge, Loading, Notice, type Tone } from '../../parts/feedback.tsx';
import { SearchField } from '../../parts/fields.tsx';
import { More, PageHead } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatDate } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { MemberActions } from './actions.tsx';
import { ChangeRole, Invite } from './dialogs.tsx';
import type { Member } from './member.ts';
import { t } from './texts/t.ts';

const tones: Readonly<Record<Member['status'], Tone>> = { active: 'green', disabled: 'red', invited: 'amber' };

/** The members of the organization, and who is invited. */
export default function Members() {
  const { organization, can } = useSession();
  const params = { orgId: organization.id };
  const [search, setSearch] = useState('');
  const q = useSettled(search.trim());
  const list = useList<Member>(
    (cursor, signal) =>
      call('GET /organizations/{orgId}/members', {
        params,
        query: { cursor, total: false, ...(q !== '' && { q }) },
        ...(signal && { signal }),
      }),
    [q],
  );
  const more = useAction(list.more);
  const [open, setOpen] = useState<'invite' | Member>();
  const close = () => {
    setOpen(undefined);
    list.reload();
  };
  const invite = can('admin') && (
    <Button kind="primary" icon="plus" onClick={() => setOpen('invite')}>
      {t('invite')}
    </Button>
  );
  return (
    <>
      <PageHead title={base('members')} help={t('help', { organization: organization.name })} actions={invite} />
      <Loading of={list} shape="rows" lines={8}>
        {({ items, hasMore }) => (
          <div class="stack">
            {can('admin') && q === '' && items.length === 1 && <Notice>{t('alone')}</Notice>}
            {list.isLong && (
              <search>
                <SearchField label={t('search')} value={search} onInput={setSearch} />
              </search>
            )}
            {items.length === 0 && <p class="help">{t(hasMore ? 'noneFoundYet' : 'noneFound')}</p>}
            {items.length > 0 && (
              <Table
                caption={t('caption')}
                columns={columnsOf(setOpen, list.reload)}
                rows={items}
                rowKey={({ userId, email }) => userId ?? email}
              />
            )}
            <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
          </div>
        )}
      </Loading>
      {open === 'invite' && <Invite onClose={close} />}
      {open !== undefined && open !== 'invite' && <ChangeRole member={open} onClose={close} />}
    </>
  );
}

const columnsOf = (changeRole: (member: Member) => void, reload: () => void): Column<Member>[] => [
  { key: 'email', head: t('email'), names: true, cell: member => <Person member={member} /> },
  { key: 'role', head: t('role'), cell: ({ role }) => base(role) },
  { key: 'status', head: t('status'), cell: member => <Status member={member} /> },
  { key: 'since', head: t('since'), wideOnly: true, cell: ({ createdAt }) => formatDate(createdAt) },
  {
    key: 'actions',
    head: <span class="unseen">{t('act')}</span>,
    align: 'end',
    cell: member => <MemberActions {...{ member, changeRole, reload }} />,
  },
];

/** Shows the status, and a warning if the member gets no email. */
const Status = ({ member: { status, mailStopped } }: { member: Member }) => (
  <>
    <Badge tone={tones[status]}>{t(status)}</Badge>
    {mailStopped && <Badge tone="red">{t(`mail_${mailStopped}`)}</Badge>}
  </>
);

function Person({ member: { userId, name, email, twoFactor } }: { member: Member }) {
  const { user } = useSession();
  return (
    <>
      {name && <strong>{name} </strong>}
      {email} {userId === user.id && <Badge>{t('you')}</Badge>}{' '}
      {twoFactor && <Badge tone="green">{t('twoFactor')}</Badge>}
    </>
  );
}
