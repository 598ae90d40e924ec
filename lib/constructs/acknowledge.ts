import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Accepts one finding of cdk-nag on one construct. The reason is for reviewers: it says why the finding is acceptable
 * here.
 */
export function acknowledge(construct: IConstruct, finding: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: finding, reason });
}

/** Accepts that a role names `${arn}${rest}` with a `*`. */
export function acknowledgeWildcard(role: IConstruct, arn: string, rest: string, reason: string): void {
  // cdk-nag identifies an ARN of another stack by its output, which has a name only after CDK resolves the references.
  role.node.addValidation({
    validate: () => {
      const resolved = Stack.of(role).resolve(arn);
      const name = typeof resolved === 'string' ? resolved : nameOf(resolved);
      acknowledge(role, `AwsSolutions-IAM5[Resource::${name}${rest}]`, reason);
      return [];
    },
  });
}

/** Returns cdk-nag's name for a reference within the stack or to another. */
function nameOf(reference: { 'Fn::GetAtt'?: readonly string[]; Ref?: string }): string {
  const { 'Fn::GetAtt': attribute, Ref: ref = attribute?.join('.') } = reference;
  return ref ? `<${ref}>` : JSON.stringify(reference);
}
