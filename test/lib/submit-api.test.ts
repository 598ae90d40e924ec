import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../lib/config.ts';
import { api } from '../../shared/contracts/index.ts';
import { type Json, resourceNamed, resourcesOf, someContracts, synthesize } from '../support/cdk/synthesized-app.ts';
import { itInAll } from '../support/in-all.ts';

const certificate = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/1234abcd`;
const domain = { API_DOMAIN: 'api.example.com', API_CERTIFICATE_ARN: certificate('eu-central-1') };
const web = { WEB_DOMAIN: 'forms.example.com', WEB_CERTIFICATE_ARN: certificate('us-east-1') };
const environment = { STAGE: 'dev', SUBMIT_API: 'http' };
const templates = synthesize({ ...environment, ...domain }, { checked: true, contracts: someContracts });
const { Api, Monitoring } = templates;

/** The resources of a kind in the words of API Gateway, version 2. */
const partsOf = (kind: string): [string, Json][] =>
  Object.entries(resourcesOf(Api, `AWS::ApiGatewayV2::${kind}`)).map(([id, { Properties }]) => [id, Properties]);
const only = (kind: string): [string, Json] => {
  const [part, ...others] = partsOf(kind);
  if (!part || others.length > 0) throw new Error(`${others.length + 1} of the kind ${kind}`);
  return part;
};
const functionId = Object.keys(resourcesOf(Api, 'AWS::Lambda::Function')).find(id => id.startsWith('CreateSubmission'));

describe('the HTTP API of submissions', () => {
  const [apiId, { Name, ...ofApi }] = only('Api');
  const [integrationId, integration] = only('Integration');
  const [stageId, stage] = only('Stage');

  it('leaves CORS to the function, and has no address beside that of the domain', () => {
    expect(Name).toBe('formline-dev-submissions');
    expect(ofApi).toEqual({ ProtocolType: 'HTTP', DisableExecuteApiEndpoint: true });
  });

  it('brings each route to the function of the REST API, what is to be refused as well', () => {
    const target = { 'Fn::Join': ['', ['integrations/', { Ref: integrationId }]] };
    const path = api.createSubmission.path.replace('/v1', '');
    expect(partsOf('Route').map(([, route]) => route)).toEqual(
      [`POST ${path}`, `ANY ${path}`, '$default'].map(RouteKey => ({
        ApiId: { Ref: apiId },
        RouteKey,
        Target: target,
      })),
    );
    expect(integration).toEqual({
      ApiId: { Ref: apiId },
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: { 'Fn::GetAtt': [functionId, 'Arn'] },
      PayloadFormatVersion: '1.0',
      CredentialsArn: { 'Fn::GetAtt': [expect.stringMatching(/^InvokeRole/), 'Arn'] },
    });
    const [restApi] = Object.values(resourcesOf(Api, 'AWS::ApiGateway::RestApi'));
    const ofRest = restApi?.Properties.Body.paths[api.createSubmission.path].post['x-amazon-apigateway-integration'];
    expect(JSON.stringify(ofRest)).toContain(functionId);
    expect(ofRest.credentials).toEqual(integration.CredentialsArn);
  });

  it('throttles as the REST API does, and writes the same lines to the same log', () => {
    const [ofRest] = Object.values(resourcesOf(Api, 'AWS::ApiGateway::Stage'));
    expect(stage).toMatchObject({
      StageName: 'v1',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 },
    });
    expect(stage.AccessLogSettings.DestinationArn).toEqual(ofRest?.Properties.AccessLogSetting.DestinationArn);
    const { traceId, ...line } = lineOf(ofRest?.Properties.AccessLogSetting.Format);
    expect(traceId).toBe('$context.xrayTraceId');
    expect(lineOf(stage.AccessLogSettings.Format)).toEqual({ ...line, path: '$context.routeKey' });
    expect(stage.AccessLogSettings.Format).toContain('"milliseconds":$context.responseLatency,');
  });

  it('is at the paths of the REST API, at a domain whose policy an HTTP API can have', () => {
    const [, mapping] = only('ApiMapping');
    expect(mapping).toMatchObject({ ApiId: { Ref: apiId }, Stage: { Ref: stageId }, ApiMappingKey: 'v1' });
    const [[domainId, name] = []] = Object.entries(resourcesOf(Api, 'AWS::ApiGateway::DomainName'));
    expect(mapping.DomainName).toEqual({ Ref: domainId });
    expect(name?.Properties.SecurityPolicy).toBe('TLS_1_2');
    expect(name?.Properties).not.toHaveProperty('EndpointAccessMode');
    const [rest] = Object.values(resourcesOf(Api, 'AWS::ApiGateway::BasePathMapping'));
    expect(rest?.Properties).toMatchObject({ DomainName: { Ref: domainId } });
    expect(rest?.Properties).not.toHaveProperty('BasePath');
    expect(Api.Outputs?.ApiAddress?.Value).toBe('https://api.example.com');
  });

  it('has its function traced only where the REST API has decided so: Lambda itself would trace one call a second', () => {
    const modes = (operation: string) =>
      resourceNamed(Api, 'AWS::Lambda::Function', operation).Properties.TracingConfig.Mode;
    expect([modes('CreateSubmission'), modes('CreateEvents')]).toEqual(['PassThrough', 'Active']);
  });

  it('is watched: its failures by an alarm, its answers in the share of slow ones and on the dashboard', () => {
    const [outputName] = Object.entries(Api.Outputs ?? {}).find(([, { Value }]) => ref(Value) === apiId) ?? [];
    const alarm = (name: string): Json => resourceNamed(Monitoring, 'AWS::CloudWatch::Alarm', name).Properties;
    expect(alarm('SubmitApiServerErrors')).toMatchObject({
      ...{ Namespace: 'AWS/ApiGateway', MetricName: '5xx', Statistic: 'Average', Threshold: 0.01 },
      Dimensions: [{ Name: 'ApiId', Value: { 'Fn::GetStackOutput': { OutputName: outputName } } }],
      AlarmDescription: expect.stringContaining('docs/runbook.md#api-server-errors'),
    });
    expect(alarm('SubmitApiDown')).toMatchObject({
      ...{ Namespace: 'AWS/ApiGateway', MetricName: '5xx', Statistic: 'Average', Threshold: 0.5, Period: 60 },
      AlarmDescription: expect.stringContaining('docs/runbook.md#api-down'),
    });
    const slow = JSON.stringify(alarm('ApiSlow').Metrics);
    expect(slow).toContain('FILL(part, 0) / (FILL(whole1, 0) + FILL(whole2, 0))');
    expect(slow).toContain('"ApiId"');
    const [dashboard] = Object.values(resourcesOf(Monitoring, 'AWS::CloudWatch::Dashboard'));
    const shown = JSON.stringify(dashboard?.Properties.DashboardBody);
    for (const name of ['Count', '4xx', '5xx', 'Latency']) {
      expect(shown).toContain(`\\"AWS/ApiGateway\\",\\"${name}\\",\\"ApiId\\"`);
    }
    expect((shown.match(/\[\\"AWS\/|\[\\"Formline/g) ?? []).length).toBeLessThanOrEqual(50);
  });
});

describe('behind a distribution', () => {
  const { Api: behind, Web } = synthesize(
    { ...environment, ...web, TRACED_PERCENT: '0' },
    { contracts: someContracts },
  );
  const [distribution] = Object.values(resourcesOf(Web as NonNullable<typeof Web>, 'AWS::CloudFront::Distribution'));
  const { Origins, CacheBehaviors, DefaultCacheBehavior }: Json = distribution?.Properties.DistributionConfig ?? {};

  it('the HTTP API is the origin of its paths, which begin with the name of its stage', () => {
    const behavior = CacheBehaviors.find(({ PathPattern }: Json) => PathPattern === '/v1/*');
    const { TargetOriginId, PathPattern, ...others } = behavior;
    expect(others).toEqual({ ...DefaultCacheBehavior, TargetOriginId: undefined });
    const origin = Origins.find(({ Id }: Json) => Id === TargetOriginId);
    const rest = Origins.find(({ Id }: Json) => Id === DefaultCacheBehavior.TargetOriginId);
    expect(origin.OriginPath).toBeUndefined();
    expect(rest.OriginPath).toBe('/dev');
    expect(origin.OriginCustomHeaders).toEqual(rest.OriginCustomHeaders);
    expect(JSON.stringify(origin.DomainName)).toContain('.execute-api.');
    expect(JSON.stringify(origin.DomainName)).not.toBe(JSON.stringify(rest.DomainName));
    const [httpApi] = Object.values(resourcesOf(behind, 'AWS::ApiGatewayV2::Api'));
    expect(httpApi?.Properties.DisableExecuteApiEndpoint).toBe(false);
  });

  it('as anywhere, its function writes no trace where none shall be', () => {
    expect(JSON.stringify(behind)).not.toMatch(/xray:|"Mode":"(Active|PassThrough)"/);
  });
});

describe('the setting SUBMIT_API', () => {
  it.each([
    [{ SUBMIT_API: 'soap', ...domain }, 'SUBMIT_API is "soap"; it must be one of rest, http.'],
    [environment, 'API_DOMAIN or WEB_DOMAIN must be set'],
    [{ ...environment, ...domain, WEB_ACL: 'true' }, 'AWS WAF stands before no HTTP API'],
  ])('is refused where it cannot be carried out: %j', (settings, fault) => {
    expect(() => readConfig(settings)).toThrow(fault);
  });

  it('leaves everything to the REST API when it is rest', () => {
    const { Api: rest } = synthesize({ STAGE: 'dev', ...domain, SUBMIT_API: 'rest' }, { contracts: someContracts });
    expect(Object.values(rest.Resources).filter(({ Type }) => Type.startsWith('AWS::ApiGatewayV2'))).toEqual([]);
    const [name] = Object.values(resourcesOf(rest, 'AWS::ApiGateway::DomainName'));
    expect(name?.Properties.SecurityPolicy).toMatch(/^SecurityPolicy_/);
  });

  itInAll('is refused where another operation came below its path, which would have no route', () => {
    const other = { ...api.getForm, path: '/v1/forms/{formId}' };
    expect(() =>
      synthesize({ ...environment, ...domain }, { contracts: { ...someContracts, getForm: other } }),
    ).toThrow('createSubmission alone');
  });
});

/** A line of the access log, its one number as text. */
const lineOf = (format: string): Json => JSON.parse(format.replaceAll(/(?<!")\$context\.\w+/g, '0'));

const ref = (value: unknown): unknown => (value as { Ref?: string }).Ref;

it('has stages that the deployment of a restored table leaves alone, and with them a pause', () => {
  const TABLE_STREAM_ARN = 'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-03-01T12:00:00.000';
  const restored = { TABLE_NAME: 'restored', TABLE_STREAM_ARN };
  const { Api: after } = synthesize({ ...environment, ...domain, ...restored }, { contracts: someContracts });
  for (const type of ['AWS::ApiGateway::Stage', 'AWS::ApiGatewayV2::Stage']) {
    const stages = resourcesOf(after, type);
    expect(Object.keys(stages)).toHaveLength(1);
    expect(stages).toEqual(resourcesOf(Api, type));
  }
});
