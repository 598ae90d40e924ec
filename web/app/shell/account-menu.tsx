import { useState } from 'preact/hooks';
import { useSession, useSessionState } from '../api/session.tsx';
import { messageOf } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { toast } from '../parts/notices.tsx';
import { t } from '../texts/base.ts';
import { type Language, language, languages, setLanguage } from '../texts/language.ts';
import { setTheme, theme, themes } from './theme.ts';

export function AccountMenu() {
  const { user, role } = useSession();
  const state = useSessionState();
  const [chosen, setChosen] = useState(theme());
  const leave = async () => {
    if (state.status !== 'signed-in') return;
    await state.leave().catch(error => toast(messageOf(error)));
  };
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
      <MenuItem icon="user" to="/account">
        {t('accountSettings')}
      </MenuItem>
      <MenuGroup title={t('theme')}>
        {themes.map(name => (
          <MenuItem
            key={name}
            checked={name === chosen}
            onClick={() => {
              setTheme(name);
              setChosen(name);
            }}
          >
            {t(name)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup title={t('language')}>
        {(Object.keys(languages) as Language[]).map(name => (
          <MenuItem key={name} checked={name === language} onClick={() => setLanguage(name)}>
            {languages[name]}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuItem icon="out" onClick={leave}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}

const MenuGroup = ({ title, children }: { title: string; children: preact.ComponentChildren }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
  <div role="group" aria-label={title}>
    <p aria-hidden="true">{title}</p>
    {children}
  </div>
);
