import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { t } from '../texts/t.ts';
import { Navigation } from './navigation.tsx';
import { Offline } from './offline.tsx';
import { pageOf } from './page-of.tsx';

/** Loaded when it is first opened. */
const CommandPalette = pageOf(() => import('./commands/command-palette.tsx'));

/** Whether the command palette is open. Ctrl K, or Command K, opens it. */
function usePalette(): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'k') return;
      event.preventDefault();
      // Don't open it above a question that waits for an answer.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return [isOpen, setOpen];
}

/** The frame of every page for signed-in users. */
export default function Shell({ children }: { children: ComponentChildren }) {
  const { environment, organization } = useSession();
  const [isSearching, setSearching] = usePalette();
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
      <Navigation id="side" onSearch={() => setSearching(true)} />
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
      {isSearching && <CommandPalette onClose={() => setSearching(false)} />}
    </div>
  );
}
