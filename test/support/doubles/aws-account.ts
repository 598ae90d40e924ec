import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What is true of an account, as far as somebody asks. */
export type Account = {
  /** By name: status, and outputs. */
  stacks: Record<string, { status: string; outputs?: Record<string, string> }>;
  logRole?: string;
  /** By code; those of AWS for what is not here. */
  quotas: Record<string, number>;
  /** Services that refuse whoever asks. */
  refused: string[];
};

/** Quotas that AWS has for every account, by code. */
const defaults: Readonly<Record<string, number>> = {
  'L-B99A9384': 1000,
  'L-8A5B8E43': 10_000,
  'L-CDF5615A': 5000,
  'L-01C8A9E0': 300,
  'L-AB614373': 40_000,
  'L-CF0CBE56': 40_000,
};

type Answer = { status: number; body: string };

/**
 * STS, CloudFormation, API Gateway and Service Quotas, as the protocols of their APIs have them, as far as an account is
 * looked at before a deployment.
 *
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html
 * https://docs.aws.amazon.com/apigateway/latest/api/API_GetAccount.html
 * https://docs.aws.amazon.com/servicequotas/2019-06-24/apireference/API_GetServiceQuota.html
 */
export class AwsAccountDouble {
  account: Account = healthy();
  readonly #server: Server = createServer(async (request, response) => {
    const body = await text(request);
    const { status, body: answer } = this.#answer(request.url ?? '', String(request.headers['x-amz-target']), body);
    response.writeHead(status).end(answer);
  });

  async start(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(path: string, target: string, body: string): Answer {
    if (path === '/account') return this.#gateway();
    if (target.startsWith('ServiceQuotasV20190624.')) return this.#quota(target, JSON.parse(body));
    const query = new URLSearchParams(body);
    return query.get('Action') === 'DescribeStacks' ? this.#stack(query.get('StackName') ?? '') : this.#identity();
  }

  #identity(): Answer {
    if (this.account.refused.includes('sts'))
      return queryError(403, 'InvalidClientTokenId', 'The security token is invalid');
    const identity =
      '<Arn>arn:aws:iam::123456789012:user/ada</Arn><UserId>AIDA</UserId><Account>123456789012</Account>';
    return xml('GetCallerIdentity', identity);
  }

  #stack(name: string): Answer {
    const stack = this.account.stacks[name];
    if (this.account.refused.includes('cloudformation'))
      return queryError(403, 'AccessDenied', 'not authorized to perform: cloudformation:DescribeStacks');
    if (!stack) return queryError(400, 'ValidationError', `Stack with id ${name} does not exist`);
    const outputs = Object.entries(stack.outputs ?? {}).map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const properties = `<StackName>${name}</StackName><StackStatus>${stack.status}</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>`;
    return xml(
      'DescribeStacks',
      `<Stacks><member>${properties}<Outputs>${outputs.join('')}</Outputs></member></Stacks>`,
    );
  }

  #gateway(): Answer {
    const { logRole } = this.account;
    return { status: 200, body: JSON.stringify({ ...(logRole && { cloudwatchRoleArn: logRole }) }) };
  }

  #quota(target: string, { QuotaCode = '' }: { QuotaCode?: string }): Answer {
    if (this.account.refused.includes('servicequotas'))
      return jsonError('AccessDeniedException', 'not authorized to perform: servicequotas:GetServiceQuota');
    const values = target.endsWith('.GetServiceQuota') ? this.account.quotas : defaults;
    const Value = values[QuotaCode];
    if (Value === undefined)
      return jsonError('NoSuchResourceException', 'The request failed because the specified quota does not exist.');
    return { status: 200, body: JSON.stringify({ Quota: { QuotaCode, Value } }) };
  }
}

/** One in which a deployment would go well. */
export const healthy = (): Account => ({
  stacks: { CDKToolkit: { status: 'CREATE_COMPLETE', outputs: { BootstrapVersion: '28' } } },
  logRole: 'arn:aws:iam::123456789012:role/gateway-logs',
  quotas: { 'L-B99A9384': 1000 },
  refused: [],
});

const xml = (operation: string, result: string): Answer => ({
  status: 200,
  body: `<${operation}Response><${operation}Result>${result}</${operation}Result></${operation}Response>`,
});

const queryError = (status: number, code: string, message: string): Answer => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

const jsonError = (type: string, message: string): Answer => ({
  status: 400,
  body: JSON.stringify({ __type: type, message }),
});
