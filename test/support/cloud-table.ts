import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Cloud } from '../../local/cloud.ts';

/** A client of the table of a local cloud. */
export function tableOf({ environment, assembly }: Cloud): { client: DynamoDBDocumentClient; TableName: string } {
  const client = new DynamoDBClient({
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
    region: environment.AWS_REGION,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
  return { client: DynamoDBDocumentClient.from(client), TableName: assembly.tables[0]?.name ?? '' };
}
