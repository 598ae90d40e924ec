import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { Menu } from '../../parts/menu.tsx';
import { MenuItem } from '../../parts/menu-item.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import { OneTimeSecret } from '../../parts/one-time-secret.tsx';
import type { Member } from './member.ts';
import { t } from './texts/t.ts';

type MemberActionsProps = { member: Member; changeRole: (member: Member) => void; reload: () => void };

/** The actions on a member that the user may take: admins manage others, owners manage owners, everybody may leave. */
export function MemberActions(props: MemberActionsProps) {
  const { user, can } = useSession();
  const { userId, role } = props.member;
  if (userId === null) return can('admin') ? <OfInvitation {...props} /> : null;
  const manages = can(role === 'owner' ? 'owner' : 'admin');
  return manages || userId === user.id ? <OfMember {...props} userId={userId} manages={manages} /> : null;
}

function OfInvitation({ member: { email }, reload }: MemberActionsProps) {
  const { organization } = useSession();
  const orgId = organization.id;
  const withdraw = () =>
    confirm({
      title: t('withdrawTitle', { email }),
      text: t('withdrawHelp'),
      action: t('withdraw'),
      danger: true,
      run: async () => {
        const { items } = await call('GET /organizations/{orgId}/invitations', {
          params: { orgId },
          query: { limit: 1000 },
        });
        const found = items.find(invitation => invitation.email === email);
        if (found) {
          const params = { orgId, invitationId: found.id };
          await call('DELETE /organizations/{orgId}/invitations/{invitationId}', { params });
        }
        reload();
      },
    });
  return (
    <Menu label={t('actions', { name: email })}>
      {() => (
        <MenuItem icon="trash" danger onClick={withdraw}>
          {t('withdraw')}
        </MenuItem>
      )}
    </Menu>
  );
}

function OfMember({
  member,
  changeRole,
  reload,
  userId,
  manages,
}: MemberActionsProps & { userId: string; manages: boolean }) {
  const { user, organization, can, reload: readSession } = useSession();
  const [link, setLink] = useState<string>();
  const { email } = member;
  const isSelf = userId === user.id;
  const remove = () =>
    confirm({
      title: isSelf ? t('leaveTitle', { organization: organization.name }) : t('removeTitle', { email }),
      text: isSelf ? t('leaveHelp') : t('removeHelp'),
      action: isSelf ? t('leave') : t('remove'),
      danger: true,
      run: async () => {
        await call('DELETE /organizations/{orgId}/members/{userId}', { params: { orgId: organization.id, userId } });
        if (isSelf) return readSession();
        toast(t('removed', { email }));
        reload();
      },
    });
  const turnOff = () =>
    confirm({
      title: t('twoFactorOffTitle', { email }),
      text: t('twoFactorOffHelp'),
      action: t('twoFactorOff'),
      danger: true,
      run: async () => {
        await call('DELETE /users/{userId}/two-factor', { params: { userId } });
        toast(t('twoFactorIsOff', { email }));
        reload();
      },
    });
  const makeLink = async () => {
    try {
      setLink((await call('POST /users/{userId}/password-reset', { params: { userId } })).url);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <Menu label={t('actions', { name: email })}>
        {() => (
          <>
            {manages && (
              <MenuItem icon="edit" onClick={() => changeRole(member)}>
                {t('changeRole')}
              </MenuItem>
            )}
            {manages && !isSelf && (
              <MenuItem icon="key" onClick={makeLink}>
                {t('resetLink')}
              </MenuItem>
            )}
            {can('owner') && !isSelf && member.twoFactor && (
              <MenuItem icon="shield" onClick={turnOff}>
                {t('twoFactorOff')}
              </MenuItem>
            )}
            <MenuItem icon="trash" danger onClick={remove}>
              {isSelf ? t('leave') : t('remove')}
            </MenuItem>
          </>
        )}
      </Menu>
      {link && (
        <OneTimeSecret
          title={t('resetMade')}
          help={t('resetHelp', { email })}
          done={t('done')}
          text={link}
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  );
}
