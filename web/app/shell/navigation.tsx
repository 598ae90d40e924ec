import { pathTo } from '../api/base.ts';
import { useSession } from '../api/session.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { leastRoles } from '../routes.ts';
import { t } from '../texts/t.ts';
import { AccountMenu } from './account-menu.tsx';
import { useLocation } from './location.tsx';
import { PlaceMenu } from './place-menu.tsx';

type NavigationEntry = {
  readonly to: string;
  readonly text: Parameters<typeof t>[0];
  readonly icon: IconName;
  /** It is a part of the entry before it. */
  readonly under?: boolean;
};

const groups = [
  {
    text: 'build',
    entries: [
      { to: '/forms', text: 'forms', icon: 'forms' },
      { to: '/analytics', text: 'analytics', icon: 'chart' },
    ],
  },
  {
    text: 'connect',
    entries: [
      { to: '/integrations', text: 'integrations', icon: 'plug' },
      { to: '/webhooks', text: 'webhooks', icon: 'webhook' },
    ],
  },
  {
    text: 'manage',
    entries: [
      { to: '/members', text: 'members', icon: 'people' },
      { to: '/usage', text: 'usage', icon: 'gauge' },
      { to: '/data-subjects', text: 'dataSubjects', icon: 'shield' },
      { to: '/audit', text: 'audit', icon: 'list' },
      { to: '/settings', text: 'settings', icon: 'gear' },
      { to: '/keys', text: 'keys', icon: 'key', under: true },
    ],
  },
] as const satisfies readonly { text: NavigationEntry['text']; entries: readonly NavigationEntry[] }[];

const isCurrent = (path: string, to: string): boolean => path === pathTo(to) || path.startsWith(`${pathTo(to)}/`);

/** The navigation beside the page; on a phone, over it. */
export function Navigation({ id }: { id: string }) {
  const { path } = useLocation();
  const { can } = useSession();
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <aside id={id} class="side" popover="auto" aria-label={t('navigation')}>
      <PlaceMenu />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <nav aria-label={t('navigation')} onClick={close}>
        {groups.map(group => (
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
