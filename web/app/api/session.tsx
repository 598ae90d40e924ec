import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { includesRole, type Role } from '../../../shared/contracts/contract.ts';
import { call, type EnvironmentName, onSignedOut, setPlace, type Tenancy } from './client.ts';
import { ApiError } from './errors.ts';
import type { Output } from './operations.ts';

type Me = Output<'GET /auth/me'>;

export const environmentNames = ['production', 'staging', 'development'] as const satisfies readonly EnvironmentName[];

/** The signed-in user, organization and environment. */
export type Session = {
  readonly user: Me['user'];
  readonly memberships: Me['memberships'];
  readonly organization: { readonly id: string; readonly name: string };
  readonly role: Role;
  readonly environment: EnvironmentName;
  readonly twoFactor: Me['twoFactor'];
  /** What the user must do before entering the organization: turn on a second factor, or sign in another way. */
  readonly requires: Me['memberships'][number]['requires'];
  /** Whether the user's role in the organization includes this one. */
  readonly can: (least: Role) => boolean;
  readonly moveTo: (place: Partial<Tenancy>) => void;
  /** Reloads the signed-in user, after a change of the account or the organization. */
  readonly reload: () => Promise<void>;
};

export type SessionState = {
  /** Reads who is signed in: after a login, or a change of the account. */
  readonly read: (wanted?: Partial<Tenancy>) => Promise<void>;
} & (
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'unreachable'; readonly error: unknown }
  | {
      readonly status: 'signed-in';
      readonly session: Session;
      readonly leave: () => Promise<void>;
      /** The service has ended the session, and a request waits for another one. */
      readonly ended: EndedSession | undefined;
    }
);

/** A session that ended. `again`: the user signed in; `giveUp`: they will not. */
export type EndedSession = { readonly email: string; readonly again: () => Promise<void>; readonly giveUp: () => void };

const Context = createContext<SessionState>({ status: 'unknown', read: async () => {} });

export const useSessionState = (): SessionState => useContext(Context);

/** The session, for pages that only signed-in users see. */
export function useSession(): Session {
  const state = useContext(Context);
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in');
  return state.session;
}

const placeKey = 'formline.place';

/** The organization and environment that an outside link names, in the page's URL or in its `next` parameter. */
function placeOfLink(search = location.search): Partial<Tenancy> {
  const query = new URLSearchParams(search);
  const next = query.get('next');
  if (next) return placeOfLink(next.slice(next.indexOf('?') + 1));
  const organizationId = query.get('organization');
  const environment = environmentNames.find(name => name === query.get('environment'));
  return { ...(organizationId && { organizationId }), ...(environment && { environment }) };
}

/**
 * Returns the organization and environment to use: the requested ones, or else those last used in this tab or any tab.
 */
function placeFor({ memberships }: Me, wanted: Partial<Tenancy> | undefined): Tenancy | undefined {
  const kept = JSON.parse(
    sessionStorage.getItem(placeKey) ?? localStorage.getItem(placeKey) ?? '{}',
  ) as Partial<Tenancy>;
  const { organizationId, environment } = { ...kept, ...wanted };
  const membership = memberships.find(one => one.organizationId === organizationId) ?? memberships[0];
  if (!membership) return undefined;
  return {
    organizationId: membership.organizationId,
    environment: environmentNames.find(name => name === environment) ?? 'production',
  };
}

function keepPlace(place: Tenancy | undefined): void {
  setPlace(place);
  if (!place) return;
  sessionStorage.setItem(placeKey, JSON.stringify(place));
  localStorage.setItem(placeKey, JSON.stringify(place));
}

function sessionOf(me: Me, place: Tenancy | undefined, actions: Pick<Session, 'moveTo' | 'reload'>): Session {
  const membership = me.memberships.find(({ organizationId }) => organizationId === place?.organizationId);
  const role = membership?.role ?? 'viewer';
  return {
    ...actions,
    user: me.user,
    memberships: me.memberships,
    organization: { id: membership?.organizationId ?? '', name: membership?.name ?? '' },
    role,
    environment: place?.environment ?? 'production',
    twoFactor: me.twoFactor,
    requires: membership?.requires ?? null,
    can: least => includesRole(role, least),
  };
}

type KnownSession = { me?: Me | null; place?: Tenancy | undefined; error?: unknown };

/** Makes requests wait after the session has ended, until the user signs in again or gives up. */
function useAsked(isSignedIn: boolean) {
  const [asked, setAsked] = useState(false);
  const waiting = useRef<((again: boolean) => void)[]>([]);
  useEffect(() => {
    onSignedOut(async () => {
      if (!isSignedIn) return false;
      setAsked(true);
      return new Promise(resolve => waiting.current.push(resolve));
    });
  }, [isSignedIn]);
  const settle = useCallback((again: boolean) => {
    setAsked(false);
    for (const resolve of waiting.current.splice(0)) resolve(again);
  }, []);
  return { asked, settle };
}

export function SessionProvider({ children }: { children: ComponentChildren }) {
  const [known, setKnown] = useState<KnownSession>({});
  const read = useCallback(async (wanted?: Partial<Tenancy>) => {
    try {
      const me = await call('GET /auth/me');
      const place = placeFor(me, wanted ?? placeOfLink());
      keepPlace(place);
      setKnown({ me, place });
    } catch (error) {
      const signedOut = error instanceof ApiError && error.status === 401;
      setKnown(signedOut ? { me: null } : { error });
    }
  }, []);
  const { asked, settle } = useAsked(known.me !== undefined && known.me !== null);
  useEffect(() => {
    // biome-ignore lint/nursery/noFloatingPromises: it catches what goes wrong
    read();
  }, [read]);
  const state = useMemo((): SessionState => {
    const { me, place, error } = known;
    if (error) return { status: 'unreachable', error, read };
    if (me === undefined) return { status: 'unknown', read };
    if (me === null) return { status: 'signed-out', read };
    const moveTo = (wanted: Partial<Tenancy>) => {
      const next = placeFor(me, wanted);
      keepPlace(next);
      setKnown({ me, place: next });
    };
    const leave = async () => {
      await call('POST /auth/logout');
      setKnown({ me: null });
    };
    const again = async () => {
      const now = await call('GET /auth/me');
      // The page still shows another user's data.
      if (now.user.id !== me.user.id) return location.reload();
      setKnown({ me: now, place: placeFor(now, place) });
      settle(true);
    };
    const ended = asked ? { email: me.user.email, again, giveUp: () => settle(false) } : undefined;
    return { status: 'signed-in', read, leave, ended, session: sessionOf(me, place, { moveTo, reload: read }) };
  }, [known, read, asked, settle]);
  return <Context.Provider value={state}>{children}</Context.Provider>;
}
