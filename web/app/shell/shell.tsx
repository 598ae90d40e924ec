import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { partOf } from '../parts/page-of.tsx';
import { t } from '../texts/t.ts';
import { openPalette, setPalette } from './commands/open-palette.ts';
import { Navigation } from './navigation.tsx';
import { Offline } from './offline.tsx';

/** Loaded when it is first opened. */
const CommandPalette = partOf(() => import('./commands/command-palette.tsx'));

type Palette = { readonly formPage?: string | undefined };

/** The command palette, if it is open, and what closes it. Ctrl K, or Command K, opens it. */
function usePalette(): [palette: Palette | undefined, close: () => void] {
  const [palette, setOpen] = useState<Palette>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'k') return;
      event.preventDefault();
      // Don't open it above a question that waits for an answer.
      if (!document.querySelector('dialog[open]')) openPalette();
    };
    setPalette(formPage => setOpen({ formPage }));
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return [palette, () => setOpen(undefined)];
}

/** The frame of every page for signed-in users. */
export default function Shell({ children }: { children: ComponentChildren }) {
  const { environment, organization } = useSession();
  const [palette, close] = usePalette();
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
      <Navigation id="side" onSearch={() => openPalette()} />
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
      {palette && <CommandPalette {...palette} onClose={close} />}
    </div>
  );
}
