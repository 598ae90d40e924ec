import type { Config } from '../../lib/config.ts';
import { api } from '../../shared/contracts/index.ts';
import { signedRequest, signedText } from '../command/signed-request.ts';
import { stackNamed } from './account.ts';
import { type Finding, fails, passes } from './finding.ts';

/** The maximum per region: https://docs.aws.amazon.com/general/latest/gr/xray.html */
const samplingRulesMax = 25;

export const samplingRulesOfStage = 3;

/**
 * Checks whether the region has room for the stage's sampling rules. The rules that the stage already has count as
 * free.
 */
export async function checkSamplingRules({ stage, tracedPercent }: Config): Promise<Finding> {
  const needed = tracedPercent > 0 ? samplingRulesOfStage : 0;
  const { SamplingRuleRecords = [] } = await signedRequest('xray', {
    method: 'POST',
    path: '/GetSamplingRules',
    body: {},
  });
  const names = (SamplingRuleRecords as { SamplingRule?: { RuleName?: string } }[])
    .map(({ SamplingRule }) => SamplingRule?.RuleName ?? '')
    // The default rule doesn't count.
    .filter(name => name !== 'Default' && !name.endsWith(`-${stage}`));
  const what = `Sampling rules of X-Ray: ${names.length} of ${samplingRulesMax} are taken by others`;
  return names.length + needed <= samplingRulesMax
    ? passes(what)
    : fails(
        what,
        `The stage needs ${needed}. Delete rules in the X-Ray console, deploy to another region, or set TRACED_PERCENT to 0.`,
      );
}

/** About one role for each operation. */
export const rolesOfStage = Object.keys(api).length;

/** Checks whether the account has room for the IAM roles of a stage that isn't deployed yet. */
export async function checkRoles(stage: string): Promise<Finding> {
  const summary = await signedText('iam', {
    method: 'GET',
    path: '/',
    query: { Action: 'GetAccountSummary', Version: '2010-05-08' },
  });
  const numberOf = (key: string) =>
    Number(new RegExp(`<key>${key}</key>\\s*<value>(\\d+)</value>`).exec(summary)?.[1] ?? Number.NaN);
  const [roles, most] = [numberOf('Roles'), numberOf('RolesQuota')];
  const what = `IAM roles: ${roles} of ${most}`;
  const stack = await stackNamed(`Formline-${stage}-Api`);
  const isDeployed = stack !== undefined && stack.StackStatus !== 'ROLLBACK_COMPLETE';
  if (isDeployed || roles + rolesOfStage <= most) return passes(what);
  return fails(
    what,
    `The stage needs about ${rolesOfStage}. Ask for more: aws service-quotas request-service-quota-increase --region us-east-1 --service-code iam --quota-code L-FE177D64 --desired-value ${most + 1000}`,
  );
}
