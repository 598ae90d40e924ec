import { type LazyPage, type PageProps, pageOf } from './parts/page-of.tsx';
import { paramsOf } from './router/location.tsx';

export type Routes = Readonly<Record<string, LazyPage<PageProps>>>;

/** The routes for everybody. */
export const openRoutes: Routes = {
  '/login': pageOf(() => import('./pages/sign-in/login-page.tsx')),
  '/password-resets': pageOf(() => import('./pages/sign-in/request-password-reset-page.tsx')),
  '/password-resets/:token': pageOf(() => import('./pages/sign-in/reset-password-page.tsx')),
  '/address-confirmations/:token': pageOf(() => import('./pages/sign-in/confirm-address-page.tsx')),
  '/invitations/:token': pageOf(() => import('./pages/sign-in/accept-invitation-page.tsx')),
};

/** The routes for signed-in users. Each is loaded when it is first shown. The build reads their names and files here. */
export const routes: Routes = {
  '/': pageOf(() => import('./pages/forms/list/page.tsx')),
  '/forms': pageOf(() => import('./pages/forms/list/page.tsx')),
  '/forms/new': pageOf(() => import('./pages/forms/new/page.tsx')),
  '/forms/:id/edit': pageOf(() => import('./pages/editor/page.tsx')),
  '/forms/:id/summary': pageOf(() => import('./pages/summary/page.tsx')),
  '/forms/:id/responses': pageOf(() => import('./pages/responses/list/page.tsx')),
  '/forms/:id/responses/:responseId': pageOf(() => import('./pages/responses/detail/page.tsx')),
  '/forms/:id/analytics': pageOf(() => import('./pages/analytics/page.tsx')),
  '/forms/:id/share': pageOf(() => import('./pages/forms/share/page.tsx')),
  '/forms/:id/settings': pageOf(() => import('./pages/forms/settings/page.tsx')),
  '/analytics': pageOf(() => import('./pages/analytics/overview-page.tsx')),
  '/keys': pageOf(() => import('./pages/keys/page.tsx')),
  '/webhooks': pageOf(() => import('./pages/webhooks/page.tsx')),
  '/webhooks/:id': pageOf(() => import('./pages/webhooks/webhook-page.tsx')),
  '/integrations': pageOf(() => import('./pages/integrations/page.tsx')),
  '/integrations/:id': pageOf(() => import('./pages/integrations/integration-page.tsx')),
  '/members': pageOf(() => import('./pages/members/page.tsx')),
  '/audit': pageOf(() => import('./pages/audit/page.tsx')),
  '/usage': pageOf(() => import('./pages/usage/page.tsx')),
  '/data-subjects': pageOf(() => import('./pages/data-subjects/page.tsx')),
  '/settings': pageOf(() => import('./pages/settings/page.tsx')),
  '/account': pageOf(() => import('./pages/account/page.tsx')),
};

/** Loads the page for a path ahead. */
export function preloadPage(path: string): void {
  const found = Object.entries({ ...openRoutes, ...routes }).find(([page]) => paramsOf(page, path));
  found?.[1].preload();
}
