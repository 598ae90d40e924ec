import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultStackSynthesizer, type FileAssetSource, type ISynthesisSession } from 'aws-cdk-lib';

type StackTemplate = {
  Resources: Record<string, object>;
  Outputs?: Record<string, { Value: unknown }>;
};
type StackOutput = { readonly StackName: string; readonly OutputName: string };

/** The output with the values of all outputs that CDK creates for other stacks. */
const publishedOutput = 'Published';
const madeForOthers = /^PublishOutput\w*([0-9A-F]{8})$/;

/**
 * Writes the template of a stack so that it looks up each other stack once, however many values it needs from it.
 *
 * CDK writes `Fn::GetStackOutput` wherever a value is used, and CloudFormation runs them all, one per second: 75 have
 * made a deployment fail (https://github.com/aws/aws-cdk/issues/38010). Here, a stack publishes the values for others
 * in one output. Each other stack stores it in its own SSM parameter, which its other resources read.
 */
export class SingleLookupSynthesizer extends DefaultStackSynthesizer {
  protected override synthesizeTemplate(
    session: ISynthesisSession,
    ...lookupRole: [string?, string?, object?]
  ): FileAssetSource {
    const asset = super.synthesizeTemplate(session, ...lookupRole);
    const file = join(session.assembly.outdir, asset.fileName ?? '');
    const text = JSON.stringify(withSingleLookups(JSON.parse(readFileSync(file, 'utf8'))));
    writeFileSync(file, text);
    return { ...asset, sourceHash: createHash('sha256').update(text).digest('hex') };
  }
}

function withSingleLookups(template: StackTemplate): StackTemplate {
  const parameters: Record<string, object> = {};
  const rewritten: StackTemplate = JSON.parse(JSON.stringify(template), (_, value) => {
    const output: StackOutput | undefined = value?.['Fn::GetStackOutput'];
    if (!output) return value;
    const id = `From${output.StackName.replace(/\W/g, '')}`;
    parameters[id] ??= lookup(output);
    return publishedValue(keyOf(output.OutputName), { 'Fn::GetAtt': [id, 'Value'] });
  });
  const published = publication(rewritten);
  return {
    ...rewritten,
    Resources: { ...rewritten.Resources, ...parameters },
    ...(published && { Outputs: { ...rewritten.Outputs, [publishedOutput]: published } }),
  };
}

const lookup = (output: StackOutput): object => ({
  Type: 'AWS::SSM::Parameter',
  Properties: {
    Type: 'String',
    // A value above 4 KB costs 5 cents a month.
    Tier: 'Intelligent-Tiering',
    Description: `What this stack needs of ${output.StackName}`,
    Value: { 'Fn::GetStackOutput': { ...output, OutputName: publishedOutput } },
  },
});

/**
 * Encodes the outputs as `|5A08FEDB=formline-table|…`. Values are found by key, so the order doesn't matter and more
 * may be added.
 */
function publication({ Outputs = {} }: StackTemplate): { Description: string; Value: object } | undefined {
  const made = Object.entries(Outputs).filter(([name]) => madeForOthers.test(name));
  if (made.length === 0) return undefined;
  const keys = made.map(([name]) => keyOf(name));
  if (new Set(keys).size < keys.length) throw new Error(`Two of the outputs have the same key: ${keys}`);
  const parts = made.flatMap(([name, { Value }]) => [`|${keyOf(name)}=`, Value]);
  return { Description: 'What other stacks need of this one', Value: { 'Fn::Join': ['', [...parts, '|']] } };
}

/** Returns the hash at the end of the name, which changes when the resource is replaced. */
function keyOf(outputName: string): string {
  const [, key] = madeForOthers.exec(outputName) ?? [];
  if (!key) throw new Error(`Another stack needs the output ${outputName}, which CDK has not made for it`);
  return key;
}

const select = (index: number, delimiter: string, text: object): object => ({
  'Fn::Select': [index, { 'Fn::Split': [delimiter, text] }],
});
const publishedValue = (key: string, published: object): object => select(0, '|', select(1, `|${key}=`, published));
