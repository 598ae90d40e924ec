import { CreateBackupCommand, DescribeBackupCommand } from '@aws-sdk/client-dynamodb';
import { dynamodb } from '../../shared/store/table.ts';
import { CommandError } from '../command/command-error.ts';

/** Backs up a table, waits until the backup can be restored, and returns its ARN. It is kept until someone deletes it. */
export async function backUp(TableName: string): Promise<string> {
  const BackupName = `formline-${new Date().toISOString().replace(/\D/g, '')}`;
  const { BackupDetails } = await dynamodb.send(new CreateBackupCommand({ TableName, BackupName }));
  const BackupArn = BackupDetails?.BackupArn;
  for (;;) {
    const { BackupDescription } = await dynamodb.send(new DescribeBackupCommand({ BackupArn }));
    const status = BackupDescription?.BackupDetails?.BackupStatus;
    if (status === 'AVAILABLE') return String(BackupArn);
    if (status !== 'CREATING') throw new CommandError(`The backup ${BackupName} is ${status}. Nothing was destroyed.`);
    await new Promise(resolve => setTimeout(resolve, 5000));
  }
}
