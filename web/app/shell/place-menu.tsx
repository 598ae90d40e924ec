import { useSession } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { t } from '../texts/t.ts';

/** Chooses the organization and environment. */
export function PlaceMenu() {
  const { organization, environment } = useSession();
  return (
    <div class="place">
      <Menu
        label={t('organization')}
        class="switch"
        button={
          <>
            <span class="logo" aria-hidden="true">
              {[...organization.name][0]?.toUpperCase()}
            </span>
            <span class="name">{organization.name}</span>
            <Icon name="down" />
          </>
        }
      >
        {async () => {
          const { OrganizationItems } = await import('./menu-items.tsx');
          return <OrganizationItems />;
        }}
      </Menu>
      <Menu
        label={t('environment')}
        class="switch"
        button={
          <>
            <span class={`dot ${environment}`} aria-hidden="true" />
            <span class="name">{t(environment)}</span>
            <Icon name="down" />
          </>
        }
      >
        {async () => {
          const { EnvironmentItems } = await import('./menu-items.tsx');
          return <EnvironmentItems />;
        }}
      </Menu>
    </div>
  );
}
