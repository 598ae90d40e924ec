import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { expect } from '@jest/globals';
import { addCounters, unpackCounters } from '../../shared/store/counters/packed-counters.ts';
import { itLocally, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const errorsOf = async (formId: string): Promise<Record<string, number>> => {
  const { assembly, environment } = service.cloud();
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_REGION: region } = environment;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const client = new DynamoDBClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: assembly.tables[0]?.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :hours)',
      ExpressionAttributeValues: { ':pk': { S: `COUNTS#${formId}` }, ':hours': { S: 'HOUR#' } },
    }),
  );
  client.destroy();
  const errors = new Map<string, number[]>();
  for (const { counts } of Items) addCounters(errors, unpackCounters(counts?.B));
  return Object.fromEntries(
    [...errors]
      .filter(([name]) => name.startsWith('e:'))
      .map(([name, cells]) => [name, cells.reduce((sum, count) => sum + count)]),
  );
};

itLocally('counts which rules refused submissions broke, and never more often than they did', async () => {
  const { id } = await newForm(secret);
  const refuse = async (body: object) =>
    expectRefusal(await secret('createSubmission', { params: { formId: id }, body }), 400, 'validation_failed');
  await refuse({ email: 'nowhere', age: 200, elsewhere: 1 });
  await eventually(async () => {
    expect(await errorsOf(id)).toEqual({ 'e:name:required': 1, 'e:email:email': 1, 'e:age:max': 1 });
  });
  // What follows within a second is gathered, and refused as fast as ever.
  for (let refusal = 0; refusal < 20; refusal++) await refuse({ name: '' });
  await submit(secret, id, { name: 'Ada' });
  expect((await errorsOf(id))['e:name:required']).toBeLessThanOrEqual(21);
});
