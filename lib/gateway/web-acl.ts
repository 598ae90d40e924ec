import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** From one address in five minutes, over all routes: an office behind one address stays far below, a flood does not. */
const requestsPerAddressMax = 10_000;

/**
 * Rules that would refuse what people may write into a form, or what programs may send. They count, and block nothing:
 * answers are data here, never code, SQL or a path, and bodies have up to 256 KB, of which the rule for sizes takes eight.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const counted: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesCommonRuleSet: [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'EC2MetaDataSSRF_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    // Programs with a secret key need not name themselves.
    'NoUserAgent_HEADER',
  ],
  AWSManagedRulesKnownBadInputsRuleSet: ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY'],
};

/** A web ACL before one stage: a bound for each address, and AWS's rules against requests that only attackers send. */
export function webAcl(scope: Construct, id: string, stageArn: string): void {
  const acl = new CfnWebACL(scope, id, {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(id),
    rules: [
      {
        name: 'FloodOfOneAddress',
        priority: 0,
        action: { block: {} },
        statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: requestsPerAddressMax } },
        visibilityConfig: visibility('FloodOfOneAddress'),
      },
      ...Object.entries(counted).map(([name, rules], index) => managedRules(name, rules, index + 1)),
    ],
  });
  new CfnWebACLAssociation(scope, `${id}Association`, { resourceArn: stageArn, webAclArn: acl.attrArn });
}

function managedRules(name: string, rules: readonly string[], priority: number): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: rules.map(rule => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: visibility(name),
  };
}

/** Samples would keep addresses of people who fill in forms, and urls with a key in them. */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
