import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import type { Config } from '../../lib/config.ts';
import { clientOptions, orUnknown } from './account.ts';
import { type Finding, fails, passes, warns } from './finding.ts';

type Quota = {
  readonly service: string;
  /** Its code in Service Quotas. */
  readonly code: string;
  readonly name: string;
  /** Below this, a deployment fails. */
  readonly needs?: number;
  /** Below this, the deployment is slower or refuses more than its settings say. */
  readonly wants: number;
  readonly why: string;
};

const quotasOf = ({ throttle, loginConcurrency = 0, warmThroughput }: Config): Quota[] => [
  {
    ...{ service: 'lambda', code: 'L-B99A9384', name: 'Concurrent executions of Lambda' },
    // AWS keeps 100 of them unreserved.
    ...(loginConcurrency > 0 && { needs: loginConcurrency + 100 }),
    wants: 100,
    why: 'all functions share them: a new account has 10, which a few visitors at once use up, and more are answered 5xx',
  },
  {
    ...{ service: 'apigateway', code: 'L-8A5B8E43', name: 'Requests a second of API Gateway' },
    wants: throttle.requestsPerSecond,
    why: 'THROTTLE_REQUESTS_PER_SECOND is as much, and the account’s other APIs share them',
  },
  {
    ...{ service: 'apigateway', code: 'L-CDF5615A', name: 'Requests at once of API Gateway' },
    wants: throttle.burst,
    why: 'THROTTLE_BURST is as much',
  },
  {
    ...{ service: 'apigateway', code: 'L-01C8A9E0', name: 'Resources of an API' },
    needs: 150,
    wants: 150,
    why: 'each part of a path is one',
  },
  {
    ...{ service: 'dynamodb', code: 'L-AB614373', name: 'Write units a second of a table' },
    needs: warmThroughput?.writeUnitsPerSecond,
    wants: 4000,
    why: 'the table starts with this many',
  },
  {
    ...{ service: 'dynamodb', code: 'L-CF0CBE56', name: 'Read units a second of a table' },
    needs: warmThroughput?.readUnitsPerSecond,
    wants: 12_000,
    why: 'the table starts with this many',
  },
];

/** Checks the account's quotas for Lambda, API Gateway and DynamoDB against the settings. */
export const checkQuotas = (config: Config): Promise<Finding[]> => {
  const client = new ServiceQuotasClient(clientOptions);
  return Promise.all(quotasOf(config).map(quota => orUnknown(quota.name, () => checkQuota(client, quota))));
};

async function checkQuota(client: ServiceQuotasClient, quota: Quota): Promise<Finding> {
  const { service, code, name, needs = 0, wants, why } = quota;
  const value = await limitOf(client, { ServiceCode: service, QuotaCode: code });
  const what = `${name}: ${value}`;
  const more = Math.max(needs, wants);
  const advice = `${more} are wanted: ${why}. Ask for them: aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${more}`;
  if (value < needs) return fails(what, advice);
  return value < wants ? warns(what, advice) : passes(what);
}

/** Returns the account's quota, or AWS's default if the account has none of its own. */
async function limitOf(
  client: ServiceQuotasClient,
  quota: { ServiceCode: string; QuotaCode: string },
): Promise<number> {
  try {
    return (await client.send(new GetServiceQuotaCommand(quota))).Quota?.Value ?? Number.NaN;
  } catch (error) {
    if (!(error instanceof NoSuchResourceException)) throw error;
    return (await client.send(new GetAWSDefaultServiceQuotaCommand(quota))).Quota?.Value ?? Number.NaN;
  }
}
