import { pathTo } from '../api/base.ts';
import { useSession } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { useLocation } from '../router/location.tsx';
import { t } from '../texts/t.ts';
import { AccountMenu } from './account-menu.tsx';
import { leastRoles } from './least-roles.ts';
import { pageGroups } from './page-groups.ts';
import { PlaceMenu } from './place-menu.tsx';

const isCurrent = (path: string, to: string): boolean => path === pathTo(to) || path.startsWith(`${pathTo(to)}/`);

/** The navigation beside the page; on a phone, over it. */
export function Navigation({ id, onSearch }: { id: string; onSearch: () => void }) {
  const { path } = useLocation();
  const { can } = useSession();
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <aside id={id} class="side" popover="auto" aria-label={t('navigation')}>
      <PlaceMenu />
      <button type="button" class="switch" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Icon name="search" />
        <span class="name">{t('goTo')}</span>
        <span class="keys" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <nav aria-label={t('navigation')} onClick={close}>
        {pageGroups.map(group => (
          <div key={group.text}>
            <h2>{t(group.text)}</h2>
            {group.entries
              .filter(({ to }) => can(leastRoles[to] ?? 'viewer'))
              .map(entry => (
                <Link
                  key={entry.to}
                  to={entry.to}
                  current={isCurrent(path, entry.to)}
                  class={'under' in entry ? 'under' : undefined}
                >
                  <Icon name={entry.icon} />
                  {t(entry.text)}
                </Link>
              ))}
          </div>
        ))}
      </nav>
      <AccountMenu />
    </aside>
  );
}
