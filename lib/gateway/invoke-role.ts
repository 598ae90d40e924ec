import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { acknowledge } from '../constructs/acknowledge.ts';
import { allow } from '../constructs/lambda-function.ts';

/**
 * Creates one role for the whole gateway instead of a permission for each function, so that its size doesn't grow
 * with them.
 */
export function invokeRole(stack: Stack): Role {
  const role = new Role(stack, 'InvokeRole', {
    description: 'API Gateway calls the functions of the endpoints in this role',
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: {
      Invoke: new PolicyDocument({
        statements: [
          allow(
            ['lambda:InvokeFunction'],
            [
              stack.formatArn({
                service: 'lambda',
                resource: 'function',
                resourceName: functionsOf(stack),
                arnFormat: ArnFormat.COLON_RESOURCE_NAME,
              }),
            ],
          ),
        ],
      }),
    },
  });
  acknowledge(
    role,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${functionsOf(stack)}]`,
    'The functions of this stack, by the beginning of their names; which one is called, the definition of the API says.',
  );
  return role;
}

/**
 * Returns the pattern of the names that CloudFormation gives to the functions of a stack and its nested stacks, which
 * begin with the stack's name. If a name would exceed 64 characters, CloudFormation keeps the first 25 of the stack's
 * name: seen in accounts, documented nowhere.
 */
function functionsOf({ stackName }: Stack): string {
  return `${stackName.slice(0, 25)}*`;
}
