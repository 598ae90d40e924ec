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
import { viewerHeaders } from '../shared/domain/viewer.ts';
import type { ApiStack } from './api-stack.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { submitBasePath } from './gateway/submit-base-path.ts';
import { viewerRequestCode } from './web/viewer-request.ts';
import type { WebSettings } from './web-settings.ts';

export type WebStackProps = StackProps & { readonly web: WebSettings; readonly stage: string; readonly api: ApiStack };

/** What is the same for everybody who asks. All else goes to the gateway, each time. */
const cachedPaths = [
  '/embed*',
  '/assets/*',
  '/app/*.js',
  '/app/*.css',
  '/forms/*/public',
  '/docs',
  '/openapi.json',
] as const;

/** Of which CloudFront would keep an answer for ten seconds, also of what it is not to keep; 416 it never keeps. */
const keptErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504] as const;

/**
 * Addresses of one's own near to visitors: a distribution with the API as its only origin, which keeps what is the same for all.
 * It tells the functions by a secret who asks, and at which host.
 */
export class WebStack extends Stack {
  constructor(scope: Construct, id: string, { web, stage, api, ...props }: WebStackProps) {
    super(scope, id, props);
    const domainNames = [web.domain, ...(web.dashboardDomain ? [web.dashboardDomain] : [])];
    const origin = this.#origin(api, api.restApi.restApiId, { originPath: `/${stage}` });
    const viewerRequest = new EdgeFunction(this, 'ViewerRequest', {
      // Known in the whole account, and its region to nobody; CDK's own name may pass the 64 characters that it may have.
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
      cachePolicy: this.#cachePolicy(stage),
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
        // Its stage has the name that these paths begin with.
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

  /** The own address of an API. The stage of the REST API is the first part of its paths, and of none of the distribution's. */
  #origin({ viewerSecrets, region, urlSuffix }: ApiStack, apiId: string, options: HttpOriginProps = {}): IOrigin {
    const secret = viewerSecrets.at(-1);
    if (!secret) throw new Error('The API has no secret for its distribution');
    return new HttpOrigin(`${apiId}.execute-api.${region}.${urlSuffix}`, {
      ...options,
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // An answer comes after 29 seconds at the latest, or has begun to stream; the most without asking AWS for more.
      readTimeout: Duration.seconds(60),
      customHeaders: { [viewerHeaders.secret]: secret.unsafeUnwrap() },
    });
  }

  /** As long as the answer itself says. Of a request its host, path, language and compression are told apart, and nothing else. */
  #cachePolicy(stage: string): CachePolicy {
    return new CachePolicy(this, 'AsAnswered', {
      comment: `Formline, ${stage}: as long as the answer says`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      queryStringBehavior: CacheQueryStringBehavior.allowList('lang'),
      // The viewer function sets it, to one of the stage's two hosts: the reference names the one that it was asked at.
      headerBehavior: CacheHeaderBehavior.allowList(viewerHeaders.host),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  /** No key, no session and no cookie gets to what is kept, or could change it. */
  #originRequestPolicy(stage: string): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'WithoutCredentials', {
      // Unique in the account; CDK's own name lacks the region.
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
