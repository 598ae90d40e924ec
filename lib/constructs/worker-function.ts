import type { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Setting } from '../../shared/env.ts';
import { type Deployment, type LambdaWithRole, lambdaFunction } from './lambda-function.ts';
import { type TableIndex, tableAccess } from './table-access.ts';

export type WorkerFunctionProps = Deployment & {
  readonly description: string;
  readonly timeout: Duration;
  readonly bundle?: string;
  readonly memorySizeMb?: number;
  readonly recursiveLoop?: RecursiveLoop;
  readonly retryAttempts?: number;
  readonly table: ITable;
  readonly access: 'read' | 'write';
  readonly indexes?: readonly TableIndex[];
  readonly settings?: Readonly<Partial<Record<Setting, string>>>;
  /** Its other permissions: to read its stream, receive from its queue, or send to another queue. */
  readonly statements: readonly PolicyStatement[];
};

/**
 * Creates a Lambda function for a stream, a queue or a schedule, which no request calls.
 *
 * @param id the name of its file in Pascal case (`count-events.ts` is `CountEvents`), unless `bundle` names the file
 */
export function workerFunction(scope: Construct, id: string, props: WorkerFunctionProps): LambdaWithRole {
  return lambdaFunction(scope, id, {
    ...props,
    memorySizeMb: props.memorySizeMb ?? 512,
    traced: false,
    settings: { TABLE_NAME: props.table.tableName, ...props.settings },
    statements: [...tableAccess(props.table, props.access, props.indexes), ...props.statements],
  });
}
