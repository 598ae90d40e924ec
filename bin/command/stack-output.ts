/**
 * Returns an output of the stage's stack, such as the table name that CloudFormation generated. Ends the command if it
 * isn't available.
 */
export async function stackOutput(part: 'Data' | 'Api', name: string): Promise<string> {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const StackName = `Formline-${process.env.STAGE || 'dev'}-${part}`;
  const { Stacks = [] } = await new CloudFormationClient({})
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: Error) => fail(`The stack ${StackName} cannot be read: ${error.message}`, howToDeploy));
  const output = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name);
  return output?.OutputValue ?? fail(`The stack ${StackName} has no output ${name}.`, howToDeploy);
}

export const howToDeploy =
  'Deploy the stage first (npm run deploy), and run this with credentials of its account and region.';

/** Ends the command with a message that says what is wrong and what to do. */
export function fail(...lines: readonly string[]): never {
  console.error(lines.join('\n'));
  process.exit(1);
}
