import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { VisitChange, VisitImage } from '../domain/receivers/webhook-events.ts';
import { partsOf } from '../store/keys.ts';

type Image = VisitImage & {
  readonly environmentId?: string;
  readonly abandonedAt?: string;
  /** When the latest events arrived, in ISO 8601. */
  readonly receivedAt?: string;
};

/** What a record of the stream tells of a visit; undefined when it is of another item. */
export function visitChangeOf({ dynamodb = {} }: DynamoDBRecord): (VisitChange & { after?: Image }) | undefined {
  const { Keys, OldImage, NewImage, SequenceNumber = '' } = dynamodb;
  const formId = partsOf('visit', 'pk', Keys?.pk?.S ?? '')?.form;
  const visit = partsOf('visit', 'sk', Keys?.sk?.S ?? '')?.sha256;
  if (!formId || !visit) return undefined;
  return { formId, visit, sequence: SequenceNumber, before: imageOf(OldImage), after: imageOf(NewImage) };
}

function imageOf(attributes: NonNullable<DynamoDBRecord['dynamodb']>['NewImage']): Image | undefined {
  return attributes && (unmarshall(attributes as Parameters<typeof unmarshall>[0]) as Image);
}
