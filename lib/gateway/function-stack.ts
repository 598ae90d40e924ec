import { CfnParameter, NestedStack, type NestedStackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Data } from '../data-stack.ts';

export type FunctionStackProps = NestedStackProps & { readonly data: Data };

/**
 * A nested stack of functions within the API's stack. The facts about the data come as parameters, because CDK would
 * look up the data stack's outputs wherever they are used.
 */
export class FunctionStack extends NestedStack {
  readonly data: Data;

  constructor(scope: Construct, id: string, { data, ...props }: FunctionStackProps) {
    super(scope, id, props);
    const given = (name: string, value: string): string => {
      this.setParameter(name, value);
      return new CfnParameter(this, name).valueAsString;
    };
    const { table, dataKeys, secretsKey, uploads } = data;
    this.data = {
      table: { tableName: given('TableName', table.tableName), tableArn: given('TableArn', table.tableArn) },
      dataKeys: {
        tableName: given('DataKeysName', dataKeys.tableName),
        tableArn: given('DataKeysArn', dataKeys.tableArn),
      },
      secretsKey: { keyArn: given('SecretsKeyArn', secretsKey.keyArn) },
      uploads: {
        bucketName: given('UploadsName', uploads.bucketName),
        bucketArn: given('UploadsArn', uploads.bucketArn),
      },
    };
  }
}
