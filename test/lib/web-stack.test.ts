import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { transformSync } from 'esbuild';
import { readConfig } from '../../lib/config.ts';
import { viewerRequestCode } from '../../lib/web/viewer-request.ts';
import type { Contract } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { certificate } from '../support/cdk/every-setting.ts';
import {
  type Json,
  resourcesOf,
  type StackTemplate,
  someContracts,
  synthesize,
} from '../support/cdk/synthesized-app.ts';
import { itInAll } from '../support/in-all.ts';

const hosts = { WEB_DOMAIN: 'forms.example.com', DASHBOARD_DOMAIN: 'team.example.com' };
const environment = { STAGE: 'blue', WEB_CERTIFICATE_ARN: certificate('us-east-1'), WEB_ACL: 'true', ...hosts };
const { Api, Web } = synthesize(environment, { checked: true, contracts: someContracts });
const later = synthesize(
  { ...environment, WEB_SECRET: '3', CLOUDWATCH_DASHBOARD: 'true' },
  { contracts: someContracts },
);
const only = (template: StackTemplate | undefined, type: string): Json => {
  const [resource, ...others] = Object.values(resourcesOf(template as StackTemplate, type));
  expect(others).toEqual([]);
  return resource?.Properties;
};
const { DistributionConfig: distribution } = only(Web, 'AWS::CloudFront::Distribution');
const cachedPaths: string[] = distribution.CacheBehaviors.map(({ PathPattern }: Json) => PathPattern).filter(
  (path: string) => path !== '/f/*',
);
const [pages] = distribution.CacheBehaviors.filter(({ PathPattern }: Json) => PathPattern === '/f/*');
const behaviors: Json[] = [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors];

const policyOf = ({ CachePolicyId }: Json): Json =>
  (Web as StackTemplate).Resources[CachePolicyId.Ref]?.Properties.CachePolicyConfig;

/** As CloudFront matches it: `*` is anything, slashes too. */
const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path);

describe('the distribution', () => {
  it('keeps only what is the same for everybody, as its contract says', () => {
    const kept = Object.values<Contract>(api).filter(({ path }) =>
      cachedPaths.some(pattern => matches(pattern, path.replace('{path+}', 'main-1234.js').replace(/\{\w+\}/g, 'x'))),
    );
    expect(kept.map(({ path }) => path).sort()).toEqual([
      '/app/{path+}',
      '/assets/{file}',
      '/docs',
      '/embed.js',
      '/embed.mjs',
      '/embed/{file}',
      '/forms/{id}/public',
      '/images/{imageId}',
      '/openapi.json',
    ]);
    for (const { method, auth, cacheControl } of kept)
      expect({ method, auth, cacheControl }).toEqual({ method: 'GET', auth: [], cacheControl: expect.any(String) });
    // A language is all that an address may say besides its path.
    expect(kept.flatMap(({ query }) => Object.keys(query?.properties ?? {}))).toEqual(['lang']);
  });

  it('gives no credential to what it keeps, and tells nothing of a request apart but its host, path and language', () => {
    const [cached] = distribution.CacheBehaviors;
    const policy = policyOf(cached);
    expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 31_536_000 });
    expect(policy.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-formline-host'] },
      QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['lang'] },
      EnableAcceptEncodingBrotli: true,
      EnableAcceptEncodingGzip: true,
    });
    expect(cached).toMatchObject({ Compress: true, AllowedMethods: ['GET', 'HEAD', 'OPTIONS'] });
    expect(only(Web, 'AWS::CloudFront::OriginRequestPolicy').OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: ['Origin', 'x-formline-viewer'],
      },
    });
  });

  it('keeps pages of forms as they say, each for its whole address, and passes on what is submitted to them', () => {
    const policy = policyOf(pages);
    expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0 });
    expect(policy.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-formline-host'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
    expect(pages).toMatchObject({
      Compress: true,
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: expect.arrayContaining(['POST']),
    });
    const { auth, cacheControl } = api.getHostedPage;
    expect({ auth, cacheControl }).toEqual({ auth: [], cacheControl: 'public, max-age=0, s-maxage=10' });
  });

  it('keeps nothing else, errors neither, and passes on all but the host', () => {
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      // CachingDisabled and AllViewerExceptHostHeader: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: expect.arrayContaining(['POST', 'PUT', 'PATCH', 'DELETE']),
    });
    expect(distribution.CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map(ErrorCode => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('takes the stage out of the path, and names its secret to the one origin', () => {
    const [origin, ...others] = distribution.Origins;
    expect(others).toEqual([]);
    expect(origin).toMatchObject({
      OriginPath: '/blue',
      CustomOriginConfig: {
        OriginProtocolPolicy: 'https-only',
        OriginReadTimeout: 60,
        OriginSSLProtocols: ['TLSv1.2'],
      },
    });
    const [{ HeaderName, HeaderValue }] = origin.OriginCustomHeaders;
    expect(HeaderName).toBe('x-formline-distribution');
    expect(JSON.stringify(HeaderValue)).toMatch(/^.*resolve:secretsmanager:.*ViewerSecret1.*SecretString:::}}.*$/);
  });

  it('answers at both hosts, over nothing older than TLS 1.2, with a function on every path', () => {
    expect(distribution).toMatchObject({
      Aliases: ['forms.example.com', 'team.example.com'],
      ViewerCertificate: { AcmCertificateArn: certificate('us-east-1'), MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    for (const { FunctionAssociations, ViewerProtocolPolicy } of behaviors) {
      expect(ViewerProtocolPolicy).toBe('redirect-to-https');
      expect(FunctionAssociations).toMatchObject([{ EventType: 'viewer-request' }]);
    }
    expect(Object.keys(Web?.Outputs ?? {}).sort()).toEqual(['DashboardAddress', 'WebAddress', 'WebDomainTarget']);
  });

  itInAll('has a function whose name fits, whatever stage and region are called', () => {
    const { Name } = only(
      synthesize({ ...environment, STAGE: 'a'.repeat(20) }, { contracts: someContracts }).Web,
      'AWS::CloudFront::Function',
    );
    const name = Name['Fn::Join'][1].map((part: Json) => (part.Ref ? 'ap-southeast-2' : part)).join('');
    expect(name.length).toBeLessThanOrEqual(64);
    expect(Buffer.byteLength(viewerRequestCode({ domain: 'a'.repeat(253) }))).toBeLessThanOrEqual(10_240);
  });
});

it('shares no name with the same stage in another region where AWS has one namespace for all regions', () => {
  const isGlobal = ({ Type }: Json) => /^AWS::(CloudFront|Budgets|IAM)::|::Dashboard$/.test(Type);
  const named = [later.Api, later.Web, later.Monitoring].flatMap(template =>
    Object.values((template as StackTemplate).Resources)
      .filter(isGlobal)
      .flatMap(({ Properties }) => [Properties, ...Object.values<Json>(Properties)])
      .flatMap(({ Name, DashboardName = Name }) => DashboardName ?? []),
  );
  expect(named).toHaveLength(5);
  for (const name of named) expect(JSON.stringify(name)).toContain('{"Ref":"AWS::Region"}');
});

describe('the secrets of the distribution', () => {
  const believed = (template: StackTemplate) =>
    JSON.stringify(only(template, 'AWS::ApiGateway::Stage').Variables.viewerSecrets).match(/ViewerSecret\d/g);

  it('are believed one before the distribution names the next, and one after', () => {
    expect(believed(Api)).toEqual(['ViewerSecret1']);
    expect(believed(later.Api)).toEqual(['ViewerSecret2', 'ViewerSecret3']);
    expect(Object.keys(resourcesOf(later.Api, 'AWS::SecretsManager::Secret'))).toHaveLength(2);
    expect(JSON.stringify(later.Web?.Resources)).toMatch(/ViewerSecret3/);
    expect(JSON.stringify(later.Web?.Resources)).not.toMatch(/ViewerSecret2/);
  });

  it('are told by the HTTP API, too', () => {
    const { Api: withHttpApi } = synthesize(
      { ...environment, WEB_ACL: 'false', SUBMIT_API: 'http' },
      { contracts: someContracts },
    );
    expect(only(withHttpApi, 'AWS::ApiGatewayV2::Stage').StageVariables).toEqual(
      only(withHttpApi, 'AWS::ApiGateway::Stage').Variables,
    );
  });

  it('are in the settings of no function: each rotation would deploy all of them', () => {
    const next = synthesize({ ...environment, WEB_SECRET: '2' }, { contracts: someContracts });
    const functions = (template: StackTemplate) => resourcesOf(template, 'AWS::Lambda::Function');
    expect(functions(next.Api)).toEqual(functions(Api));
  });

  it('have WAF count viewers where a request names one, and addresses where it does not', () => {
    const [addresses, viewers, ...managed] = only(Api, 'AWS::WAFv2::WebACL').Rules;
    const named = {
      FieldToMatch: { SingleHeader: { Name: 'x-formline-distribution' } },
      PositionalConstraint: 'EXACTLY',
    };
    expect(addresses.Statement.RateBasedStatement).toMatchObject({
      AggregateKeyType: 'IP',
      ScopeDownStatement: { NotStatement: { Statement: { ByteMatchStatement: named } } },
    });
    expect(viewers.Statement.RateBasedStatement).toMatchObject({
      AggregateKeyType: 'FORWARDED_IP',
      ForwardedIPConfig: { HeaderName: 'x-formline-viewer' },
      ScopeDownStatement: { ByteMatchStatement: named },
    });
    expect([addresses, viewers, ...managed].map(({ Priority }) => Priority)).toEqual([0, 1, 2, 3]);
  });

  it('are nowhere without a distribution', () => {
    const without = synthesize({ STAGE: 'dev' });
    expect(without.Web).toBeUndefined();
    expect(JSON.stringify(without.Api)).not.toMatch(/viewerSecrets|SecretsManager/);
  });
});

/**
 * Beyond ES 5.1, the syntax that JavaScript runtime 2.0 lists:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
const syntaxAtTheEdge = [
  'arrow',
  'async-await',
  'const-and-let',
  'exponent-operator',
  'rest-argument',
  'template-literal',
];

/** Throws where the code has syntax that the runtime refuses: esbuild can't translate it, or would have to. */
function checkSyntax(code: string): void {
  const supported = Object.fromEntries(syntaxAtTheEdge.map(name => [name, true]));
  const translated = transformSync(code, { target: 'es5', supported, logLevel: 'silent' }).code;
  if (translated !== transformSync(code, { target: 'esnext' }).code) throw new Error(`Translated:\n${translated}`);
}

describe('what CloudFront runs on each request', () => {
  it('has only syntax that CloudFront takes', () => {
    expect(() => checkSyntax(viewerRequestCode({ domain: hosts.WEB_DOMAIN }))).not.toThrow();
  });

  it.each([
    'for (const a of []) {}',
    'const { a } = {};',
    'const a = [...b];',
    'a?.b;',
    'function f(a = 1) {}',
    'const a = 1, b = { a };',
  ])('would not have %s', code => {
    expect(() => checkSyntax(code)).toThrow();
  });

  const run = (uri: string, host: string, more: object = {}): Json =>
    runInNewContext(`${viewerRequestCode({ domain: hosts.WEB_DOMAIN, dashboardDomain: hosts.DASHBOARD_DOMAIN })}
      handler(${JSON.stringify({
        viewer: { ip: '203.0.113.7' },
        request: { method: 'GET', uri, querystring: {}, headers: { host: { value: host } }, ...more },
      })})`);

  it('says who asks and at which host, whatever the viewer says', () => {
    const host = { value: 'forms.example.com' };
    const headers = { host, 'x-formline-viewer': { value: '10.0.0.1' }, 'x-formline-host': { value: 'evil.example' } };
    expect(run('/forms', 'forms.example.com', { headers })).toMatchObject({
      uri: '/forms',
      headers: { host, 'x-formline-viewer': { value: '203.0.113.7' }, 'x-formline-host': host },
    });
  });

  it.each([
    ['/app', 'forms.example.com', 'https://team.example.com/app'],
    ['/app/invitations/inv_1', 'forms.example.com', 'https://team.example.com/app/invitations/inv_1'],
    ['/f/form_1', 'team.example.com', 'https://forms.example.com/f/form_1'],
    ['/embed.js', 'team.example.com', 'https://forms.example.com/embed.js'],
    ['/auth/password-resets', 'd111111abcdef8.cloudfront.net', 'https://forms.example.com/auth/password-resets'],
  ])('moves %s from %s', (uri, host, location) => {
    expect(run(uri, host)).toMatchObject({ statusCode: 307, headers: { location: { value: location } } });
  });

  it('keeps the query of what it moves', () => {
    const querystring = {
      lang: { value: 'de' },
      embed: { value: '' },
      topic: { value: 'a', multiValue: [{ value: 'a' }, { value: 'b%26c' }] },
    };
    expect(run('/f/form_1', 'team.example.com', { querystring }).headers.location.value).toBe(
      'https://forms.example.com/f/form_1?lang=de&embed&topic=a&topic=b%26c',
    );
  });

  it.each(['/', '/appointments', '/forms/form_1', '/v1/forms/form_1/submissions', '/health'])(
    'leaves %s at either host',
    uri => {
      for (const host of Object.values(hosts)) expect(run(uri, host)).toMatchObject({ uri });
    },
  );

  it('moves nothing where there is one host', () => {
    const code = `${viewerRequestCode({ domain: 'forms.example.com' })}
      handler({ viewer: { ip: '::1' }, request: { uri: '/app', querystring: {}, headers: { host: { value: 'forms.example.com' } } } })`;
    expect(runInNewContext(code)).toMatchObject({ uri: '/app' });
  });
});

describe('the settings of the distribution', () => {
  it.each([
    [{ WEB_DOMAIN: 'forms.example.com' }, 'must be set together'],
    [{ ...environment, WEB_CERTIFICATE_ARN: certificate('eu-central-1') }, 'in us-east-1'],
    [{ ...environment, DASHBOARD_DOMAIN: 'forms.example.com' }, 'must be different hosts'],
    [{ DASHBOARD_DOMAIN: 'team.example.com' }, 'nothing without WEB_DOMAIN'],
    [{ WEB_SECRET: '2' }, 'nothing without WEB_DOMAIN'],
    [{ ...environment, STAGE: 'local' }, 'no CloudFront here'],
    [
      { ...environment, API_DOMAIN: 'team.example.com', API_CERTIFICATE_ARN: certificate('eu-central-1') },
      'different hosts',
    ],
  ])('refuse %o', (settings, message) => {
    expect(() => readConfig(settings)).toThrow(message);
  });
});
