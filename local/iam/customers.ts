import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { account } from '../credentials.ts';
import { readJson, writeJson } from '../data-folder.ts';
import type { BucketProperties } from '../s3/buckets.ts';
import type { Statement } from './policy.ts';

/** What of another account the local cloud knows: the bucket and the role that docs/owner-storage.template.json makes there. */
export type Customer = {
  readonly account: string;
  /** `heldBy`: the account that it belongs to. */
  readonly bucket: { readonly name: string; readonly heldBy: string; readonly properties: BucketProperties };
  readonly role: { readonly arn: string; readonly trust: readonly Statement[]; readonly policy: readonly Statement[] };
};

/** The parameters of the template, and the account that it is deployed in. */
export type Deployed = {
  readonly account: string;
  readonly BucketName: string;
  readonly RoleName: string;
  readonly ExternalId: string;
  /** What its policies lack, to see what comes of it: an action, or `sts:ExternalId`. */
  readonly without?: readonly string[];
  /** The account that holds the bucket by now: it was deleted, and somebody took its name, with a policy that lets all in. */
  readonly heldBy?: string;
};

const template = join(import.meta.dirname, '../../docs/owner-storage.template.json');

/** The stack of a customer, as CloudFormation would make it. */
export function deployedCustomer(deployed: Deployed): Customer {
  const { without = [], heldBy = deployed.account, ...parameters } = deployed;
  const values = { FormlineAccount: account, 'AWS::Partition': 'aws', ...parameters };
  const { Bucket, Role } = resolved(JSON.parse(readFileSync(template, 'utf8')).Resources, values) as never as Resources;
  return {
    account: deployed.account,
    bucket: { name: Bucket.Properties.BucketName ?? '', heldBy, properties: Bucket.Properties },
    role: {
      arn: `arn:aws:iam::${deployed.account}:role/${Role.Properties.RoleName}`,
      trust: lacking(Role.Properties.AssumeRolePolicyDocument.Statement, without),
      policy: lacking(
        Role.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
        without,
      ),
    },
  };
}

const lacking = (statements: readonly Statement[], without: readonly string[]): Statement[] =>
  statements.map(({ Condition, ...statement }) => ({
    ...statement,
    Action: [statement.Action].flat().filter(action => !without.includes(action)),
    Condition: without.includes('sts:ExternalId') ? undefined : Condition,
  }));

type Policy = { Statement: Statement[] };

type Resources = {
  Bucket: { Properties: BucketProperties };
  Role: {
    Properties: { RoleName: string; AssumeRolePolicyDocument: Policy; Policies: { PolicyDocument: Policy }[] };
  };
};

/** With its references to parameters carried out. */
function resolved(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map(each => resolved(each, values));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::Sub': text } = value as Record<string, string>;
  if (Ref !== undefined) return values[Ref];
  if (text !== undefined) return text.replace(/\$\{([\w:]+)\}/g, (_, name: string) => values[name] ?? '');
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, values)]));
}

const folderIn = (dataDir: string): string => join(dataDir, 'customers');

/** Deploys the template in the account of a customer, or anew with other parameters. */
export function deployCustomer(dataDir: string, deployed: Deployed): void {
  mkdirSync(folderIn(dataDir), { recursive: true });
  writeJson(join(folderIn(dataDir), `${deployed.BucketName}.json`), deployed);
}

/** Those whose stacks are there at this moment. */
export function customersIn(dataDir: string): Customer[] {
  mkdirSync(folderIn(dataDir), { recursive: true });
  const files = readdirSync(folderIn(dataDir)).filter(name => name.endsWith('.json'));
  return files.map(name => deployedCustomer(readJson(join(folderIn(dataDir), name)) as Deployed));
}
