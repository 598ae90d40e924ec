import { describe, expect, it } from '@jest/globals';
import { rolesOfStage, samplingRulesOfStage } from '../../bin/doctor/check-room.ts';
import { everySetting } from '../support/cdk/every-setting.ts';
import { deployedTemplates, type StackTemplate } from '../support/cdk/synthesized-app.ts';
import type { Json } from '../support/cloud/http.ts';
import { readRecorded } from '../upgrades/recorded-table.ts';

// AWS WAF can't be put before an HTTP API.
const deployments = {
  'few settings': deployedTemplates({ STAGE: 'dev' }),
  'all settings and AWS WAF': deployedTemplates({ ...everySetting, WEB_ACL: 'true' }),
  'all settings and an HTTP API': deployedTemplates({ ...everySetting, SUBMIT_API: 'http' }),
};
const templates = Object.entries(deployments).flatMap(([settings, parts]) =>
  Object.entries(parts).map(([part, template]): [string, string, StackTemplate] => [part, settings, template]),
);

// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
const cloudFormation = { resources: 500, bytes: 1_000_000, parameters: 200, outputs: 200 };

describe('what the doctor takes a stage to need', () => {
  const all = Object.values(deployments['all settings and AWS WAF']).flatMap(({ Resources }) =>
    Object.values(Resources),
  );
  const countOf = (type: string) => all.filter(({ Type }) => Type === type).length;

  it('is what its templates have', () => {
    expect(countOf('AWS::XRay::SamplingRule')).toBe(samplingRulesOfStage);
    expect(countOf('AWS::IAM::Role')).toBeLessThanOrEqual(rolesOfStage);
    expect(countOf('AWS::IAM::Role')).toBeGreaterThan(rolesOfStage - 20);
  });
});

describe('an upgrade of a stage', () => {
  const { Api, ...others } = deployments['few settings'];
  const named = (name: RegExp) => Object.keys(Api?.Resources ?? {}).filter(id => name.test(id));

  it('keeps the gateway where it was, with its address', () => {
    expect(named(/^RestApi/)).toEqual(expect.arrayContaining(['RestApi0C43BF4B', 'RestApiDeploymentStagedevDA121244']));
    expect(named(/^(AccessLog|InvokeRole)/)).toEqual(['AccessLogD598EBE9', 'InvokeRoleC9AEA952']);
  });

  it('gives each stack of functions the same parameters, so that a function works in any of them', () => {
    const stacks = Object.values(others).filter(({ Parameters = {} }) => 'DataKeysArn' in Parameters);
    const parameters = stacks.map(({ Parameters = {} }) =>
      Object.keys(Parameters).filter(name => !/^Asset/.test(name)),
    );
    expect(stacks.length).toBeGreaterThan(3);
    expect(new Set(parameters.map(names => names.sort().join(' '))).size).toBe(1);
  });

  it('lets the gateway call former and new functions: by the start of the name that all of them get', () => {
    const [invoke] = named(/^InvokeRole/).map(id => Api?.Resources[id]?.Properties.Policies[0].PolicyDocument);
    expect(JSON.stringify(invoke)).toContain(':function:Formline-dev-Api*');
  });

  it('can move a function to another stack: no name is in the way of the new one', () => {
    const functions = Object.values(others).flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Type }) => /^AWS::(Lambda::Function|IAM::Role|Logs::LogGroup)$/.test(Type)),
    );
    expect(functions.length).toBeGreaterThan(300);
    // That of the role that bucket policies name is no function's.
    const withoutStorage = functions.filter(
      ({ Properties = {} }) => !/-storage-/.test(JSON.stringify(Properties.RoleName ?? '')),
    );
    const names = withoutStorage.flatMap(({ Properties: { FunctionName, RoleName, LogGroupName } = {} }) => [
      ...[FunctionName, RoleName, LogGroupName].filter(Boolean),
    ]);
    expect(names).toEqual([]);
  });
});

/** DynamoDB makes or drops one index in a deployment, and a going back would be another change. */
it('changes at most one index of the table since the last release', () => {
  const tables = Object.values(deployments['few settings']).flatMap(({ Resources }) => Object.values(Resources));
  const table = tables.find(({ Properties = {} }) => Properties.GlobalSecondaryIndexes)?.Properties;
  const now: Json[] = table?.GlobalSecondaryIndexes.map(indexOf);
  const before = readRecorded('0.2.0').indexes.map(indexOf);
  expect(before).toHaveLength(3);
  const differ = (some: Json[], others: Json[]) =>
    some.filter(index => !others.some(each => JSON.stringify(each) === JSON.stringify(index)));
  const changed = new Set([...differ(now, before), ...differ(before, now)].map(({ name }) => name));
  expect([...changed].length).toBeLessThanOrEqual(1);
});

const indexOf = ({ IndexName, KeySchema, Projection }: Json) => ({
  name: IndexName,
  keys: KeySchema.map(({ AttributeName, KeyType }: Json) => `${KeyType} ${AttributeName}`).sort(),
  projection: [Projection.ProjectionType, ...(Projection.NonKeyAttributes ?? [])],
});

describe.each(templates)('the template of %s with %s', (_part, _settings, template) => {
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
  it('has no more than the 60 dynamic references that CloudFormation resolves', () => {
    expect(JSON.stringify(template).match(/\{\{resolve:/g)?.length ?? 0).toBeLessThanOrEqual(60);
  });

  // https://github.com/aws/aws-cdk/issues/38010
  it('looks up each other stack once: CloudFormation carries out one lookup a second, and has failed at 75', () => {
    const lookups = [...JSON.stringify(template).matchAll(/"Fn::GetStackOutput":\{"StackName":"([^"]+)"/g)];
    const stacks = lookups.map(([, stack]) => stack);
    expect(stacks).toEqual([...new Set(stacks)]);
  });

  it('leaves room for twice as many endpoints', () => {
    const { Resources, Outputs = {}, Parameters = {} } = template;
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(cloudFormation.resources / 2);
    expect(JSON.stringify(template).length).toBeLessThanOrEqual(cloudFormation.bytes / 2);
    expect(Object.keys(Outputs).length).toBeLessThanOrEqual(cloudFormation.outputs / 2);
    expect(Object.keys(Parameters).length).toBeLessThanOrEqual(cloudFormation.parameters / 2);
  });
});
