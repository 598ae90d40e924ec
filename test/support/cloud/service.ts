import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Credentials } from '../../../local/bootstrap.ts';
import type { Cloud } from '../../../local/cloud.ts';
import type { Role } from '../../../shared/contracts/contract.ts';
import { compiled } from '../compiled.ts';
import { itInAll } from '../in-all.ts';
import { type NewUser, putSession, putUser } from '../records/users.ts';
import { type Client, clientOf } from './client.ts';
import { hastenJobs, tenantsOf } from './deferred-work.ts';
import { type RawRequest, type Reply, send } from './http.ts';
import type { CloudOptions, OwnCloud } from './own-cloud.ts';
import { newSharedOrganization, type ReachableCloud, sharedCloud } from './shared-cloud.ts';

/**
 * A deployed stack to test instead of a local cloud: its address, and the file with the output of `bootstrap --json`.
 * Its data survives a run, so tests compare with what was there before. Run them one file at a time (`--runInBand`).
 */
const { API_BASE_URL: deployedUrl, API_CREDENTIALS: deployedCredentials } = process.env;

/** Runs a test on a local cloud only. */
export const itLocally = deployedUrl ? it.skip : it;

/** Like `itLocally`, for tests that only `npm run test:all` runs. */
export const itLocallyInAll = deployedUrl ? it.skip : itInAll;

/** The number of repetitions of a race. The first ends before a second execution environment has even started. */
export const rounds = [1, 2, 3, 4];

export type EnvironmentName = keyof Credentials['environments'];
export type KeyKind = 'publishableKey' | 'secretKey';
type User = { id: string; email: string; password: string };
type Started = {
  baseUrl: string;
  credentials: Credentials;
  cloud?: ReachableCloud;
  newOrganization?: () => Promise<Credentials>;
  close?: () => Promise<void>;
};

/** The service under test. Its clients can be created before it has started. */
export type Service<C = ReachableCloud> = {
  /** Returns a client with a key of an environment, by default production. `undefined` means without a key. */
  client: (kind?: KeyKind, environment?: EnvironmentName) => Client;
  key: (kind: KeyKind, environment?: EnvironmentName) => string;
  /** Returns a client with a secret key of this role. */
  keyOfRole: (role: Role, environment?: EnvironmentName) => Client;
  /**
   * Returns a client in the session of a user with this role, in an environment, by default production. `none` means a
   * user without a membership. Roles other than `owner` need a local cloud.
   */
  session: (role?: Role | 'none', environment?: EnvironmentName) => Client;
  /** Creates a user, with this role in the service's organization or without a membership, on a local cloud only. */
  newUser: (user?: NewUser & { role?: Role }) => Promise<User>;
  /** Logs in and returns the token of the new session. */
  login: (user: { email: string; password: string }) => Promise<string>;
  /**
   * Returns the token of a new session. On a local cloud it skips the CPU time of a password, for tests that aren't
   * about logins.
   */
  newSession: (user: { email: string; password: string }) => Promise<string>;
  send: (request: RawRequest) => Promise<Reply>;
  baseUrl: () => string;
  credentials: () => Credentials;
  /** Returns the keys of another, new organization, on a local cloud only. */
  newOrganization: () => Promise<Credentials>;
  /** Makes deferred work of its organization due now, by the start of its keys, such as `EXPORT#`. */
  hasten: (...kinds: string[]) => Promise<void>;
  /** The cloud, if it is local. */
  cloud: () => C;
};

/**
 * Returns a service for the tests of a file: a new organization in the local cloud that all files of a run share.
 * `alone` is for tests that look at all of its data or need their own settings: they get an empty cloud, which ends
 * with them.
 */
export function startedService(options: { alone: true } & CloudOptions): Service<Cloud>;
export function startedService(): Service;
export function startedService({
  alone = false,
  ...options
}: { alone?: boolean } & CloudOptions = {}): Service<Cloud | ReachableCloud> {
  let started: Started | undefined;
  const running = (): Started => {
    if (!started) throw new Error('The service has not started');
    return started;
  };
  beforeAll(async () => {
    started = await (deployedUrl ? deployed(deployedUrl) : alone ? ownCloud(options) : inSharedCloud());
  });
  afterAll(() => started?.close?.());
  return serviceOf(running);
}

/** Returns the same service for another of its organizations. */
export const serviceFor = (service: Service, credentials: Credentials): Service =>
  serviceOf(() => ({ baseUrl: service.baseUrl(), cloud: service.cloud(), credentials }));

function serviceOf(running: () => Started): Service<Cloud | ReachableCloud> {
  const localCloud = (): ReachableCloud => {
    const { cloud } = running();
    if (!cloud) throw new Error('This needs a local cloud');
    return cloud;
  };
  const key = (kind: KeyKind, environment: EnvironmentName = 'production') =>
    running().credentials.environments[environment][kind];
  const newUser: Service['newUser'] = ({ role, ...user } = {}) =>
    putUser(localCloud(), user, role && { role, organizationId: running().credentials.organization.id });
  const login: Service['login'] = async ({ email, password }) => {
    const { status, body } = await clientOf(() => ({ ...running(), headers: {} }))('login', {
      body: { email, password },
    });
    if (status !== 200) throw new Error(`The login of ${email} is answered ${status}: ${body.message}`);
    return body.token;
  };
  const newSession: Service['newSession'] = user => (deployedUrl ? login(user) : putSession(localCloud(), user.email));
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (role: Role | 'none'): Promise<string> => {
    const known = tokens.get(role);
    if (known !== undefined) return known;
    const user = role === 'owner' ? running().credentials.owner : newUser(role === 'none' ? {} : { role });
    const token = Promise.resolve(user).then(newSession);
    tokens.set(role, token);
    return token;
  };
  const keys = new Map<string, Promise<string>>();
  const newKey = (role: Role, environment: EnvironmentName): Promise<string> => {
    const name = `Of role ${role}`;
    const known = keys.get(`${name} in ${environment}`);
    if (known !== undefined) return known;
    const key = tokenOf('owner')
      .then(token => clientOf(() => ({ ...running(), headers: { authorization: `Bearer ${token}` } })))
      .then(owner => owner('createApiKey', { body: { type: 'secret', environment, name, role } }))
      .then(({ body }) => String(body.key));
    keys.set(`${name} in ${environment}`, key);
    return key;
  };
  let tenants: Promise<string[]> | undefined;
  return {
    key,
    newUser,
    login,
    newSession,
    hasten: async (...kinds) => {
      const cloud = localCloud();
      tenants ??= tenantsOf(cloud, running().credentials.organization.id);
      await hastenJobs(cloud, kinds, await tenants);
    },
    credentials: () => running().credentials,
    session: (role = 'owner', environment = 'production') => {
      const client = clientOf(async () => ({
        baseUrl: running().baseUrl,
        headers: {
          authorization: `Bearer ${await tokenOf(role)}`,
          ...(environment !== 'production' && { 'x-environment': environment }),
        },
      }));
      return (operation, call) => {
        const reply = client(operation, call);
        // The next call starts another session.
        return operation === 'logout' ? reply.finally(() => tokens.delete(role)) : reply;
      };
    },
    keyOfRole: (role, environment = 'production') =>
      clientOf(async () => ({
        baseUrl: running().baseUrl,
        headers: keyHeader('secretKey', await newKey(role, environment)),
      })),
    client: (kind, environment) =>
      clientOf(() => ({ baseUrl: running().baseUrl, headers: kind ? keyHeader(kind, key(kind, environment)) : {} })),
    send: request => send(running().baseUrl, request),
    baseUrl: () => running().baseUrl,
    newOrganization: () => running().newOrganization?.() ?? bootstrap(localCloud()),
    cloud: localCloud,
  };
}

/** Returns a key in the right header. */
export const keyHeader = (kind: KeyKind, key: string): Record<string, string> =>
  kind === 'secretKey' ? { authorization: `Bearer ${key}` } : { 'x-publishable-key': key };

async function deployed(baseUrl: string): Promise<Started> {
  if (!deployedCredentials) throw new Error('API_BASE_URL is set: API_CREDENTIALS must name a credentials.json too');
  const credentials = JSON.parse(readFileSync(deployedCredentials, 'utf8')) as Credentials;
  return { baseUrl, credentials };
}

/** Most files share a cloud: they don't load what starts one. */
const ownCloud = async (options: CloudOptions): Promise<OwnCloud> =>
  (await import('./own-cloud.ts')).startOwnCloud(options);

async function inSharedCloud(): Promise<Started> {
  const cloud = await sharedCloud();
  const { baseUrl } = cloud;
  return {
    baseUrl,
    cloud,
    newOrganization: newSharedOrganization,
    credentials: { ...(await newSharedOrganization()), baseUrl },
  };
}

async function bootstrap({ assembly, environment }: ReachableCloud): Promise<Credentials> {
  const script = join(import.meta.dirname, '../../../bin/bootstrap.ts');
  const env = { ...process.env, ...compiled, ...environment, TABLE_NAME: assembly.tables[0]?.name };
  const email = `owner-${randomUUID()}@example.org`;
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--json', '--email', email], { env });
  return JSON.parse(stdout) as Credentials;
}
