import { CfnOutput } from 'aws-cdk-lib';
import {
  BasePathMapping,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  SecurityPolicy,
  type SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { CfnApiMapping } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import type { SubmitApi } from './submit-api.ts';
import { submitBasePath } from './submit-base-path.ts';

/**
 * Puts the APIs at a custom domain, without the stage in the path. Any account may have the DNS zone: add a record
 * there to the target that the stack prints.
 */
export function customDomain(
  scope: Construct,
  id: string,
  { domainName, certificateArn }: NonNullable<Config['apiDomain']>,
  { restApi, submitApi }: { readonly restApi: SpecRestApi; readonly submitApi?: SubmitApi },
): void {
  const domain = new DomainName(scope, id, {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, `${id}Certificate`, certificateArn),
    endpointType: EndpointType.REGIONAL,
    ...(submitApi ? tlsWithHttpApi : tls),
  });
  new BasePathMapping(scope, `${id}Mapping`, { domainName: domain, restApi, stage: restApi.deploymentStage });
  if (submitApi) {
    new CfnApiMapping(scope, `${id}SubmitMapping`, {
      domainName: domain.domainName,
      apiId: submitApi.api.ref,
      stage: submitApi.stage.ref,
      apiMappingKey: submitBasePath,
    });
  }
  new CfnOutput(scope, 'ApiAddress', { value: `https://${domainName}` });
  new CfnOutput(scope, 'ApiDomainTarget', { value: domain.domainNameAliasDomainName });
  new CfnOutput(scope, 'ApiDomainZone', { value: domain.domainNameAliasHostedZoneId });
}

const tls = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};

/**
 * The strictest policy that a domain with an HTTP API can have.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-custom-domain-tls-version.html
 */
const tlsWithHttpApi = { securityPolicy: SecurityPolicy.TLS_1_2 };
