import { Aws, CfnOutput } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Construct, IConstruct } from 'constructs';
import type { Setting } from '../../shared/env.ts';
import type { Config } from '../config.ts';
import { type MailSettings, senderOf } from '../mail-settings.ts';
import { acknowledge } from './acknowledge.ts';

export const configurationSetName = (stage: string): string => `formline-${stage}`;

/**
 * Creates what SES needs to send: the identity that it verifies, and the configuration set. The set requires TLS and
 * skips addresses on the account's suppression list. The outputs have the DNS records that verify a domain: three for
 * DKIM, which also satisfies DMARC.
 */
export function mailSender(scope: Construct, stage: string, { identity, createsIdentity }: MailSettings): void {
  new ConfigurationSet(scope, 'MailConfiguration', {
    configurationSetName: configurationSetName(stage),
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    reputationMetrics: true,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  });
  if (!createsIdentity) return;
  const isAddress = identity.includes('@');
  const made = new EmailIdentity(scope, 'MailIdentity', {
    identity: isAddress ? Identity.email(identity) : Identity.domain(identity),
  });
  if (isAddress) return;
  for (const [index, { name, value }] of made.dkimRecords.entries()) {
    new CfnOutput(scope, `MailDnsRecord${index + 1}`, { value: `${name} CNAME ${value}` });
  }
}

/**
 * Returns what a function needs to send mails, or nothing if the deployment sends none. In its sandbox, SES also checks
 * the permission for the recipients' identities. So the policy restricts the sender's address instead of an identity.
 */
export function mailAccess({ stage, mail, mailLimits }: Config): {
  settings: Readonly<Partial<Record<Setting, string>>>;
  statements: PolicyStatement[];
} {
  if (!mail) return { settings: {}, statements: [] };
  const ses = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:`;
  const send = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['ses:SendEmail'],
    resources: [`${ses}identity/*`, `${ses}configuration-set/${configurationSetName(stage)}`],
    conditions: { StringEquals: { 'ses:FromAddress': mail.from.address } },
  });
  return {
    settings: {
      ...{ MAIL_FROM: senderOf(mail), MAIL_CONFIGURATION_SET: configurationSetName(stage) },
      ...{ LIMIT_MAILS_TO_STRANGERS: String(mailLimits.strangers), LIMIT_REPLIES: String(mailLimits.replies) },
    },
    statements: [send],
  };
}

export function acknowledgeMailAccess(role: IConstruct, { mail }: Config): void {
  if (!mail) return;
  acknowledge(
    role,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    'In the sandbox of SES, recipients are identities as well; a condition names the one address that mails are from.',
  );
}
