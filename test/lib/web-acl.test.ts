import { describe, expect, it } from '@jest/globals';
import { type Json, resourcesOf, someContracts, synthesize } from '../support/cdk/synthesized-app.ts';

const template = synthesize({ STAGE: 'dev', WEB_ACL: 'true' }, { contracts: someContracts }).Api;
const [[aclId, acl] = []] = Object.entries(resourcesOf(template, 'AWS::WAFv2::WebACL'));
const rules: Json[] = acl?.Properties.Rules;

describe('the web ACL', () => {
  it('is there only where it is asked for', () => {
    const types = Object.values(synthesize({ STAGE: 'dev' }).Api.Resources).map(({ Type }) => Type);
    expect(types.filter(type => type.startsWith('AWS::WAF'))).toEqual([]);
  });

  it('stands before the stage, and lets through what no rule refuses', () => {
    expect(acl?.Properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const [apiId] = Object.keys(resourcesOf(template, 'AWS::ApiGateway::RestApi'));
    const [stageId] = Object.keys(resourcesOf(template, 'AWS::ApiGateway::Stage'));
    const [association] = Object.values(resourcesOf(template, 'AWS::WAFv2::WebACLAssociation'));
    const gateway = ['arn:', { Ref: 'AWS::Partition' }, ':apigateway:', { Ref: 'AWS::Region' }];
    expect(association?.Properties).toEqual({
      WebACLArn: { 'Fn::GetAtt': [aclId, 'Arn'] },
      ResourceArn: { 'Fn::Join': ['', [...gateway, '::/restapis/', { Ref: apiId }, '/stages/', { Ref: stageId }]] },
    });
  });

  it('blocks an address that floods it', () => {
    expect(rules[0]).toMatchObject({
      Priority: 0,
      Action: { Block: {} },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 10_000 } },
    });
  });

  it('has AWS’s rules, which only count what they find in bodies and queries', () => {
    const groups = rules.slice(1).map(({ OverrideAction, Statement }) => {
      expect(OverrideAction).toEqual({ None: {} });
      const { VendorName, Name, RuleActionOverrides } = Statement.ManagedRuleGroupStatement;
      const overrides: Json[] = RuleActionOverrides;
      expect(overrides.map(({ ActionToUse }) => ActionToUse)).toEqual(overrides.map(() => ({ Count: {} })));
      return [VendorName, Name, overrides.map(override => override.Name)];
    });
    expect(groups).toEqual([
      [
        'AWS',
        'AWSManagedRulesCommonRuleSet',
        [
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
          'NoUserAgent_HEADER',
        ],
      ],
      [
        'AWS',
        'AWSManagedRulesKnownBadInputsRuleSet',
        ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY', 'JavaDeserializationRCE_QUERYSTRING', 'Log4JRCE_QUERYSTRING'],
      ],
    ]);
  });

  it('keeps no samples of requests, which have addresses and keys in them', () => {
    const visible = [acl?.Properties, ...rules].map(({ VisibilityConfig }) => VisibilityConfig.SampledRequestsEnabled);
    expect(visible).toEqual([false, false, false, false]);
  });
});
