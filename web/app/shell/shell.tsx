import type { ComponentChildren } from 'preact';
import { useSession } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { t } from '../texts/t.ts';
import { Navigation } from './navigation.tsx';
import { Offline } from './offline.tsx';

/** The frame of every page for signed-in users. */
export default function Shell({ children }: { children: ComponentChildren }) {
  const { environment, organization } = useSession();
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t('skip')}
      </a>
      <header class="top">
        <button type="button" class="button quiet bare" popovertarget="side" aria-label={t('openNavigation')}>
          <Icon name="menu" />
        </button>
        <span class="name">{organization.name}</span>
        {environment !== 'production' && <span class={`dot ${environment}`} />}
      </header>
      <Navigation id="side" />
      <main id="main" tabIndex={-1}>
        <Offline />
        {environment !== 'production' && (
          <p class="environment">
            <span class={`dot ${environment}`} aria-hidden="true" />
            {t('notProduction', { environment: t(environment) })}
          </p>
        )}
        {children}
      </main>
    </div>
  );
}
