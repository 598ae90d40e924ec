import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { account } from '../credentials.ts';
import { readJson, writeJson } from '../data-folder.ts';
import type { BucketProperties } from '../s3/buckets.ts';
import { refuseUnknown } from '../template/template-properties.ts';
import type { Statement } from './policy.ts';

/**
 * Another account as the local cloud sees it: the bucket and the role that docs/owner-storage.template.json creates
 * there.
 */
export type Customer = {
  readonly account: string;
  /** The customer's bucket. `heldBy` is the account that owns it. */
  readonly bucket: {
    readonly name: string;
    readonly heldBy: string;
    readonly properties: BucketProperties;
    /** Allows roles of other accounts. */
    readonly policy: readonly Statement[];
  };
  readonly role: { readonly arn: string; readonly trust: readonly Statement[]; readonly policy: readonly Statement[] };
};

/** The parameters of the template, and its account. */
export type CustomerStack = {
  readonly account: string;
  readonly BucketName: string;
  readonly RoleName: string;
  readonly ExternalId: string;
  /** A pattern such as `org_*` for the IDs that the role trusts, instead of the exact ID. */
  readonly trustsLike?: string;
  /** The part to leave out of its policies, to test the effect: an action, or `sts:ExternalId`. */
  readonly without?: readonly string[];
  /** The bucket's new owner: someone took the name of the deleted bucket, with a policy that allows everyone. */
  readonly heldBy?: string;
  /** The policy of the bucket, as PutBucketPolicy takes it; none without it. */
  readonly bucketPolicy?: { readonly Version: string; readonly Statement: readonly Statement[] };
};

const template = join(import.meta.dirname, '../../docs/owner-storage.template.json');

/** Returns a customer's stack, as CloudFormation would create it. */
export function deployedCustomer(deployed: CustomerStack): Customer {
  const { without = [], heldBy = deployed.account, trustsLike, bucketPolicy, ...parameters } = deployed;
  const values = { FormlineAccount: account, 'AWS::Partition': 'aws', ...parameters };
  const { Bucket, Role } = resolved(JSON.parse(readFileSync(template, 'utf8')).Resources, values) as never as Resources;
  return {
    account: deployed.account,
    bucket: {
      ...{ name: Bucket.Properties.BucketName ?? '', heldBy, properties: Bucket.Properties },
      policy: knownStatements(bucketPolicy),
    },
    role: {
      arn: `arn:aws:iam::${deployed.account}:role/${Role.Properties.RoleName}`,
      trust: lacking(Role.Properties.AssumeRolePolicyDocument.Statement, without).map(statement =>
        trustsLike ? { ...statement, Condition: { StringLike: { 'sts:ExternalId': trustsLike } } } : statement,
      ),
      policy: lacking(
        Role.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
        without,
      ),
    },
  };
}

const ofStatement = ['Sid', 'Effect', 'Action', 'Resource', 'Principal', 'Condition'];

/** Throws for a part of a policy that would have no effect here. */
function knownStatements(policy: CustomerStack['bucketPolicy']): readonly Statement[] {
  const statements = policy?.Statement ?? [];
  for (const statement of statements) {
    refuseUnknown('A statement of a bucket policy', statement, ofStatement);
    refuseUnknown('A principal of a bucket policy', statement.Principal ?? {}, ['AWS']);
  }
  return statements;
}

const lacking = (statements: readonly Statement[], without: readonly string[]): Statement[] =>
  statements.map(({ Condition, ...statement }) => ({
    ...statement,
    Action: [statement.Action].flat().filter(action => !without.includes(action)),
    Condition: without.includes('sts:ExternalId') ? undefined : Condition,
  }));

type IamPolicy = { Statement: Statement[] };

type Resources = {
  Bucket: { Properties: BucketProperties };
  Role: {
    Properties: { RoleName: string; AssumeRolePolicyDocument: IamPolicy; Policies: { PolicyDocument: IamPolicy }[] };
  };
};

/** Resolves references to parameters. */
function resolved(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map(each => resolved(each, values));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::Sub': text } = value as Record<string, string>;
  if (Ref !== undefined) return values[Ref];
  if (text !== undefined) return text.replace(/\$\{([\w:]+)\}/g, (_, name: string) => values[name] ?? '');
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, values)]));
}

const folderIn = (dataDir: string): string => join(dataDir, 'customers');

/** Deploys the template to a customer's account, or updates its parameters. */
export function deployCustomer(dataDir: string, deployed: CustomerStack): void {
  mkdirSync(folderIn(dataDir), { recursive: true });
  writeJson(join(folderIn(dataDir), `${deployed.BucketName}.json`), deployed);
}

/** Returns the customers whose stacks exist now. */
export function customersIn(dataDir: string): Customer[] {
  mkdirSync(folderIn(dataDir), { recursive: true });
  const files = readdirSync(folderIn(dataDir)).filter(name => name.endsWith('.json'));
  return files.map(name => deployedCustomer(readJson(join(folderIn(dataDir), name)) as CustomerStack));
}
