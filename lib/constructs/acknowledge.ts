import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts one finding of cdk-nag on one construct. The reason is what a reviewer reads: say why it is right here. */
export function acknowledge(construct: IConstruct, finding: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: finding, reason });
}

/** Accepts that a role names `${arn}${rest}` with its `*`. cdk-nag knows an ARN of another stack by its export. */
export function acknowledgeWildcard(role: IConstruct, arn: string, rest: string, reason: string): void {
  const { 'Fn::ImportValue': exported } = Stack.of(role).resolve(arn);
  acknowledge(role, `AwsSolutions-IAM5[Resource::${exported}${rest}]`, reason);
}
