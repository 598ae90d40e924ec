import { type Json, resourcesOf, type StackTemplate } from '../support/cdk/synthesized-app.ts';

/** The outputs of the stacks that are there, by stack and name. */
export type Outputs = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * A template as moto can read it, and what of it was replaced for that. Its CloudFormation passes the body of an API over, and
 * refuses to deploy one without methods: the deployment is left to whoever imports the body.
 */
export function forMoto(template: StackTemplate, outputs: Outputs): { template: Json; replaced: string[] } {
  let references = 0;
  const replaced = JSON.parse(JSON.stringify(template), (_, value) => {
    const reference = value?.['Fn::GetStackOutput'];
    if (!reference) return value;
    const output = outputs.get(reference.StackName)?.get(reference.OutputName);
    if (output === undefined)
      throw new Error(
        `The stack ${reference.StackName} has no output ${reference.OutputName}, which another refers to`,
      );
    references += 1;
    return output;
  });
  const deployments = resourcesOf(replaced, 'AWS::ApiGateway::Deployment');
  for (const id of Object.keys(deployments)) delete replaced.Resources[id];
  const note = `${references} times Fn::GetStackOutput, which moto does not know, by the output of the stack that is there`;
  return { template: replaced, replaced: references > 0 ? [note] : [] };
}

/**
 * The definition of the API as a document of its own: without its references, with `{path}` for `{path+}`, which API Gateway
 * takes and OpenAPI does not know, and with an address at mocks, of which moto asks it too.
 */
export function definitionOf({ Resources }: StackTemplate): string {
  const api = Object.values(Resources).find(({ Type }) => Type === 'AWS::ApiGateway::RestApi');
  return JSON.stringify(api?.Properties.Body, (_, value) => {
    if (isReference(value)) return someRole;
    return value?.type === 'mock' ? { uri: someRole, httpMethod: 'POST', ...value } : value;
  }).replaceAll('+}', '}');
}

const someRole = 'arn:aws:iam::123456789012:role/Some';

const isReference = (value: object | null): boolean =>
  value !== null && typeof value === 'object' && /^(Fn::\w+|Ref)$/.test(Object.keys(value)[0] ?? '');
