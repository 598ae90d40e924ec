import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts one finding of cdk-nag on one construct. The reason is what a reviewer reads: say why it is right here. */
export function acknowledge(construct: IConstruct, finding: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: finding, reason });
}

/** Accepts that a role names `${arn}${rest}` with its `*`. */
export function acknowledgeWildcard(role: IConstruct, arn: string, rest: string, reason: string): void {
  // cdk-nag knows an ARN of another stack by its output, which has a name only once CDK has resolved the references.
  role.node.addValidation({
    validate: () => {
      const resolved = Stack.of(role).resolve(arn);
      const name = typeof resolved === 'string' ? resolved : nameOf(resolved);
      acknowledge(role, `AwsSolutions-IAM5[Resource::${name}${rest}]`, reason);
      return [];
    },
  });
}

/** As cdk-nag names what is of the same stack, or of another. */
function nameOf(reference: { 'Fn::GetAtt'?: readonly string[]; Ref?: string }): string {
  const { 'Fn::GetAtt': attribute, Ref: ref = attribute?.join('.') } = reference;
  return ref ? `<${ref}>` : JSON.stringify(reference);
}
