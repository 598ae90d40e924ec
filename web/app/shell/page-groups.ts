import type { IconName } from '../parts/icon.tsx';
import type { t } from '../texts/t.ts';

type NavigationEntry = {
  readonly to: string;
  readonly text: Parameters<typeof t>[0];
  readonly icon: IconName;
  /** Whether it is part of the previous entry. */
  readonly under?: boolean;
};

/** The pages of the navigation, by what they are for. */
export const pageGroups = [
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
