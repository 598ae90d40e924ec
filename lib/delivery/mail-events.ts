import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import {
  ConfigurationSet,
  ConfigurationSetEventDestination,
  EmailSendingEvent,
  EventDestination,
} from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../constructs/acknowledge.ts';
import { configurationSetName } from '../constructs/mail-sender.ts';
import { type QueueWorker, queueWorker } from '../constructs/queue-worker.ts';
import { secretAccess } from '../constructs/secret-access.ts';
import { workQueue } from '../constructs/work-queue.ts';
import type { DeploymentWithData } from '../data-stack.ts';

const timeout = Duration.seconds(30);

/** Sends SES's reports of bounces and complaints to the worker that stops mails to those addresses. */
export function mailEvents(scope: Construct, deployment: DeploymentWithData, deadLetters: Queue): QueueWorker {
  const { config, bundlesDirectory, data } = deployment;
  const setName = configurationSetName(config.stage);
  new ConfigurationSetEventDestination(scope, 'MailEventDestination', {
    configurationSet: ConfigurationSet.fromConfigurationSetName(scope, 'MailConfiguration', setName),
    // SES publishes only to the default bus:
    // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_EventBridgeDestination.html
    destination: EventDestination.eventBus(EventBus.fromEventBusName(scope, 'DefaultBus', 'default')),
    events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  });
  const queue = workQueue(scope, 'MailEvents', { workerTimeout: timeout, deadLetters });
  const rule = new Rule(scope, 'MailsReturned', {
    description: 'Mails of this stage that came back, or were called spam',
    eventPattern: {
      source: ['aws.ses'],
      detailType: ['Email Bounced', 'Email Complaint Received'],
      // Other stages and services of the account publish to the same bus.
      detail: { mail: { tags: { 'ses:configuration-set': [setName] } } },
    },
    targets: [new SqsQueue(queue)],
  });
  acknowledge(
    rule,
    'Serverless-EventBusDLQ',
    'EventBridge tries for a day; SES’s own suppression list stops the address as well, and reports the next mail to it.',
  );
  return queueWorker(scope, 'StopAddresses', {
    config,
    bundlesDirectory,
    table: data.table,
    description: 'Stops the addresses that mails came back from, or that called one spam',
    timeout,
    access: 'write',
    queue,
    batchSize: 10,
    concurrencyMax: 2,
    ...secretAccess('hashes', 'kms:Decrypt', data),
  });
}
