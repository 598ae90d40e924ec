import type { DynamoDBRecord } from 'aws-lambda';
import type { VisitChange, VisitImage } from '../domain/receivers/webhook-events.ts';
import { partsOf } from '../store/keys.ts';
import { imageOf } from '../store/own-records.ts';

/** Returns what a stream record says about a visit; undefined for other items. */
export function visitChangeOf({ dynamodb = {} }: DynamoDBRecord): VisitChange | undefined {
  const { Keys, OldImage, NewImage, SequenceNumber = '' } = dynamodb;
  const formId = partsOf('visit', 'pk', Keys?.pk?.S ?? '')?.form;
  const visit = partsOf('visit', 'sk', Keys?.sk?.S ?? '')?.sha256;
  if (!formId || !visit) return undefined;
  const [before, after] = [OldImage, NewImage].map(image => imageOf<VisitImage>(image));
  return { formId, visit, sequence: SequenceNumber, before, after };
}
