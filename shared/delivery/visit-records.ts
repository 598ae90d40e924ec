import type { DynamoDBRecord } from 'aws-lambda';
import type { VisitChange, VisitImage } from '../domain/receivers/webhook-events.ts';
import { partsOf } from '../store/keys.ts';
import { imageOf } from '../store/own-records.ts';

/** What a record of the stream tells of a visit; undefined when it is of another item. */
export function visitChangeOf({ dynamodb = {} }: DynamoDBRecord): VisitChange | undefined {
  const { Keys, OldImage, NewImage, SequenceNumber = '' } = dynamodb;
  const formId = partsOf('visit', 'pk', Keys?.pk?.S ?? '')?.form;
  const visit = partsOf('visit', 'sk', Keys?.sk?.S ?? '')?.sha256;
  if (!formId || !visit) return undefined;
  const [before, after] = [OldImage, NewImage].map(image => imageOf<VisitImage>(image));
  return { formId, visit, sequence: SequenceNumber, before, after };
}
