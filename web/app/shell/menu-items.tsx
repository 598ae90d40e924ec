import type { ComponentChildren } from 'preact';
import { apiUrl, appPath } from '../api/base.ts';
import type { Tenancy } from '../api/client.ts';
import { environmentNames, useSession, useSessionState } from '../api/session.tsx';
import { messageOf } from '../parts/feedback.tsx';
import { useGo } from '../parts/link.tsx';
import { MenuItem } from '../parts/menu-item.tsx';
import { toast } from '../parts/notices.tsx';
import { leavePage } from '../router/leave-guard.ts';
import { useLocation } from '../router/location.tsx';
import { type Language, language, languages, setLanguage } from '../texts/language.ts';
import { t } from '../texts/t.ts';
import { setTheme, theme, themes } from './theme.ts';

export function OrganizationItems() {
  const { organization, memberships } = useSession();
  const change = usePlaceChange();
  return (
    <>
      {memberships.map(({ organizationId, name }) => (
        <MenuItem
          key={organizationId}
          checked={organizationId === organization.id}
          onClick={() => change({ organizationId })}
        >
          {name}
        </MenuItem>
      ))}
    </>
  );
}

export function EnvironmentItems() {
  const { environment } = useSession();
  const change = usePlaceChange();
  return (
    <>
      {environmentNames.map(name => (
        <MenuItem key={name} checked={name === environment} onClick={() => change({ environment: name })}>
          {t(name)}
        </MenuItem>
      ))}
    </>
  );
}

/** Changes the organization or environment. Then shows the list, because a record belongs to one environment. */
function usePlaceChange() {
  const { moveTo } = useSession();
  const go = useGo();
  const { path } = useLocation();
  const list = path.slice(appPath.length).split('/')[1];
  return (place: Partial<Tenancy>) =>
    leavePage(() => {
      moveTo(place);
      go(`/${list}`);
    });
}

export function AccountItems() {
  const state = useSessionState();
  const leave = async () => {
    if (state.status !== 'signed-in') return;
    await state.leave().catch(error => toast(messageOf(error)));
  };
  return (
    <>
      <MenuItem icon="user" to="/account">
        {t('accountSettings')}
      </MenuItem>
      <MenuItem icon="list" href={`${apiUrl}docs`}>
        {t('documentation')}
      </MenuItem>
      <MenuGroup title={t('theme')}>
        {themes.map(name => (
          <MenuItem key={name} checked={name === theme()} onClick={() => setTheme(name)}>
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
      <MenuItem icon="out" onClick={() => leavePage(leave)}>
        {t('signOut')}
      </MenuItem>
    </>
  );
}

const MenuGroup = ({ title, children }: { title: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
  <div role="group" aria-label={title}>
    <p aria-hidden="true">{title}</p>
    {children}
  </div>
);
