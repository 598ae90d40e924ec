import { describe, expect, it } from '@jest/globals';
import { productionSettings } from '../support/cdk/every-setting.ts';
import { resourcesOf, synthesize } from '../support/cdk/synthesized-app.ts';

const templates = synthesize(productionSettings);
const functionsOf = (part: 'Api' | 'Delivery') =>
  Object.entries(resourcesOf(templates[part], 'AWS::Lambda::Function')).map(
    ([id, { Properties }]) => [id, part, Properties] as const,
  );
const functions = [...functionsOf('Api'), ...functionsOf('Delivery')];

describe.each(functions)('the function %s of the %s stack', (id, part, properties) => {
  const role = templates[part].Resources[properties.Role['Fn::GetAtt'][0]]?.Properties;

  it('writes JSON of its level to a log group of its own, which ends, and drops no measurement', () => {
    const logGroupId = properties.LoggingConfig.LogGroup.Ref;
    expect(properties.LoggingConfig).toEqual({
      LogFormat: 'JSON',
      ApplicationLogLevel: 'TRACE',
      SystemLogLevel: 'WARN',
      LogGroup: { Ref: `${id.slice(0, -8)}Logs${logGroupId.slice(-8)}` },
    });
    expect(properties.Environment.Variables.POWERTOOLS_LOG_LEVEL).toBe('WARN');
    expect(templates[part].Resources[logGroupId]).toMatchObject({
      Properties: { RetentionInDays: 30 },
      DeletionPolicy: 'Retain',
    });
    const [policy] = role.Policies;
    expect(policy.PolicyDocument.Statement).toContainEqual({
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Effect: 'Allow',
      Resource: { 'Fn::GetAtt': [logGroupId, 'Arn'] },
    });
  });

  it('is traced if a request waits for it, and may write traces only then', () => {
    const traced = part === 'Api';
    expect(properties.TracingConfig).toEqual(traced ? { Mode: 'Active' } : undefined);
    expect(JSON.stringify(role).includes('xray:')).toBe(traced);
  });
});

it('leaves no function out', () => {
  expect(functions.map(([id]) => id.slice(0, -8))).toEqual(
    expect.arrayContaining(['CreateSubmission', 'ListResponses', 'CountEvents', 'SweepDue', 'RunJob', 'DeliverSlow']),
  );
  expect(resourcesOf(templates.Data, 'AWS::Lambda::Function')).toEqual({});
  expect(resourcesOf(templates.Monitoring, 'AWS::Lambda::Function')).toEqual({});
});
