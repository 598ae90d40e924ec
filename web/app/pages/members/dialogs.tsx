import { useState } from 'preact/hooks';
import { includesRole, type Role, roles } from '../../../../shared/contracts/contract.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields.tsx';
import { toast } from '../../parts/notices.tsx';
import { OneTimeSecret } from '../../parts/one-time-secret.tsx';
import { RadioCards } from '../../parts/radio-cards.tsx';
import { t as base } from '../../texts/t.ts';
import type { Member } from './member.ts';
import { t } from './texts/t.ts';

/** The link of an invitation, and the status of its email: `waiting` if one is sent. */
type InvitationLink = { url: string; mail: string };

/** Adds a user whom the caller already administers, or invites a person. */
export function Invite({ onClose }: { onClose: () => void }) {
  const { organization } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [made, setMade] = useState<InvitationLink>();
  const invite = useAction(async () => {
    const params = { orgId: organization.id };
    const answer: object = await call('POST /organizations/{orgId}/members', {
      params,
      body: { email: email.trim(), role },
    });
    if ('url' in answer) return setMade(answer as InvitationLink);
    toast(t('added', { email }));
    onClose();
  });
  if (made) {
    const help = t(made.mail === 'waiting' ? 'mailedHelp' : 'madeHelp', { email });
    return <OneTimeSecret title={t('made')} help={help} done={t('done')} text={made.url} onClose={onClose} />;
  }
  return (
    <Dialog
      title={t('invite')}
      onClose={onClose}
      onSubmit={invite.run}
      footer={<Buttons busy={invite.busy} onClose={onClose} text={t('send')} />}
    >
      <div class="stack">
        <TextField
          label={t('email')}
          type="email"
          autocomplete="off"
          value={email}
          onInput={setEmail}
          error={errorAt(invite.error, 'email')}
        />
        <RoleCards role={role} onInput={setRole} />
        <ErrorNote error={invite.error} shown={['email']} />
      </div>
    </Dialog>
  );
}

export function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const { organization, user, reload } = useSession();
  const [role, setRole] = useState<Role>(member.role);
  const save = useAction(async () => {
    const params = { orgId: organization.id, userId: member.userId ?? '' };
    await call('PUT /organizations/{orgId}/members/{userId}/role', { params, body: { role } });
    // The user changed their own membership, so they now see other pages.
    if (member.userId === user.id) await reload();
    onClose();
  });
  return (
    <Dialog
      title={t('changeRoleTitle', { email: member.email })}
      onClose={onClose}
      onSubmit={save.run}
      footer={<Buttons busy={save.busy} onClose={onClose} text={base('save')} />}
    >
      <div class="stack">
        <RoleCards role={role} onInput={setRole} />
        <ErrorNote error={save.error} />
      </div>
    </Dialog>
  );
}

function RoleCards({ role, onInput }: { role: Role; onInput: (role: Role) => void }) {
  const session = useSession();
  const given = roles.filter(each => includesRole(session.role, each));
  return (
    <RadioCards
      legend={t('role')}
      value={role}
      onInput={onInput}
      options={given.map(value => ({ value, label: base(value), help: t(`${value}Help`) }))}
    />
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
