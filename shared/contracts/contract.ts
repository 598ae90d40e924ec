import type { JSONSchema } from 'json-schema-to-ts';
import type { AuditAction } from './audit-actions.ts';

/** A way for a caller to say who it is. An empty list of them makes an operation public. */
export type Credential = 'publishableKey' | 'secretKey' | 'session';

/** What a member of an organization may do; each role includes the ones before it. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export const includesRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The settings that bound how often something may be done in a minute; and how many megabytes may come in a day. */
export const limitSettings = [
  'LIMIT_SUBMISSIONS',
  'LIMIT_EVENTS',
  'LIMIT_UPLOADS',
  'LIMIT_PAGES',
  'LIMIT_FORM_SUBMISSIONS',
  'LIMIT_REQUESTS',
  'LIMIT_UPLOAD_MEGABYTES',
] as const;
export type LimitSetting = (typeof limitSettings)[number];

export type ObjectSchema = Exclude<JSONSchema, boolean> & { readonly type: 'object' };

/**
 * Parts of accounts in the table. Users include their addresses and failures to log in, `providers` those of single sign-on
 * with their secrets, and `mails` the addresses that get none.
 */
export type AccountPart = 'keys' | 'sessions' | 'users' | 'organizations' | 'providers' | 'audit' | 'mails';

/**
 * What a function may reach or know besides its request. `lib/constructs/grants.ts` has a row for each, with the settings and
 * IAM statements that it brings. Nothing else is allowed.
 */
export type Grant =
  /** Reads items of the table and its index of lists; or also writes them. */
  | 'table:read'
  | 'table:write'
  /** Reads the index of changes. */
  | 'changes:read'
  /**
   * Reads and writes this part of accounts. The others are denied, except what authentication reads, counters of
   * organizations and environments, and the audit event of its own success. With `mails`, it knows whether any are sent.
   */
  | `accounts:${AccountPart}`
  /** Encrypts secrets of receivers and captchas under the service's KMS key. It can't decrypt them. */
  | 'receiverSecrets:seal'
  /** Encrypts, or decrypts, the secrets of users' authenticators. */
  | 'authenticators:seal'
  | 'authenticators:open'
  /** Uses the keys of encrypted answers: to decrypt; also to encrypt, and make the first; to make the next; to delete. */
  | 'dataKeys:open'
  | 'dataKeys:seal'
  | 'dataKeys:rotate'
  | 'dataKeys:destroy'
  /** Notes in the table of data keys what it deletes, so that no restore brings that back. */
  | 'dataKeys:note'
  /** Decrypts the secrets of captchas, and calls their providers. */
  | 'captchas:verify'
  /** Knows the providers of single sign-on; or also decrypts their secrets and calls them. */
  | 'providers:know'
  | 'providers:ask'
  /** Signs uploads. */
  | 'files:sign'
  /** Checks uploaded files and attaches them to a response. */
  | 'files:claim'
  /** Signs and attaches. */
  | 'files:receive'
  /** Signs links to files, to archives, to a person's data, or to exports. */
  | 'files:read'
  | 'files:readArchives'
  | 'files:export'
  | 'files:readExports'
  /** Tells where files are sent. */
  | 'files:locate'
  /** Tests whether an owner's bucket can be used. */
  | 'files:verify'
  /** Knows how large a file of a form may be. */
  | 'uploadSize:know'
  /** Knows who may create organizations. */
  | 'founders:know'
  /** Knows the version of the service. */
  | 'version:know';

/** How requests and replies travel, if not as JSON. */
type Transport = {
  /** For `navigator.sendBeacon`, which sets no headers: JSON may come as text/plain, the publishable key as `?key=`. */
  readonly beacon?: true;
  /** The body is what an HTML form sends: urlencoded, or multipart with files; `too`: or JSON. */
  readonly takesForms?: true | 'too';
  /** A page that people see, and so are its errors. Unknown query parameters are ignored. */
  readonly page?: true;
  /** The reply is streamed: it may be of any size, and take as long as the function may run. */
  readonly streamed?: true;
  /** HEAD is accepted, and answered as GET is, without the body. */
  readonly head?: true;
};

/** Properties of a record by their paths, such as `config.tokenLast4`. */
export type PatchRules = {
  /** Properties that replies show and nobody sets. A patch may repeat them unchanged. */
  readonly responseOnly: readonly string[];
  /** Properties that no reply shows. A patch sets them, and can't remove them. */
  readonly writeOnly?: readonly string[];
};

/** What an endpoint promises to its callers. */
type EndpointPromise = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** An API Gateway resource path: `/forms/{id}`; `{path+}` is all that follows. */
  readonly path: string;
  /** One line, in the imperative; the title of the operation in the OpenAPI description. */
  readonly summary: string;
  /** What a caller must know beyond the schemas, in Markdown. */
  readonly description?: string;
  /** Clients of earlier versions call it; the description says what others call instead. */
  readonly deprecated?: true;
  readonly auth: readonly Credential[];
  /** It can also be called with no credential at all; one that is sent has to be good. */
  readonly credentialOptional?: boolean;
  /** Its URL contains a secret, in its path or its query: no request to it may be traced. */
  readonly urlHoldsSecret?: true;
  /** The least role that the user of a session, or a secret key, needs. What a user does for itself, only a key is asked. */
  readonly role?: Role;
  /** The least role for what concerns others, where `role` is enough for what is the user's own. Nothing is a key's own. */
  readonly roleOverOthers?: Role;
  /** The least role for properties of the body that need a higher one than the rest. */
  readonly roleOf?: Readonly<Record<string, Role>>;
  /** Only secret keys of production may call it. */
  readonly liveKeysOnly?: boolean;
  /** The owner of the records, if that is not the caller's environment. */
  readonly scope?: 'organization' | 'user';
  /** Its body may name the environment to create the record in: a session acts there, a key has to be of it. */
  readonly namesEnvironment?: boolean;
  /** The audit action of a success. */
  readonly audited?: AuditAction;
  /** The audit action of an export, a `format` other than JSON. */
  readonly auditedExport?: AuditAction;
  /** It checks a password itself: 401 when that is wrong. */
  readonly checksPassword?: boolean;
  /** The status of success. */
  readonly status: 200 | 201 | 202 | 204 | 302 | 303;
  /** Other successes an operation can answer with, and when. */
  readonly alternatives?: Readonly<
    Record<number, string | { readonly description: string; readonly response: ObjectSchema }>
  >;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  /** Parameters of the query that are objects: `answers[topic]=Sales` is `{topic: 'Sales'}` (OpenAPI's deepObject). */
  readonly queryObjects?: readonly string[];
  /** Request headers that mean something to the operation itself, lower-case. */
  readonly headers?: ObjectSchema;
  /** What must be true after an update that `patches`. */
  readonly body?: ObjectSchema;
  /** The body is a JSON merge patch (RFC 7396) of the record. */
  readonly patches?: PatchRules;
  /** The body may be a record as it was read: `null`, and what only answers have, count as left out. */
  readonly takesCopies?: true;
  /** Properties of replies only, for builds without schemas. */
  readonly answerOnly?: readonly string[];
  /**
   * The body for each of its kinds, as the document shows it. `body` has the properties of all; the function says which
   * a kind lacks.
   */
  readonly bodies?: readonly object[];
  /** The body may also be an array of these objects, of at least one and at most this many. */
  readonly batchMax?: number;
  /** No body at all means `{}`. */
  readonly bodyOptional?: boolean;
  /** It can contradict what is stored: 409. */
  readonly conflicts?: boolean;
  /** The largest body in bytes, where it is not the 256 KB of every operation. */
  readonly bodyBytesMax?: number;
  /** The part of the gateway's rate that it may use, so that a flood leaves the rest to others. */
  readonly rateShare?: number;
  /**
   * What bounds the requests of one address with a publishable key for one form, and all of them for one form; `uploads` and
   * `bytes` those of files; `visitor` those of one address that need no key.
   */
  readonly limits?: {
    readonly sender?: LimitSetting;
    readonly visitor?: LimitSetting;
    readonly form?: LimitSetting;
    readonly uploads?: LimitSetting;
    readonly bytes?: LimitSetting;
  };
  readonly response?: ObjectSchema;
  /** Media types of success besides JSON. */
  readonly produces?: readonly string[];
  /** The answer carries an `ETag`; GET honours `If-None-Match`, PUT honours `If-Match`. */
  readonly etag?: boolean;
  /** `Cache-Control` of a success; without it, nobody is to keep an answer. */
  readonly cacheControl?: string;
  /** The operation whose function answers this one, too. */
  readonly servedBy?: string;
};

/**
 * One endpoint, as data: what it promises, what its function may reach, and how its requests travel. The route, the checks of
 * what a request brings, the types of its handler, the role of its Lambda function and its entry in the OpenAPI description are
 * all derived from this object.
 */
export type Contract = EndpointPromise & {
  readonly grants: readonly Grant[];
  readonly transport?: Transport;
};

/** The operations by name: `createForm` is the contract, the operationId, `create-form.ts` and the Lambda function. */
export type Contracts = Readonly<Record<string, Contract>>;

/** The operations that have a function of their own. */
export const withFunction = (contracts: Contracts): Contracts =>
  Object.fromEntries(Object.entries(contracts).filter(([, { servedBy }]) => servedBy === undefined));

/** What a function may do to the table. */
export const tableOf = ({ grants }: Pick<Contract, 'grants'>): 'none' | 'read' | 'write' =>
  grantOf({ grants }, 'table') ?? 'none';

/** How a contract may reach something: `claim` of `files:claim`, for `files`. */
export type AccessTo<R extends string, G = Grant> = G extends `${R}:${infer Access}` ? Access : never;

/** Returns how a contract may reach something: `claim` of `files:claim`, for `files`. */
export const grantOf = <R extends 'table' | 'files' | 'dataKeys' | 'providers' | 'authenticators'>(
  { grants }: Pick<Contract, 'grants'>,
  reach: R,
): AccessTo<R> | undefined =>
  grants.find(grant => grant.startsWith(`${reach}:`))?.slice(reach.length + 1) as AccessTo<R> | undefined;

/** Returns the parts of accounts that a contract owns. */
export const accountsOf = ({ grants }: Pick<Contract, 'grants'>): AccountPart[] =>
  grants.flatMap(grant => (grant.startsWith('accounts:') ? [grant.slice('accounts:'.length) as AccountPart] : []));
