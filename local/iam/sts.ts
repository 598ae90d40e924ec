import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { accessKeyId, account, secretAccessKey } from '../credentials.ts';
import { type LocalServer, serve } from '../http-server.ts';
import { document, type Xml } from '../s3/xml.ts';
import type { Customer } from './customers.ts';
import { isAllowed } from './policy.ts';

/** The sender of a request, by the key that signed it. */
export type Identity = {
  readonly secretAccessKey: string;
  /** Set for the administrator of another account. */
  readonly account?: string;
  /** Set for an assumed role. */
  readonly session?: {
    readonly token: string;
    readonly roleArn: string;
    readonly account: string;
    readonly expiresAt: number;
  };
};

/**
 * The keys that can sign requests: the local cloud's own, those of assumed roles, and the number of each other account for
 * its administrator.
 */
export class Identities {
  readonly #byKey = new Map<string, Identity>([[accessKeyId, { secretAccessKey }]]);

  get(key: string): Identity | undefined {
    return this.#byKey.get(key) ?? (/^\d{12}$/.test(key) ? { secretAccessKey, account: key } : undefined);
  }

  /** @param expiresAt milliseconds since the epoch */
  assume({ arn: roleArn, account: owner }: { arn: string; account: string }, expiresAt: number) {
    const key = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
    const token = randomBytes(60).toString('base64');
    const secret = randomBytes(30).toString('base64');
    this.#byKey.set(key, { secretAccessKey: secret, session: { token, roleArn, account: owner, expiresAt } });
    return { AccessKeyId: key, SecretAccessKey: secret, SessionToken: token, Expiration: new Date(expiresAt) };
  }
}

export type StsOptions = {
  readonly port: number;
  readonly identities: Identities;
  readonly customers: () => readonly Customer[];
  readonly now?: () => number;
};

class StsError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The role of a deployment for buckets that a bucket policy opens. It trusts its own account. */
const deploymentRole = new RegExp(`^arn:aws:iam::${account}:role/formline-storage-deployment-`);

/** Serves AssumeRole in the query protocol, and checks the trust policy of the role. */
export const startSts = (options: StsOptions): Promise<LocalServer> =>
  serve(
    (message, response) => void respond(message, response, options),
    options.port,
    () => undefined,
  );

async function respond(message: IncomingMessage, response: ServerResponse, options: StsOptions): Promise<void> {
  response.setHeader('content-type', 'text/xml');
  try {
    const asked = new URLSearchParams(await text(message));
    response.end(document('AssumeRoleResponse', { AssumeRoleResult: assumeRole(asked, options) }));
  } catch (error) {
    const known = error instanceof StsError;
    if (!known) console.error(error);
    const { status, code, message: why } = known ? error : new StsError(500, 'InternalFailure', String(error));
    response.writeHead(status).end(document('ErrorResponse', { Error: { Type: 'Sender', Code: code, Message: why } }));
  }
}

function assumeRole(asked: URLSearchParams, { identities, customers, now = Date.now }: StsOptions): Xml {
  const action = asked.get('Action');
  if (action !== 'AssumeRole') throw new StsError(400, 'InvalidAction', `The local cloud does not support ${action}.`);
  const arn = asked.get('RoleArn') ?? '';
  const customer = customers().find(({ role }) => role.arn === arn);
  const context = { 'sts:ExternalId': asked.get('ExternalId') ?? undefined };
  const isTrusted = customer
    ? isAllowed(customer.role.trust, { action: 'sts:AssumeRole', account, context })
    : deploymentRole.test(arn);
  // A missing role gets the same message.
  if (!isTrusted) {
    const who = `arn:aws:sts::${account}:assumed-role/local/local`;
    throw new StsError(
      403,
      'AccessDenied',
      `User: ${who} is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
    );
  }
  const seconds = Number(asked.get('DurationSeconds') ?? 3600);
  if (!(seconds >= 900 && seconds <= 3600)) {
    // AWS limits chained roles to one hour:
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles.html#iam-term-role-chaining
    const why = 'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining';
    throw new StsError(400, 'ValidationError', why);
  }
  return { Credentials: identities.assume({ arn, account: customer?.account ?? account }, now() + seconds * 1000) };
}
