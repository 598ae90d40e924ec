import type { SecretValue } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { viewerHeaders } from '../../shared/domain/traffic/viewer.ts';
import type { ViewerSecrets } from '../web/viewer-secrets.ts';

/**
 * The maximum of requests from one address in five minutes, over all routes. An office behind one address stays far
 * below it; a flood does not.
 */
const requestsPerAddressMax = 10_000;

/**
 * The rules that only count, because they would block what people may write into a form or programs may send. Answers
 * are always data here, never code, SQL or a path, in bodies as in the queries of prefilled forms and filters. Bodies
 * have up to 256 KB, while the rule allows 8. Single sign-on codes exceed the 2,048 bytes that the rule allows for a
 * query. https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const counted: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesCommonRuleSet: [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'EC2MetaDataSSRF_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'SizeRestrictions_QUERYSTRING',
    'CrossSiteScripting_QUERYARGUMENTS',
    'EC2MetaDataSSRF_QUERYARGUMENTS',
    'GenericLFI_QUERYARGUMENTS',
    'GenericRFI_QUERYARGUMENTS',
    'RestrictedExtensions_QUERYARGUMENTS',
    // Programs with a secret key need no user agent.
    'NoUserAgent_HEADER',
  ],
  AWSManagedRulesKnownBadInputsRuleSet: [
    'JavaDeserializationRCE_BODY',
    'Log4JRCE_BODY',
    'JavaDeserializationRCE_QUERYSTRING',
    'Log4JRCE_QUERYSTRING',
  ],
};

/**
 * Creates a web ACL for one stage: a limit per address, and AWS's rules against requests that only attackers send. A
 * request through the stage's distribution has an address of CloudFront, so it counts for the viewer that the
 * distribution names.
 */
export function webAcl(scope: Construct, id: string, stageArn: string, secrets: ViewerSecrets): void {
  const bounds =
    secrets.length > 0 ? [addressBound(not(fromDistribution(secrets))), viewerBound(secrets)] : [addressBound()];
  const acl = new CfnWebACL(scope, id, {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(id),
    rules: [...bounds, ...Object.entries(counted).map(([name, rules]) => managedRules(name, rules))].map(
      (rule, priority) => ({ ...rule, priority }),
    ),
  });
  new CfnWebACLAssociation(scope, `${id}Association`, { resourceArn: stageArn, webAclArn: acl.attrArn });
}

type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;
type Statement = CfnWebACL.StatementProperty;

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

/** Limits by the address of the direct caller, which the gateway sees. */
const addressBound = (scopeDownStatement?: Statement): Rule =>
  bound('FloodOfOneAddress', { aggregateKeyType: 'IP', limit: requestsPerAddressMax, scopeDownStatement });

const viewerBound = (secrets: ViewerSecrets): Rule =>
  bound('FloodOfOneViewer', {
    aggregateKeyType: 'FORWARDED_IP',
    forwardedIpConfig: { headerName: viewerHeaders.address, fallbackBehavior: 'NO_MATCH' },
    limit: requestsPerAddressMax,
    scopeDownStatement: fromDistribution(secrets),
  });

const bound = (name: string, rateBasedStatement: CfnWebACL.RateBasedStatementProperty): Rule => ({
  name,
  action: { block: {} },
  statement: { rateBasedStatement },
  visibilityConfig: visibility(name),
});

function fromDistribution(secrets: ViewerSecrets): Statement {
  const [first, ...others] = secrets.map(namesSecret);
  return first && others.length === 0 ? first : { orStatement: { statements: secrets.map(namesSecret) } };
}

const namesSecret = (secret: SecretValue): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: viewerHeaders.secret } },
    positionalConstraint: 'EXACTLY',
    searchString: secret.unsafeUnwrap(),
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

function managedRules(name: string, rules: readonly string[]): Rule {
  return {
    name,
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

/**
 * Returns the visibility without samples. Samples would store addresses of people who fill in forms, and URLs with a
 * key in them.
 */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
