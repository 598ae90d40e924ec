import { useSession } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { t } from '../texts/t.ts';

export function AccountMenu() {
  const { user, role } = useSession();
  return (
    <Menu
      label={t('account')}
      class="switch account"
      button={
        <>
          <Icon name="user" />
          <span class="name">
            {user.name || user.email}
            <small>{t(role)}</small>
          </span>
          <Icon name="up" />
        </>
      }
    >
      {async () => {
        const { AccountItems } = await import('./menu-items.tsx');
        return <AccountItems />;
      }}
    </Menu>
  );
}
