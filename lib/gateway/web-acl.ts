import type { SecretValue } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { viewerHeaders } from '../../shared/domain/viewer.ts';
import type { ViewerSecrets } from '../web/viewer-secrets.ts';

/** From one address in five minutes, over all routes: an office behind one address stays far below, a flood does not. */
const requestsPerAddressMax = 10_000;

/**
 * Rules that would refuse what people may write into a form, or what programs may send. They count, and block nothing: answers
 * are data here, never code, SQL or a path, in bodies as in the queries of prefilled forms and filters. Bodies have up to 256 KB,
 * where the rule allows 8; the codes of single sign-on exceed the 2,048 bytes that the rule allows a query.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
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
    // Programs with a secret key need not name themselves.
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
 * A web ACL before one stage: a bound for each address, and AWS's rules against requests that only attackers send. What comes
 * through the stage's distribution has an address of CloudFront, and counts for the viewer that the distribution names.
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

/** The gateway sees who comes to it directly. */
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

/** Samples would keep addresses of people who fill in forms, and urls with a key in them. */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
