import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../lib/config.ts';
import { type Json, resourceNamed, resourcesOf, someContracts, synthesize } from '../support/cdk/synthesized-app.ts';

const MAIL_FROM = 'Acme Forms <forms@acme.example>';
const { Data, Delivery, Monitoring } = synthesize({ STAGE: 'dev', MAIL_FROM }, { contracts: someContracts });
const mailOf = (settings: object) => readConfig({ STAGE: 'production', ...settings }, {}).mail;
const sesOf = (template: Parameters<typeof resourcesOf>[0]) =>
  Object.values(template.Resources).filter(({ Type }) => Type.startsWith('AWS::SES::'));

describe('the sender of mails', () => {
  it('is a domain of its own, with the records that verify it as outputs', () => {
    const [identity] = Object.values(resourcesOf(Data, 'AWS::SES::EmailIdentity'));
    expect(identity?.Properties).toEqual({ EmailIdentity: 'acme.example' });
    const records = [1, 2, 3].map(number => JSON.stringify(Data.Outputs?.[`MailDnsRecord${number}`]?.Value));
    for (const [index, record] of records.entries()) {
      expect(record).toContain(`DkimDNSTokenName${index + 1}`);
      expect(record).toContain(`DkimDNSTokenValue${index + 1}`);
    }
  });

  it('sends over TLS alone, to nobody who bounced or complained', () => {
    const [set] = Object.values(resourcesOf(Data, 'AWS::SES::ConfigurationSet'));
    expect(set?.Properties).toEqual({
      Name: 'formline-dev',
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
  });

  it('is not there without the setting, and neither is any right to send', () => {
    const without = synthesize({ STAGE: 'dev' });
    expect(Object.values(without).flatMap(sesOf)).toEqual([]);
    expect(/"ses:|MAIL_FROM/.test(JSON.stringify(without))).toBe(false);
  });

  it('may be an address of a mailbox, or an identity that the account has', () => {
    const address = synthesize(
      { STAGE: 'dev', MAIL_FROM: 'ada@gmail.com', MAIL_IDENTITY: 'address' },
      { contracts: someContracts },
    ).Data;
    expect(Object.values(resourcesOf(address, 'AWS::SES::EmailIdentity'))[0]?.Properties.EmailIdentity).toBe(
      'ada@gmail.com',
    );
    expect(Object.keys(address.Outputs ?? {}).filter(name => name.startsWith('Mail'))).toEqual([]);
    const existing = synthesize(
      { STAGE: 'dev', MAIL_FROM, MAIL_IDENTITY: 'existing' },
      { contracts: someContracts },
    ).Data;
    expect(sesOf(existing).map(({ Type }) => Type)).toEqual(['AWS::SES::ConfigurationSet']);
  });
});

describe('who may send', () => {
  const roles = Object.entries(resourcesOf(Delivery, 'AWS::IAM::Role'));
  const sendingOf = (role: Json) =>
    role.Policies[0].PolicyDocument.Statement.filter((each: Json) => JSON.stringify(each.Action).includes('ses:'));

  it('are the worker of short jobs and the lanes of deliveries, from the one address', () => {
    const may = roles.filter(([, { Properties }]) => sendingOf(Properties).length > 0).map(([id]) => id);
    expect(may.map(id => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'DeliverFastRole',
      'DeliverSlowRole',
      'RunShortJobRole',
    ]);
    const [statement] = sendingOf(resourceNamed(Delivery, 'AWS::IAM::Role', 'RunShortJobRole').Properties);
    expect(statement).toMatchObject({
      Action: 'ses:SendEmail',
      // Without the display name: https://docs.aws.amazon.com/ses/latest/dg/sending-authorization-policy-examples.html
      Condition: { StringEquals: { 'ses:FromAddress': 'forms@acme.example' } },
    });
    const resources = JSON.stringify(statement.Resource);
    // SES asks for the right to each identity that it finds, those of recipients in the sandbox, and to the set.
    expect(resources).toContain(':identity/*');
    expect(resources).toContain(':configuration-set/formline-dev');
  });

  it('is told who mails are from', () => {
    const { Variables } = resourceNamed(Delivery, 'AWS::Lambda::Function', 'RunShortJob').Properties.Environment;
    expect(Variables).toMatchObject({ MAIL_FROM, MAIL_CONFIGURATION_SET: 'formline-dev' });
  });
});

describe('what SES reports', () => {
  it('reaches the default bus, the only one that SES publishes to', () => {
    const [destination] = Object.values(resourcesOf(Delivery, 'AWS::SES::ConfigurationSetEventDestination'));
    const { ConfigurationSetName, EventDestination } = destination?.Properties ?? {};
    expect(ConfigurationSetName).toBe('formline-dev');
    expect(EventDestination).toMatchObject({ Enabled: true, MatchingEventTypes: ['bounce', 'complaint'] });
    expect(JSON.stringify(EventDestination.EventBridgeDestination.EventBusArn)).toContain(':event-bus/default');
  });

  it('of this stage alone goes to the queue that its worker works off', () => {
    const { EventPattern, Targets } = resourceNamed(Delivery, 'AWS::Events::Rule', 'MailsReturned').Properties;
    expect(EventPattern).toEqual({
      source: ['aws.ses'],
      'detail-type': ['Email Bounced', 'Email Complaint Received'],
      detail: { mail: { tags: { 'ses:configuration-set': ['formline-dev'] } } },
    });
    const [queueId] =
      Object.entries(resourcesOf(Delivery, 'AWS::SQS::Queue')).find(([id]) => /^MailEvents/.test(id)) ?? [];
    expect(Targets).toMatchObject([{ Arn: { 'Fn::GetAtt': [queueId, 'Arn'] } }]);
    // EventBridge sends as a service: without this statement, its messages are dropped.
    const policies = Object.values(resourcesOf(Delivery, 'AWS::SQS::QueuePolicy'));
    const [policy] = policies.filter(({ Properties }) => JSON.stringify(Properties.Queues).includes(`"${queueId}"`));
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Action: expect.arrayContaining(['sqs:SendMessage']),
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Condition: { ArnEquals: { 'aws:SourceArn': expect.anything() } },
      }),
    );
  });

  it('is watched before AWS pauses the account', () => {
    const alarms = Object.values(resourcesOf(Monitoring, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
    const limits = alarms
      .filter(({ Namespace }) => Namespace === 'AWS/SES')
      .map(({ MetricName, Threshold, Dimensions }) => ({ MetricName, Threshold, Dimensions }));
    // Without dimensions: of the account, which is what AWS judges.
    expect(limits).toEqual([
      { MetricName: 'Reputation.BounceRate', Threshold: 0.04, Dimensions: undefined },
      { MetricName: 'Reputation.ComplaintRate', Threshold: 0.0008, Dimensions: undefined },
    ]);
  });
});

describe('the settings of mails', () => {
  it('make files of mails on this machine, unless they are off', () => {
    expect(readConfig({ STAGE: 'local' }, {}).mail?.from.address).toBe('no-reply@formline.example');
    expect(readConfig({ STAGE: 'local', MAIL_FROM: 'off' }, {}).mail).toBeUndefined();
    expect(mailOf({})).toBeUndefined();
  });

  it.each([
    [{ MAIL_FROM: 'forms' }, 'MAIL_FROM is "forms"; it must be an address'],
    [{ MAIL_FROM: 'ada@gmail.com' }, 'the DNS of gmail.com is not yours'],
    [{ MAIL_FROM, MAIL_IDENTITY: 'dns' }, 'MAIL_IDENTITY is "dns"'],
    [{ MAIL_IDENTITY: 'existing' }, 'there is no MAIL_FROM'],
  ])('refuse %j', (settings, message) => expect(() => mailOf(settings)).toThrow(message));
});
