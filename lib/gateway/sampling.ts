import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/**
 * Samples the traces of a stage: only forms and everything below them. A trace of the gateway contains the whole URL,
 * with the key of a beacon and the secret of a link. So the rules list what is traced, not what isn't.
 *
 * X-Ray checks the rules in this order. Without the last one, its default rule would trace the first request of each
 * second. A region has room for 25 rules, and so for eight stages.
 */
export function sampleTraces(scope: Construct, { stage, tracedPercent }: Config): void {
  const rules = [
    { id: 'CreateEventsUntraced', name: 'beacon', fixedRate: 0, httpMethod: 'POST', urlPath: '*/forms/*/events' },
    { id: 'FormsTraced', name: 'forms', fixedRate: tracedPercent / 100, httpMethod: '*', urlPath: '*/forms*' },
    { id: 'OthersUntraced', name: 'others', fixedRate: 0, httpMethod: '*', urlPath: '*' },
  ];
  rules.forEach(({ id, name, ...rule }, index) => {
    new CfnSamplingRule(scope, id, {
      samplingRule: {
        ...rule,
        version: 1,
        ruleName: `${name}-${stage}`,
        priority: index + 1,
        reservoirSize: 0,
        serviceName: `formline-${stage}/${stage}`,
        serviceType: 'AWS::ApiGateway::Stage',
        host: '*',
        resourceArn: '*',
      },
    });
  });
}
