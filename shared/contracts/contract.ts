import type { JSONSchema } from 'json-schema-to-ts';
import type { AuditAction } from './audit-actions.ts';

/** A kind of credential. An operation that takes none is public. */
export type Credential = 'publishableKey' | 'secretKey' | 'session';

/** The roles of an organization's members. Each role includes the ones before it. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export const includesRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The settings that limit requests per minute, and uploaded megabytes per day. */
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
 * The parts of accounts in the table. `users` includes their addresses and failed logins, `providers` the single
 * sign-on providers with their secrets, and `mails` the addresses that get no mail.
 */
export type AccountPart = 'keys' | 'sessions' | 'users' | 'organizations' | 'providers' | 'audit' | 'mails';

/**
 * Something that a function may access or know besides its request. `lib/constructs/grants.ts` has a row for each, with
 * its settings and IAM statements. Nothing else is allowed.
 */
export type Grant =
  /** Reads items of the table and its index of lists; or also writes them. */
  | 'table:read'
  | 'table:write'
  /** Reads the index of changes. */
  | 'changes:read'
  /**
   * Reads and writes this part of accounts. The other parts are denied, except what authentication reads, the counters
   * of organizations and environments, and the audit event of the operation's own success. With `mails`, the function
   * knows whether the deployment sends mail.
   */
  | `accounts:${AccountPart}`
  /** Encrypts secrets of receivers and captchas under the service's KMS key. It can't decrypt them. */
  | 'receiverSecrets:seal'
  /** Encrypts, or decrypts, the secrets of users' authenticators. */
  | 'authenticators:seal'
  | 'authenticators:open'
  /**
   * Uses the keys of encrypted answers. `open` decrypts, `seal` also encrypts and creates the first key, `rotate`
   * creates the next key, and `destroy` deletes keys.
   */
  | 'dataKeys:open'
  | 'dataKeys:seal'
  | 'dataKeys:rotate'
  | 'dataKeys:destroy'
  /** Records deletions in the table of data keys, so that a restore does not bring the records back. */
  | 'dataKeys:note'
  /** Knows the key of the hashes that the table has in place of addresses and networks. */
  | 'hashKey:open'
  /** Decrypts the secrets of captchas, and calls their providers. */
  | 'captchas:verify'
  /** Knows the single sign-on providers. `ask` also decrypts their secrets and calls them. */
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
  /** Reads the answers that are in a bucket of their owner. */
  | 'files:answers'
  /** Tells where files are sent. */
  | 'files:locate'
  /** Tests whether an owner's bucket can be used. */
  | 'files:verify'
  /** Signs uploads of images of forms; checks and keeps one; shows one. */
  | 'images:sign'
  | 'images:keep'
  | 'images:show'
  /** Copies images to a new form or template. `replace` also removes those of a template, `remove` only that. */
  | 'images:copy'
  | 'images:replace'
  | 'images:remove'
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
  /** A page for people, whose errors are pages too. Unknown query parameters are ignored. */
  readonly page?: true;
  /**
   * The reply is streamed. It may have any size, and take as long as the function may run; a `small` one, which is
   * streamed because it is binary, takes no longer than other replies.
   */
  readonly streamed?: true | 'small';
  /** HEAD is accepted, and answered like GET without the body. */
  readonly head?: true;
};

/** Properties of a record by their paths, such as `config.tokenLast4`. */
export type PatchRules = {
  /** Properties that replies show and nobody sets. A patch may repeat them unchanged. */
  readonly responseOnly: readonly string[];
  /** Properties that no reply shows. A patch sets them, and can't remove them. */
  readonly writeOnly?: readonly string[];
};

/** The promises of an endpoint to its callers. */
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
  /** It can also be called without a credential. A credential that is sent must be valid. */
  readonly credentialOptional?: boolean;
  /** Its URL contains a secret, in its path or its query: no request to it may be traced. */
  readonly urlHoldsSecret?: true;
  /**
   * The lowest role that the user of a session, or a secret key, needs. For what users do for themselves, only keys
   * need it.
   */
  readonly role?: Role;
  /**
   * The lowest role for what concerns others, if `role` is enough for the user's own. Nothing belongs to a key itself.
   */
  readonly roleOverOthers?: Role;
  /** The lowest role for properties of the body that need a higher role than the rest. */
  readonly roleOf?: Readonly<Record<string, Role>>;
  /** Only secret keys of production may call it. */
  readonly liveKeysOnly?: boolean;
  /** The owner of the records, if that is not the caller's environment. */
  readonly scope?: 'organization' | 'user';
  /** Its body may name the environment to create the record in. A session then acts there; a key must belong to it. */
  readonly namesEnvironment?: boolean;
  /** The audit action of a success. */
  readonly audited?: AuditAction;
  /** The audit action of an export, a `format` other than JSON. */
  readonly auditedExport?: AuditAction;
  /** The audit actions of reading, which changes nothing: reads within a quarter hour are one event. */
  readonly auditedReading?: readonly AuditAction[];
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
  /** Request headers that the operation itself uses, in lower case. */
  readonly headers?: ObjectSchema;
  /** What must be true after an update that `patches`. */
  readonly body?: ObjectSchema;
  /** The body is a JSON merge patch (RFC 7396) of the record. */
  readonly patches?: PatchRules;
  /** The body may be a record as it was read. `null` and response-only properties count as left out. */
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
  /** A request may conflict with what is stored: 409. */
  readonly conflicts?: boolean;
  /** The maximum size of the body in bytes, if it is not the usual 256 KB. */
  readonly bodyBytesMax?: number;
  /** The share of the gateway's rate that it may use, so that a flood leaves the rest for others. */
  readonly rateShare?: number;
  /**
   * The limits on requests for one form with a publishable key: `sender` for one address, `form` for all addresses, and
   * `uploads` and `bytes` for files. `visitor` limits one address that needs no key.
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
  /** The `Cache-Control` of a success. Without it, answers must not be cached. */
  readonly cacheControl?: string;
  /** The operation whose function answers this one, too. */
  readonly servedBy?: string;
};

/**
 * One endpoint, as data: its promises, the access of its function, and the transport of its requests. The route, the
 * checks of a request, the types of its handler, the role of its Lambda function and its entry in the OpenAPI document
 * are all derived from this object.
 */
export type Contract = EndpointPromise & {
  readonly grants: readonly Grant[];
  readonly transport?: Transport;
};

/** The operations by name: `createForm` is the contract, the operationId, `create-form.ts` and the Lambda function. */
export type Contracts = Readonly<Record<string, Contract>>;

/** Returns the operations that have their own function. */
export const withFunction = (contracts: Contracts): Contracts =>
  Object.fromEntries(Object.entries(contracts).filter(([, { servedBy }]) => servedBy === undefined));

/** Returns the access of a function to the table. */
export const tableOf = ({ grants }: Pick<Contract, 'grants'>): 'none' | 'read' | 'write' =>
  grantOf({ grants }, 'table') ?? 'none';

/** The access of a contract to something: `claim` of `files:claim`, for `files`. */
export type AccessTo<R extends string, G = Grant> = G extends `${R}:${infer Access}` ? Access : never;

/** Returns the access of a contract to something: `claim` of `files:claim`, for `files`. */
export const grantOf = <R extends 'table' | 'files' | 'images' | 'dataKeys' | 'providers' | 'authenticators'>(
  { grants }: Pick<Contract, 'grants'>,
  reach: R,
): AccessTo<R> | undefined =>
  grants.find(grant => grant.startsWith(`${reach}:`))?.slice(reach.length + 1) as AccessTo<R> | undefined;

/** Returns the parts of accounts that a contract owns. */
export const accountsOf = ({ grants }: Pick<Contract, 'grants'>): AccountPart[] =>
  grants.flatMap(grant => (grant.startsWith('accounts:') ? [grant.slice('accounts:'.length) as AccountPart] : []));
