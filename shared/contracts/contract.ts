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
 * What accounts are made of, in the table; users with their addresses and failures to log in, `providers` of single sign-on
 * with their secrets, mails with the addresses that get none.
 */
export type AccountPart = 'keys' | 'sessions' | 'users' | 'organizations' | 'providers' | 'audit' | 'mails';

/** Properties of a record by their paths, such as `config.tokenLast4`. */
export type PatchRules = {
  /** Properties that replies show and nobody sets. A patch may repeat them unchanged. */
  readonly responseOnly: readonly string[];
  /** Properties that no reply shows. A patch sets them, and can't remove them. */
  readonly writeOnly?: readonly string[];
};

/**
 * One endpoint, as data. The route, the checks of what a request brings, the types of its handler, the role of its
 * Lambda function and its entry in the OpenAPI description are all derived from this object.
 */
export type Contract = {
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
  /** What the function may do to the table: nothing, read items, or read and write them. */
  readonly table: 'none' | 'read' | 'write';
  /** The indexes that it reads in addition to that of lists. */
  readonly indexes?: readonly 'changes'[];
  /**
   * What of accounts it reads and writes. The rest is denied to its role, but for what authentication reads, the counters of
   * organizations and environments, and the audit event of its own success. A function that owns mails knows whether any are sent.
   */
  readonly owns?: readonly AccountPart[];
  /** `seal`: the function encrypts secrets under the service's KMS key; it cannot decrypt them. */
  readonly secrets?: 'seal';
  /** `seal`: it encrypts the secrets of people’s authenticators under the service's KMS key; `open`: it decrypts them. */
  readonly authenticators?: 'seal' | 'open';
  /**
   * What it does with the keys of sealed answers: open with them, also seal with them and make the first, make the next, or
   * delete them.
   */
  readonly dataKeys?: 'open' | 'seal' | 'rotate' | 'destroy';
  /** It opens the secrets of captchas, and asks their providers. */
  readonly verifiesCaptchas?: boolean;
  /** Its use of single sign-on providers: know them, or also read their secrets and ask them. */
  readonly providers?: 'know' | 'ask';
  /**
   * What it does with uploaded files: sign the upload of one, check one and attach it to a response, or sign links to them;
   * `readArchives`: those to archives; `receive`: sign and attach; `locate`: say where they are sent to; `export`: sign links to what was gathered of a person; `readExports`: those to files of exports; `verify`: try whether the
   * bucket of an owner can be used.
   */
  readonly files?:
    | 'sign'
    | 'claim'
    | 'read'
    | 'readArchives'
    | 'receive'
    | 'locate'
    | 'export'
    | 'readExports'
    | 'verify';
  /** It judges the fields of a form, which may allow no larger files than the deployment does. */
  readonly judgesFields?: boolean;
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
  /** The body may also be an array of these objects, of at least one and at most this many. */
  readonly batchMax?: number;
  /** Accepts `navigator.sendBeacon`, which sets no headers: JSON as text/plain, the publishable key as `?key=`. */
  readonly beacon?: boolean;
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
  /** The answer is streamed, so that it may be of any size and take as long as the function may run. */
  readonly streamed?: boolean;
  /** `Cache-Control` of a success; without it, nobody is to keep an answer. */
  readonly cacheControl?: string;
  /** HEAD is taken, too, and answered as GET is, without the body. */
  readonly head?: boolean;
  /** A page that people see: so are its refusals. Parameters of its address that it does not know are left alone. */
  readonly page?: boolean;
  /** Its body is what an HTML form sends: urlencoded, or multipart with files; `too`: or JSON. */
  readonly takesForms?: true | 'too';
  /** The operation whose function answers this one, too. */
  readonly servedBy?: string;
  /** It creates organizations, for those whom the deployment lets. */
  readonly founds?: boolean;
  /** It tells which version of the service this is. */
  readonly tellsVersion?: boolean;
};

/** The operations by name: `createForm` is the contract, the operationId, `create-form.ts` and the Lambda function. */
export type Contracts = Readonly<Record<string, Contract>>;

/** The operations that have a function of their own. */
export const withFunction = (contracts: Contracts): Contracts =>
  Object.fromEntries(Object.entries(contracts).filter(([, { servedBy }]) => servedBy === undefined));
