import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { appPath, pathTo } from './api/base.ts';
import { SessionProvider, useSessionState } from './api/session.tsx';
import { EmptyState, ErrorNote, Skeleton } from './parts/feedback.tsx';
import { LinkButton, useGo } from './parts/link.tsx';
import { Notices } from './parts/notices.tsx';
import { openRoutes, routes } from './routes.ts';
import { WhenBroken } from './shell/broken.tsx';
import type { PageProps } from './shell/page-of.tsx';
import { Offline, Shell } from './shell/shell.tsx';
import { t } from './texts/base.ts';

export const App = () => (
  <LocationProvider scope={appPath}>
    <SessionProvider>
      <Pages />
      <Notices />
    </SessionProvider>
  </LocationProvider>
);

const isOpen = (path: string): boolean =>
  ['/login', '/password-resets', '/invitations'].some(page => `${path}/`.startsWith(`${pathTo(page)}/`));

function Pages() {
  const { path } = useLocation();
  const state = useSessionState();
  if (isOpen(path)) {
    return (
      <Entrance>
        <Routed pages={openRoutes} />
      </Entrance>
    );
  }
  if (state.status === 'unknown') return <Skeleton lines={6} />;
  if (state.status === 'unreachable') {
    return (
      <Entrance>
        <ErrorNote error={state.error} onRetry={() => state.read()} />
      </Entrance>
    );
  }
  if (state.status === 'signed-out') return <ToLogin />;
  const { organization, environment } = state.session;
  return (
    <Shell>
      <Routed key={`${organization.id} ${environment}`} pages={routes} />
    </Shell>
  );
}

function Routed({ pages }: { pages: Readonly<Record<string, ComponentType<PageProps>>> }) {
  const { path } = useLocation();
  useEffect(() => {
    // As a page that is loaded does: its beginning is read first.
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
  return (
    <WhenBroken resetKey={path}>
      <Router>
        {Object.entries(pages).map(([page, component]) => (
          <Route key={page} path={pathTo(page)} component={component} />
        ))}
        <Route default component={NoSuchPage} />
      </Router>
    </WhenBroken>
  );
}

/** The page that was asked for is shown once somebody has signed in. */
function ToLogin() {
  const { url } = useLocation();
  const go = useGo();
  useEffect(() => {
    const wanted = url.slice(appPath.length);
    go(wanted.length > 1 ? `/login?next=${encodeURIComponent(wanted)}` : '/login', { replace: true });
  }, [url, go]);
  return null;
}

const NoSuchPage = () => (
  <EmptyState icon="search" title={t('noSuchPage')} actions={<LinkButton to="/forms">{t('toForms')}</LinkButton>} />
);

/** Around the pages before somebody is signed in. */
const Entrance = ({ children }: { children: ComponentChildren }) => (
  <div class="entrance">
    <p class="brand">
      <span class="logo" aria-hidden="true">
        F
      </span>
      Formline
    </p>
    <main id="main" tabIndex={-1}>
      <Offline />
      {children}
    </main>
  </div>
);
