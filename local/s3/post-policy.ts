import { accessDenied, S3Error } from './errors.ts';
import { checkCredential, checkSignature } from './signature.ts';

/** Bytes, both included. */
export interface LengthRange {
  readonly min: number;
  readonly max: number;
}

interface Policy {
  readonly expiration: number;
  readonly conditions: readonly unknown[];
}

const invalidPolicy = (message: string) => new S3Error(400, 'InvalidPolicyDocument', `Invalid Policy: ${message}`);
const denied = (message: string) => accessDenied(`Invalid according to Policy: ${message}`);

function parsed(base64: string): Policy {
  let policy: { expiration?: unknown; conditions?: unknown } | null;
  try {
    policy = JSON.parse(Buffer.from(base64, 'base64').toString());
  } catch {
    throw invalidPolicy('Invalid JSON.');
  }
  const expiration = Date.parse(String(policy?.expiration));
  if (Number.isNaN(expiration)) throw invalidPolicy('Policy missing expiration.');
  if (!Array.isArray(policy?.conditions)) throw invalidPolicy('Policy missing conditions.');
  return { expiration, conditions: policy.conditions };
}

/** `{ "acl": "private" }` is short for `["eq", "$acl", "private"]`. */
function spelledOut(condition: unknown): unknown[][] {
  if (Array.isArray(condition)) return [condition];
  return Object.entries(condition ?? {}).map(([name, value]) => ['eq', `$${name}`, value]);
}

/** Fields that no condition needs to allow. */
const free = ['policy', 'x-amz-signature', 'bucket'];

/**
 * Checks a form against the policy in it: its signature, its expiry and that each field is allowed by a condition.
 * Names of fields are in lower case. Returns the size that the policy allows the file.
 */
export function checkPolicy(fields: ReadonlyMap<string, string>, now: number): LengthRange {
  const field = (name: string) => fields.get(name) ?? '';
  if (!fields.has('policy')) throw accessDenied();
  if (field('x-amz-algorithm') !== 'AWS4-HMAC-SHA256') throw accessDenied('Only AWS4-HMAC-SHA256 is supported.');
  const malformed = (message: string) => new S3Error(400, 'InvalidArgument', message);
  checkCredential(field('x-amz-credential'), field('x-amz-date'), malformed);
  checkSignature(field('x-amz-credential'), field('policy'), field('x-amz-signature'));

  const { expiration, conditions } = parsed(field('policy'));
  if (now > expiration) throw denied('Policy expired.');
  const range = { min: 0, max: Number.POSITIVE_INFINITY };
  const allowed = new Set(free);
  for (const condition of conditions.flatMap(spelledOut)) {
    const [operator, name, value] = condition;
    if (operator === 'content-length-range') {
      range.min = Math.max(range.min, Number(name));
      range.max = Math.min(range.max, Number(value));
    } else {
      const fieldName = String(name).replace(/^\$/, '').toLowerCase();
      if (!holds(operator, field(fieldName), String(value))) {
        throw denied(`Policy Condition failed: ${JSON.stringify(condition)}`);
      }
      allowed.add(fieldName);
    }
  }
  const extra = fields.keys().find(name => !allowed.has(name) && !name.startsWith('x-ignore-'));
  if (extra !== undefined) throw denied(`Extra input fields: ${extra}`);
  return range;
}

function holds(operator: unknown, actual: string, expected: string): boolean {
  if (operator === 'eq') return actual === expected;
  if (operator === 'starts-with') return actual.startsWith(expected);
  throw invalidPolicy(`unknown operator ${operator}`);
}
