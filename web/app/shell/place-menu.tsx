import { environmentNames, useSession } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { useGo } from '../parts/link.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { t } from '../texts/base.ts';

/** Which organization and environment the pages are about. What belongs to one is not there in another: to the forms. */
export function PlaceMenu() {
  const { organization, memberships, environment, moveTo } = useSession();
  const go = useGo();
  const change = (place: Parameters<typeof moveTo>[0]) => {
    moveTo(place);
    go('/forms');
  };
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
        {memberships.map(({ organizationId, name }) => (
          <MenuItem
            key={organizationId}
            checked={organizationId === organization.id}
            onClick={() => change({ organizationId })}
          >
            {name}
          </MenuItem>
        ))}
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
        {environmentNames.map(name => (
          <MenuItem key={name} checked={name === environment} onClick={() => change({ environment: name })}>
            {t(name)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
