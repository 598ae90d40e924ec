import { randomUUID } from 'node:crypto';
import { type Contracts, includesRole, type Role, roles } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { hashOfKey } from '../../shared/domain/accounts/api-key.ts';
import { hashPassword } from '../../shared/sign-in/password.ts';
import { bootstrapOrganization } from '../../shared/store/accounts/organizations.ts';
import { startSession } from '../../shared/store/accounts/sessions.ts';
import { userByEmail } from '../../shared/store/accounts/users.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { updateItem } from '../../shared/store/table.ts';
import { type Answer, call, type Endpoint, type FuzzRequest, loadEndpoints } from './endpoints.ts';

/** What a step of a history came to that it may not come to. */
type Finding = { readonly seed: number; readonly step: number; readonly what: string };
/** With how often each operation was answered by each status: `getResponse 404`. */
type Histories = { readonly findings: Finding[]; readonly answers: Map<string, number> };

type Operation = keyof typeof api;
type Environment = 'production' | 'staging';
type Member = { id: string; email: string; role: Role; isIn: boolean };
type Organization = { id: string; secret: string; members: Member[] };
/** Somebody who calls: a key, or a session of a member. What was revoked is kept, to be tried again. */
type Credential = {
  org: Organization;
  kind: 'secretKey' | 'publishableKey' | 'session';
  environment: Environment;
  headers: FuzzRequest['headers'];
  isAlive: boolean;
  key?: { id: string; role: Role };
  session?: { member: Member; token: string };
};
type Policy = 'encrypted' | 'masked' | undefined;
type Form = { id: string; org: Organization; environment: Environment; isThere: boolean; policy: Policy };
type Response = { id: string; form: Form; isThere: boolean; open: string; closed: string };

type World = { organizations: Organization[]; credentials: Credential[]; forms: Form[]; responses: Response[] };
/** A request with what the model says of it. */
type Step = {
  readonly operation: Operation;
  readonly actor: Credential;
  readonly sent: Partial<FuzzRequest>;
  /** Whether the record that is named is there for the actor: now, as a step may be played again. */
  readonly isThere: () => boolean;
  /** The role that it takes beyond that of its contract. */
  readonly role?: () => Role | undefined;
  /** A refusal for what is stored, of somebody who may. */
  readonly refusal?: () => number | undefined;
  /** What a success changes, and what is wrong with its answer. */
  readonly succeeded?: (body: Json) => unknown;
};
type Json = Record<string, never> & { [name: string]: string };

const contracts: Contracts = api;
const contractOf = (operation: Operation) => contracts[operation] as Contracts[string];

/** A generator of numbers by a seed (mulberry32): a history is the same each time. */
function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    oneOf: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
  };
}
type Dice = ReturnType<typeof dice>;

/** How far ahead the clock is: what a function may remember for seconds is forgotten after each change. */
let ahead = 0;
const now = Date.now;

type Options = {
  readonly steps: number;
  readonly seed: number;
  readonly tell?: (line: string) => void;
};

/** A world has so many steps: its records grow fewer. */
const stepsOfWorld = 250;

/**
 * Plays histories of two organizations that create, change, delete, replay, rotate and expire, and compares each answer with
 * a model of who may see what. Each world has a seed of its own, by which it is played again.
 */
export async function playHistories({ steps, seed, tell }: Options): Promise<Histories> {
  const endpoints = new Map((await loadEndpoints()).map(endpoint => [endpoint.operation, endpoint]));
  const histories: Histories = { findings: [], answers: new Map() };
  Date.now = () => now() + ahead;
  try {
    for (let start = 0; start < steps; start += stepsOfWorld) {
      const end = Math.min(start + stepsOfWorld, steps);
      await playWorld(endpoints, { seed: seed + start / stepsOfWorld, steps: end - start, tell }, histories);
      tell?.(`${end} of ${steps} steps`);
    }
  } finally {
    Date.now = now;
  }
  return histories;
}

async function playWorld(
  endpoints: ReadonlyMap<string, Endpoint>,
  { seed, steps, tell }: Options,
  { findings, answers }: Histories,
): Promise<void> {
  const world = await newWorld();
  const random = dice(seed);
  const played: Step[] = [];
  for (let step = 0; step < steps; step++) {
    const next = random.next() < 0.1 && played.length > 0 ? random.oneOf(played) : nextStep(world, random);
    if (!next) continue;
    if (next.operation !== 'createUser') played.push(next);
    const { status, faults } = await play(world, endpoints.get(next.operation) as Endpoint, next);
    // The machine was too slow: whether it was stored is not known, and so nothing that follows.
    if (status === 503) return;
    const answered = `${next.operation} ${status}`;
    answers.set(answered, (answers.get(answered) ?? 0) + 1);
    for (const what of faults) {
      findings.push({ seed, step, what });
      tell?.(`world ${seed}, step ${step}: ${what}`);
    }
  }
}

async function newWorld(): Promise<World> {
  const world: World = { organizations: [], credentials: [], forms: [], responses: [] };
  const passwordHash = await hashPassword('a good password');
  for (const _ of [1, 2]) {
    const secret = `secret${randomUUID().replaceAll('-', '')}`;
    const email = `owner-${secret}@example.com`;
    const made = await bootstrapOrganization(secret, { email, passwordHash });
    if (!made) throw new Error('The organization is there already');
    const org: Organization = { id: made.organization.id, secret, members: [] };
    world.organizations.push(org);
    org.members.push({ id: (await userByEmail(email))?.id ?? '', email, role: 'owner', isIn: true });
    await addSession(world, org, org.members[0] as Member);
    for (const environment of ['production', 'staging'] as const) {
      const { secretKey, publishableKey } = made.environments[environment];
      const common = { org, environment, isAlive: true };
      world.credentials.push(
        { ...common, kind: 'secretKey', headers: bearer(secretKey), key: { id: '', role: 'owner' } },
        { ...common, kind: 'publishableKey', headers: { 'x-publishable-key': publishableKey } },
      );
    }
  }
  return world;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function addSession(world: World, org: Organization, member: Member): Promise<void> {
  const user = await userByEmail(member.email);
  const begun = user && (await startSession(user, { sourceIp: undefined, userAgent: undefined }));
  if (!begun) throw new Error(`No session begins for ${member.email}`);
  const headers = { ...bearer(begun.token), 'x-organization-id': org.id, 'x-environment': 'production' };
  const session = { member, token: begun.token };
  world.credentials.push({ org, kind: 'session', environment: 'production', headers, isAlive: true, session });
}

const roleOf = ({ key, session }: Credential): Role | undefined => key?.role ?? session?.member.role;
const isCurrent = ({ isAlive, session }: Credential): boolean => isAlive && session?.member.isIn !== false;

const lacks = (own: Role | undefined, needed: Role | undefined): boolean =>
  own !== undefined && needed !== undefined && !includesRole(own, needed);

/** What an answer has to be: refusals in the order in which a request is looked at, then a success. */
function expected(step: Step): readonly number[] {
  const { operation, actor, isThere, role, refusal } = step;
  const contract = contractOf(operation);
  if (!contract.auth.includes(actor.kind)) return [401, 403];
  if (!actor.isAlive) return [401];
  const outside = actor.session && outsideOrganization(step, actor.session.member);
  if (outside) return outside;
  if (contract.liveKeysOnly && actor.kind === 'secretKey' && actor.environment !== 'production') return [403];
  const own = roleOf(actor);
  if (lacks(own, actor.key ? (contract.roleOverOthers ?? contract.role) : contract.role)) return [403];
  if (!isThere()) return [404];
  if (lacks(own, role?.())) return [403];
  return [refusal?.() ?? contract.status];
}

/** What a session is answered where it has no role: as a member who was removed, or in another organization's path. */
function outsideOrganization({ operation, actor, sent }: Step, { isIn }: Member): readonly number[] | undefined {
  const { scope, status } = contractOf(operation);
  if (!isIn) return scope === 'user' ? [status] : [403, 404];
  return (sent.params?.orgId ?? actor.org.id) === actor.org.id ? undefined : [404];
}

async function play(world: World, endpoint: Endpoint, step: Step): Promise<{ status: number; faults: string[] }> {
  const { operation, actor, sent } = step;
  const headers = { 'content-type': 'application/json', ...sent.headers, ...actor.headers };
  const request = { params: {}, query: [], body: undefined, ...sent, headers };
  const statuses = expected(step);
  const answer = await call(endpoint, request);
  const who = `${actor.kind} (${roleOf(actor) ?? 'no role'}, ${actor.environment}${isCurrent(actor) ? '' : ', revoked'})`;
  const told = `${operation} by ${who} ${JSON.stringify(sent)} is answered ${answer.status} ${answer.body.slice(0, 300)}`;
  const { status } = answer;
  const faults = leaksIn(world, actor, answer).map(leak => `${told}: ${leak}`);
  if (!statuses.includes(status)) return { status, faults: [...faults, `${told}, not ${statuses.join(' or ')}`] };
  if (status >= 300) return { status, faults };
  const wrong = (await step.succeeded?.(answer.body === '' ? ({} as Json) : JSON.parse(answer.body))) as
    | string[]
    | undefined;
  if (contractOf(operation).method !== 'GET') ahead += 6000;
  return { status, faults: [...faults, ...(wrong ?? []).map(each => `${told}: ${each}`)] };
}

/** Texts that nobody is shown who may not see them, whatever was asked. */
function leaksIn({ organizations, responses }: World, actor: Credential, { body }: Answer): string[] {
  const others = organizations.filter(org => org !== actor.org && body.includes(org.secret));
  const role = roleOf(actor);
  const sealed = responses.filter(
    ({ form, closed }) =>
      body.includes(closed) &&
      (form.policy === 'masked' || (form.policy === 'encrypted' && (!role || role === 'viewer'))),
  );
  return [
    ...others.map(() => 'it shows what is of another organization'),
    ...sealed.map(({ form }) => `it shows an answer that is ${form.policy}`),
  ];
}

type Make = (world: World, random: Dice, actor: Credential) => Step | undefined;

/** The next request: by anybody, of whatever there is or was, of either organization. */
function nextStep(world: World, random: Dice): Step | undefined {
  const actor = random.oneOf(world.credentials);
  const make = random.oneOf(random.next() < 0.5 ? reading : changing);
  return make(world, random, actor);
}

const isOwn = (actor: Credential, { org, environment, isThere }: Form): boolean =>
  isThere && actor.org === org && actor.environment === environment;

const readResponse: Make = ({ responses }, random, actor) => {
  const response = random.oneOf(responses);
  if (!response) return undefined;
  return {
    operation: 'getResponse',
    actor,
    sent: { params: { id: response.id } },
    isThere: () => isOwn(actor, response.form) && response.isThere,
    succeeded: body => (JSON.stringify(body).includes(response.open) ? [] : ['it lacks an answer without a policy']),
  };
};

const listResponses: Make = ({ forms, responses }, random, actor) => {
  const form = random.oneOf(forms);
  if (!form) return undefined;
  return {
    operation: 'listResponses',
    actor,
    sent: {
      query: [
        ['form_id', form.id],
        ['limit', '200'],
      ],
    },
    isThere: () => isOwn(actor, form),
    succeeded: body => {
      const shown = (body.items as unknown as { id: string }[]).map(({ id }) => id).sort();
      const known = responses.filter(each => each.form === form && each.isThere).map(({ id }) => id);
      const some = known.sort().slice(0, 200);
      return known.length > 200 || JSON.stringify(shown) === JSON.stringify(some)
        ? []
        : [`it lists ${shown.length} responses, of ${known.length}`];
    },
  };
};

const readForm: Make = ({ forms }, random, actor) => {
  const form = random.oneOf(forms);
  return form && { operation: 'getForm', actor, sent: { params: { id: form.id } }, isThere: () => isOwn(actor, form) };
};

const listOf =
  (operation: Operation): Make =>
  (_, __, actor) => ({ operation, actor, sent: {}, isThere: () => true });

const reading: readonly Make[] = [
  ...[readResponse, readResponse, readResponse, listResponses, listResponses, readForm],
  ...(['listForms', 'listResponses', 'listApiKeys', 'listAuditEvents', 'listWebhooks', 'getAnalytics'] as const).map(
    listOf,
  ),
];

const fields = [
  { id: 'open', type: 'text' },
  { id: 'closed', type: 'text' },
  { id: 'copy', type: 'hidden' },
];
const policies = { none: undefined, encrypted: 'encrypted', masked: 'masked' } as const;
const policiesOf = (policy: Policy) => (policy ? { closed: policy } : null);

const createForm: Make = ({ forms }, random, actor) => {
  const policy = random.oneOf(Object.values(policies));
  const { org, environment } = actor;
  const body = { title: org.secret, status: 'live', fields, ...(policy && { fieldPolicies: { closed: policy } }) };
  return {
    operation: 'createForm',
    actor,
    sent: { body: JSON.stringify(body) },
    isThere: () => true,
    succeeded: ({ id = '' }) => void forms.push({ id, org, environment, isThere: true, policy }),
  };
};

const submit: Make = ({ forms, responses }, random, actor) => {
  const form = random.oneOf(forms);
  if (!form) return undefined;
  const [open, closed] = [`${form.org.secret}${randomUUID()}`, `closed${randomUUID()}`];
  let first: Response | undefined;
  const once = random.next() < 0.3;
  return {
    operation: 'createSubmission',
    actor,
    sent: {
      params: { formId: form.id },
      body: JSON.stringify({ open, closed }),
      ...(once && { headers: { 'idempotency-key': randomUUID() } }),
    },
    isThere: () => isOwn(actor, form),
    // The key of a response that was deleted brings none back.
    refusal: () => (once && first && !first.isThere ? 410 : undefined),
    succeeded: ({ id = '' }) => {
      if (once && first) return id === first.id ? [] : ['the same Idempotency-Key made another response'];
      first = { id, form, isThere: true, open, closed };
      responses.push(first);
      return [];
    },
  };
};

const changePolicy: Make = ({ forms }, random, actor) => {
  const form = random.oneOf(forms);
  if (!form) return undefined;
  const policy = random.oneOf(Object.values(policies));
  const strength = { none: 0, encrypted: 1, masked: 2 };
  return {
    operation: 'updateForm',
    actor,
    sent: { params: { id: form.id }, body: JSON.stringify({ fieldPolicies: policiesOf(policy) }) },
    isThere: () => isOwn(actor, form),
    role: () => (strength[policy ?? 'none'] < strength[form.policy ?? 'none'] ? 'admin' : undefined),
    succeeded: () => {
      form.policy = policy;
    },
  };
};

const deleteResponse: Make = ({ responses }, random, actor) => {
  const response = random.oneOf(responses);
  if (!response) return undefined;
  return {
    operation: 'deleteResponse',
    actor,
    sent: { params: { id: response.id } },
    isThere: () => isOwn(actor, response.form) && response.isThere,
    succeeded: () => {
      response.isThere = false;
    },
  };
};

const deleteForm: Make = ({ forms }, random, actor) => {
  // Most are to live for a while.
  const form = random.next() < 0.3 ? random.oneOf(forms) : undefined;
  if (!form) return undefined;
  return {
    operation: 'deleteForm',
    actor,
    sent: { params: { id: form.id } },
    isThere: () => isOwn(actor, form),
    succeeded: () => {
      form.isThere = false;
    },
  };
};

const createKey: Make = ({ credentials }, random, actor) => {
  const role = random.oneOf(roles);
  const { org, environment } = actor;
  return {
    operation: 'createApiKey',
    actor,
    sent: { body: JSON.stringify({ type: 'secret', environment, name: org.secret, role }) },
    isThere: () => true,
    role: () => role,
    succeeded: ({ id = '', key = '' }) =>
      void credentials.push({
        ...{ org, environment, kind: 'secretKey', isAlive: true, headers: bearer(key) },
        key: { id, role },
      }),
  };
};

/** A key that was made in the history, of whichever organization. */
const anyKey = ({ credentials }: World, random: Dice) => random.oneOf(credentials.filter(({ key }) => key?.id));

const lesser = (one: Role, other: Role): Role => (includesRole(one, other) ? other : one);

const rotateKey: Make = (world, random, actor) => {
  const target = anyKey(world, random);
  if (!target?.key) return undefined;
  const { id } = target.key;
  return {
    operation: 'rotateApiKey',
    actor,
    sent: { params: { id }, body: JSON.stringify({ graceSeconds: 0 }) },
    isThere: () => actor.org === target.org && world.credentials.some(({ key, isAlive }) => key?.id === id && isAlive),
    succeeded: ({ key = '' }) => {
      const own = world.credentials.find(each => each.key?.id === id && each.isAlive)?.key?.role ?? 'viewer';
      for (const each of world.credentials) if (each.key?.id === id) each.isAlive = false;
      const next = { id, role: lesser(own, roleOf(actor) ?? 'viewer') };
      world.credentials.push({ ...target, isAlive: true, headers: bearer(key), key: next });
    },
  };
};

const deleteKey: Make = (world, random, actor) => {
  const target = random.next() < 0.3 ? anyKey(world, random) : undefined;
  if (!target?.key) return undefined;
  const { id } = target.key;
  return {
    operation: 'deleteApiKey',
    actor,
    sent: { params: { id } },
    isThere: () => actor.org === target.org && world.credentials.some(({ key, isAlive }) => key?.id === id && isAlive),
    succeeded: () => {
      for (const each of world.credentials) if (each.key?.id === id) each.isAlive = false;
    },
  };
};

const addMember: Make = (world, random, actor) => {
  if (actor.org.members.length > 6) return undefined;
  const role = random.oneOf(roles.slice(0, 3));
  const email = `${randomUUID()}@example.com`;
  return {
    operation: 'createUser',
    actor,
    sent: { body: JSON.stringify({ email, name: actor.org.secret, role, password: 'a good password' }) },
    isThere: () => true,
    succeeded: async ({ id = '' }) => {
      const member = { id, email, role, isIn: true };
      actor.org.members.push(member);
      await addSession(world, actor.org, member);
    },
  };
};

const anyMember = ({ organizations }: World, random: Dice) => {
  const org = random.oneOf(organizations);
  // The owners stay: what else would have rights is known.
  return { org, member: random.oneOf(org.members.filter(({ role }) => role !== 'owner')) };
};

const changeRole: Make = (world, random, actor) => {
  const { org, member } = anyMember(world, random);
  if (!member) return undefined;
  const role = random.oneOf(roles.slice(0, 3));
  return {
    operation: 'updateMemberRole',
    actor,
    sent: { params: { orgId: org.id, userId: member.id }, body: JSON.stringify({ role }) },
    isThere: () => actor.org === org && member.isIn,
    succeeded: () => {
      member.role = role;
    },
  };
};

const removeMember: Make = (world, random, actor) => {
  const { org, member } = random.next() < 0.3 ? anyMember(world, random) : { org: undefined, member: undefined };
  if (!member) return undefined;
  const isOneself = actor.session?.member === member;
  return {
    operation: 'removeMember',
    actor,
    sent: { params: { orgId: org.id, userId: member.id } },
    isThere: () => actor.org === org && member.isIn,
    role: () => (isOneself ? undefined : 'admin'),
    succeeded: () => {
      member.isIn = false;
    },
  };
};

const logout: Make = (world, random, actor) =>
  actor.session && random.next() < 0.3
    ? {
        operation: 'logout',
        actor,
        sent: {},
        isThere: () => true,
        succeeded: async () => {
          actor.isAlive = false;
          const { member } = actor.session as { member: Member };
          if (member.isIn) await addSession(world, actor.org, member);
        },
      }
    : undefined;

const rotateDataKey = listOf('rotateDataKey');

/** A session that was not used for a day is over by its time alone. */
const expire: Make = (world, random, actor) => {
  const { session } = actor;
  if (!session || random.next() < 0.5) return undefined;
  return {
    operation: 'getMe',
    actor,
    sent: {},
    isThere: () => true,
    succeeded: async () => {
      const key = keyOf('session', { sha256: hashOfKey(session.token) });
      await updateItem(key, { set: { lastUsedAt: Date.now() - 25 * 3600_000 } });
      actor.isAlive = false;
      if (session.member.isIn) await addSession(world, actor.org, session.member);
    },
  };
};

const changing: readonly Make[] = [
  ...[
    createForm,
    createForm,
    submit,
    submit,
    submit,
    submit,
    submit,
    changePolicy,
    changePolicy,
    deleteResponse,
    deleteForm,
  ],
  ...[createKey, createKey, rotateKey, deleteKey, addMember, changeRole, removeMember, logout, expire, rotateDataKey],
];
