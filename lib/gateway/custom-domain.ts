import { CfnOutput } from 'aws-cdk-lib';
import {
  BasePathMapping,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  SecurityPolicy,
  type SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/**
 * Puts the API at an address of one's own, without the stage in its path. The zone of the name is whosever it is: its record is
 * made there, to the target that the stack prints.
 */
export function customDomain(
  scope: Construct,
  id: string,
  { domainName, certificateArn }: NonNullable<Config['apiDomain']>,
  restApi: SpecRestApi,
): void {
  const domain = new DomainName(scope, id, {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, `${id}Certificate`, certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
    endpointAccessMode: EndpointAccessMode.STRICT,
  });
  new BasePathMapping(scope, `${id}Mapping`, { domainName: domain, restApi, stage: restApi.deploymentStage });
  new CfnOutput(scope, 'ApiAddress', { value: `https://${domainName}` });
  new CfnOutput(scope, 'ApiDomainTarget', { value: domain.domainNameAliasDomainName });
  new CfnOutput(scope, 'ApiDomainZone', { value: domain.domainNameAliasHostedZoneId });
}
