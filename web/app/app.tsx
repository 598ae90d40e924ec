import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Role } from '../../shared/contracts/contract.ts';
import { appPath, pathTo } from './api/base.ts';
import { SessionProvider, useSessionState } from './api/session.tsx';
import { EmptyState, ErrorNote, Skeleton } from './parts/feedback.tsx';
import { LinkButton, useGo } from './parts/link.tsx';
import { Notices } from './parts/notices.tsx';
import { pageOf, partOf } from './parts/page-of.tsx';
import { LocationProvider, paramsOf, useLocation } from './router/location.tsx';
import { openRoutes, preloadPage, type Routes, routes } from './routes.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { leastRoles } from './shell/least-roles.ts';
import { Offline } from './shell/offline.tsx';
import { t } from './texts/t.ts';

/** The frame of a page while it loads. */
const frame = (
  <div class="shell">
    <header class="top" />
    <div class="side" />
    <main>
      <Skeleton shape="page" lines={9} />
    </main>
  </div>
);

const isOpen = (path: string): boolean =>
  ['/login', '/password-resets', '/invitations', '/address-confirmations'].some(page =>
    `${path}/`.startsWith(`${pathTo(page)}/`),
  );

/** Not needed before the sign-in. */
const Shell = pageOf(() => import('./shell/shell.tsx'), frame);

// The frame and the page load while the service says who is signed in.
const firstPath = location.pathname.replace(/\/+$/, '');
preloadPage(firstPath);
if (!isOpen(firstPath)) Shell.preload();

export const App = () => (
  <LocationProvider onAhead={preloadPage}>
    <SessionProvider>
      <Pages />
      <Ended />
      <Notices />
    </SessionProvider>
  </LocationProvider>
);

const NoOrganization = pageOf(() => import('./pages/settings/no-organization.tsx'));

/** Few sessions end during work. */
const SignInAgain = partOf(() => import('./pages/sign-in/sign-in-again.tsx'));

/** Replaces every page of an organization that the user can't enter now. */
const Required = pageOf(() => import('./pages/account/two-factor/required-two-factor.tsx'));

function Ended() {
  const state = useSessionState();
  return state.status === 'signed-in' && state.ended ? <SignInAgain {...state.ended} /> : null;
}

function Pages() {
  const { path } = useLocation();
  const state = useSessionState();
  if (isOpen(path)) {
    return (
      <Entrance>
        <Routed pages={openRoutes} isFor={() => true} />
      </Entrance>
    );
  }
  if (state.status === 'unknown') return frame;
  if (state.status === 'unreachable') {
    return (
      <Entrance>
        <ErrorNote error={state.error} onRetry={() => state.read()} />
      </Entrance>
    );
  }
  if (state.status === 'signed-out') return <ToLogin />;
  const { organization, environment, can, requires } = state.session;
  if (!organization.id) {
    return (
      <Entrance>
        <NoOrganization />
      </Entrance>
    );
  }
  const isClosed = requires && path !== pathTo('/account');
  return (
    <Shell>
      {isClosed ? (
        <Required />
      ) : (
        <Routed key={`${organization.id} ${environment}`} pages={routes} isFor={(least = 'viewer') => can(least)} />
      )}
    </Shell>
  );
}

type RoutedProps = { readonly pages: Routes; readonly isFor: (least: Role | undefined) => boolean };

function Routed({ pages, isFor }: RoutedProps) {
  const { path } = useLocation();
  useEffect(() => {
    // Like a page load: scroll to the top, and let screen readers start with the main content.
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
  return <ErrorBoundary resetKey={path}>{pageAt(pages, path, isFor)}</ErrorBoundary>;
}

/** Returns the page for a path. A page stays mounted while only its parameters change. */
function pageAt(pages: Routes, path: string, isFor: (least: Role | undefined) => boolean): ComponentChildren {
  for (const [page, Found] of Object.entries(pages)) {
    const params = paramsOf(page, path);
    if (params) return isFor(leastRoles[page]) ? <Found key={page} params={params} /> : <NotForRole />;
  }
  return <NoSuchPage />;
}

/** Shows the requested page after the sign-in. */
function ToLogin() {
  const { url } = useLocation();
  const go = useGo();
  useEffect(() => {
    const wanted = url.slice(appPath.length);
    go(wanted.length > 1 ? `/login?next=${encodeURIComponent(wanted)}` : '/login', { replace: true });
  }, [url, go]);
  return null;
}

const NotForRole = () => (
  <EmptyState icon="shield" title={t('notForRole')} actions={<LinkButton to="/forms">{t('toForms')}</LinkButton>} />
);

const NoSuchPage = () => (
  <EmptyState icon="search" title={t('noSuchPage')} actions={<LinkButton to="/forms">{t('toForms')}</LinkButton>} />
);

/** The frame of the pages before the sign-in. */
const Entrance = ({ children }: { children: ComponentChildren }) => (
  <div class="entrance">
    <header class="brand">
      <span class="logo" aria-hidden="true">
        F
      </span>
      Formline
    </header>
    <main id="main" tabIndex={-1}>
      <Offline />
      {children}
    </main>
  </div>
);
