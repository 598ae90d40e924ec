import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The state of an account, as far as the code asks for it. */
export type Account = {
  /** The status and the outputs, by stack name. */
  stacks: Record<string, { status: string; outputs?: Record<string, string> }>;
  logRole?: string;
  /** The variables of the gateway's stage. */
  stageVariables?: Record<string, string>;
  /** The quotas by code. AWS's defaults apply to others. */
  quotas: Record<string, number>;
  /** The number of IAM roles and its maximum, and the number of X-Ray sampling rules. */
  roles: number;
  rolesMax: number;
  samplingRules: number;
  /** The services that deny access. */
  refused: string[];
};

/** AWS's default quotas, by code. */
const defaults: Readonly<Record<string, number>> = {
  'L-B99A9384': 1000,
  'L-8A5B8E43': 10_000,
  'L-CDF5615A': 5000,
  'L-01C8A9E0': 300,
  'L-AB614373': 40_000,
  'L-CF0CBE56': 40_000,
};

type AccountReply = { status: number; body: string };

/**
 * Imitates STS, CloudFormation, API Gateway, IAM, X-Ray and Service Quotas, in the protocols of their APIs, as far as
 * the checks before a deployment use them.
 *
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html
 * https://docs.aws.amazon.com/apigateway/latest/api/API_GetAccount.html
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountSummary.html
 * https://docs.aws.amazon.com/xray/latest/api/API_GetSamplingRules.html
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

  #answer(path: string, target: string, body: string): AccountReply {
    if (path === '/account') return this.#gateway();
    if (path.startsWith('/restapis/rest1/stages/')) return this.#gatewayStage();
    if (path === '/GetSamplingRules') return this.#samplingRules();
    if (path.includes('Action=GetAccountSummary')) return this.#accountSummary();
    if (target.startsWith('ServiceQuotasV20190624.')) return this.#quota(target, JSON.parse(body));
    const query = new URLSearchParams(body);
    if (query.get('Action') === 'ListStackResources') return this.#resources(query.get('StackName') ?? '');
    return query.get('Action') === 'DescribeStacks' ? this.#stack(query.get('StackName') ?? '') : this.#identity();
  }

  #identity(): AccountReply {
    if (this.account.refused.includes('sts'))
      return queryError(403, 'InvalidClientTokenId', 'The security token is invalid');
    const identity =
      '<Arn>arn:aws:iam::123456789012:user/ada</Arn><UserId>AIDA</UserId><Account>123456789012</Account>';
    return xml('GetCallerIdentity', identity);
  }

  #stack(name: string): AccountReply {
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

  #resources(name: string): AccountReply {
    if (!this.account.stacks[name]) return queryError(400, 'ValidationError', `Stack with id ${name} does not exist`);
    const restApi =
      '<LogicalResourceId>RestApi</LogicalResourceId><PhysicalResourceId>rest1</PhysicalResourceId><ResourceType>AWS::ApiGateway::RestApi</ResourceType>';
    return xml('ListStackResources', `<StackResourceSummaries><member>${restApi}</member></StackResourceSummaries>`);
  }

  #gatewayStage(): AccountReply {
    return { status: 200, body: JSON.stringify({ variables: this.account.stageVariables ?? {} }) };
  }

  #gateway(): AccountReply {
    const { logRole } = this.account;
    return { status: 200, body: JSON.stringify({ ...(logRole && { cloudwatchRoleArn: logRole }) }) };
  }

  #samplingRules(): AccountReply {
    const rules = Array.from({ length: this.account.samplingRules }, (_, index) => ({
      SamplingRule: { RuleName: index === 0 ? 'Default' : `rule-${index}` },
    }));
    return { status: 200, body: JSON.stringify({ SamplingRuleRecords: rules }) };
  }

  #accountSummary(): AccountReply {
    if (this.account.refused.includes('iam')) return queryError(403, 'AccessDenied', 'not authorized');
    const entry = (key: string, value: number) => `<entry><key>${key}</key><value>${value}</value></entry>`;
    const { roles, rolesMax } = this.account;
    return xml(
      'GetAccountSummary',
      `<SummaryMap>${entry('Roles', roles)}${entry('RolesQuota', rolesMax)}</SummaryMap>`,
    );
  }

  #quota(target: string, { QuotaCode = '' }: { QuotaCode?: string }): AccountReply {
    if (this.account.refused.includes('servicequotas'))
      return jsonError('AccessDeniedException', 'not authorized to perform: servicequotas:GetServiceQuota');
    const values = target.endsWith('.GetServiceQuota') ? this.account.quotas : defaults;
    const Value = values[QuotaCode];
    if (Value === undefined)
      return jsonError('NoSuchResourceException', 'The request failed because the specified quota does not exist.');
    return { status: 200, body: JSON.stringify({ Quota: { QuotaCode, Value } }) };
  }
}

/** Returns an account in which a deployment would succeed. */
export const healthy = (): Account => ({
  stacks: { CDKToolkit: { status: 'CREATE_COMPLETE', outputs: { BootstrapVersion: '28' } } },
  logRole: 'arn:aws:iam::123456789012:role/gateway-logs',
  quotas: { 'L-B99A9384': 1000 },
  ...{ roles: 40, rolesMax: 1000, samplingRules: 4 },
  refused: [],
});

const xml = (operation: string, result: string): AccountReply => ({
  status: 200,
  body: `<${operation}Response><${operation}Result>${result}</${operation}Result></${operation}Response>`,
});

const queryError = (status: number, code: string, message: string): AccountReply => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

const jsonError = (type: string, message: string): AccountReply => ({
  status: 400,
  body: JSON.stringify({ __type: type, message }),
});
