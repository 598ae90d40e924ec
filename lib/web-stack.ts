import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, type HttpOriginProps } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import { viewerHeaders } from '../shared/domain/traffic/viewer.ts';
import type { ApiStack } from './api-stack.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { submitBasePath } from './gateway/submit-base-path.ts';
import { viewerRequestCode } from './web/viewer-request.ts';
import type { WebSettings } from './web-settings.ts';

export type WebStackProps = StackProps & { readonly web: WebSettings; readonly stage: string; readonly api: ApiStack };

/** The paths whose answers are the same for everyone. All other requests go to the gateway every time. */
const cachedPaths = [
  '/embed*',
  '/assets/*',
  '/images/*',
  '/app/*.js',
  '/app/*.css',
  '/forms/*/public',
  '/docs',
  '/openapi.json',
] as const;

/** Pages that are cached for seconds. Their addresses also fill in fields, and accept submissions. */
const pagePaths = '/f/*';

/** The errors that CloudFront would cache for ten seconds even if it should not. It never caches 416. */
const keptErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504] as const;

/**
 * Custom domains near visitors: a distribution with the API as its only origin, which caches what is the same for
 * everyone. It tells the functions who asks, and at which host, and proves it with a secret.
 */
export class WebStack extends Stack {
  constructor(scope: Construct, id: string, { web, stage, api, ...props }: WebStackProps) {
    super(scope, id, props);
    const domainNames = [web.domain, ...(web.dashboardDomain ? [web.dashboardDomain] : [])];
    const origin = this.#origin(api, api.restApi.restApiId, { originPath: `/${stage}` });
    const viewerRequest = new EdgeFunction(this, 'ViewerRequest', {
      // The name is unique in the account, so it includes the region. CDK's generated name may exceed the 64 characters
      // allowed.
      functionName: `formline-${stage}-${this.region}`,
      code: FunctionCode.fromInline(viewerRequestCode(web)),
      runtime: FunctionRuntime.JS_2_0,
      comment: `Formline, ${stage}: says who asks, and at which host`,
    });
    const always: Omit<BehaviorOptions, 'origin'> = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    const passedOn: Omit<BehaviorOptions, 'origin'> = {
      ...always,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      allowedMethods: AllowedMethods.ALLOW_ALL,
    };
    const cached: BehaviorOptions = {
      ...always,
      origin,
      compress: true,
      cachePolicy: this.#cachePolicy('AsAnswered', stage, CacheQueryStringBehavior.allowList('lang')),
      originRequestPolicy: this.#originRequestPolicy(stage),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Formline, ${stage}`,
      domainNames,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', web.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: { ...passedOn, origin },
      additionalBehaviors: {
        ...Object.fromEntries(cachedPaths.map(path => [path, cached])),
        [pagePaths]: {
          ...passedOn,
          origin,
          compress: true,
          cachePolicy: this.#cachePolicy('Pages', stage, CacheQueryStringBehavior.all()),
        },
        // The stage of the HTTP API is named as these paths begin.
        ...(api.submitApi && {
          [`/${submitBasePath}/*`]: { ...passedOn, origin: this.#origin(api, api.submitApi.api.ref) },
        }),
      },
      errorResponses: keptErrors.map(httpStatus => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    acknowledgeFindings(distribution);
    new CfnOutput(this, 'WebAddress', { value: `https://${web.domain}` });
    new CfnOutput(this, 'DashboardAddress', { value: `https://${web.dashboardDomain ?? web.domain}/app` });
    new CfnOutput(this, 'WebDomainTarget', { value: distribution.distributionDomainName });
  }

  /**
   * Returns the default address of an API as the origin. The stage of the REST API is the first part of its paths, but
   * not of the distribution's.
   */
  #origin({ viewerSecrets, region, urlSuffix }: ApiStack, apiId: string, options: HttpOriginProps = {}): IOrigin {
    const secret = viewerSecrets.at(-1);
    if (!secret) throw new Error('The API has no secret for its distribution');
    return new HttpOrigin(`${apiId}.execute-api.${region}.${urlSuffix}`, {
      ...options,
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // An answer arrives or begins to stream within 29 seconds. This is the maximum without a quota increase.
      readTimeout: Duration.seconds(60),
      customHeaders: { [viewerHeaders.secret]: secret.unsafeUnwrap() },
    });
  }

  /**
   * Creates a cache policy that keeps an answer for as long as it says. The cache key has the host, path, compression and
   * these parts of the query, and nothing else.
   */
  #cachePolicy(id: string, stage: string, queryStringBehavior: CacheQueryStringBehavior): CachePolicy {
    return new CachePolicy(this, id, {
      comment: `Formline, ${stage}: as long as the answer says`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      queryStringBehavior,
      // The viewer function sets this to one of the stage's two hosts: the reference shows the host that it was
      // requested from.
      headerBehavior: CacheHeaderBehavior.allowList(viewerHeaders.host),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  /** Creates a policy that forwards no key, session or cookie to cached paths, so none can change a cached answer. */
  #originRequestPolicy(stage: string): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'WithoutCredentials', {
      // Unique in the account; CDK's generated name lacks the region.
      originRequestPolicyName: `formline-${stage}-${this.region}`,
      comment: `Formline, ${stage}: who asks, and from which page`,
      headerBehavior: OriginRequestHeaderBehavior.allowList('Origin', viewerHeaders.address),
      queryStringBehavior: OriginRequestQueryStringBehavior.none(),
      cookieBehavior: OriginRequestCookieBehavior.none(),
    });
  }
}

function acknowledgeFindings(distribution: Distribution): void {
  acknowledge(distribution, 'AwsSolutions-CFR1', 'Forms are filled in from everywhere.');
  acknowledge(
    distribution,
    'AwsSolutions-CFR2',
    'WEB_ACL stands before the gateway, and counts viewers by what the distribution says.',
  );
  acknowledge(
    distribution,
    'AwsSolutions-CFR3',
    'Its log would keep the addresses of people who fill in forms, and urls with a key in them; the gateway logs what reaches it.',
  );
}
