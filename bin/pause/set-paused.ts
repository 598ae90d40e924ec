import { setTimeout as sleep } from 'node:timers/promises';
import { APIGatewayClient, UpdateStageCommand } from '@aws-sdk/client-api-gateway';
import {
  GetEventSourceMappingCommand,
  LambdaClient,
  ResourceConflictException,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { submitBasePath } from '../../lib/gateway/submit-base-path.ts';
import { pausedVariable } from '../../shared/domain/traffic/pause.ts';
import { CommandError } from '../command/command-error.ts';
import { signedRequest } from '../command/signed-request.ts';
import type { StageParts } from './stage-parts.ts';

/** Sets the stage variable of both APIs that tells functions whether the stage is paused. */
export async function setPaused({ restApis, httpApis }: StageParts, stage: string, value: string): Promise<void> {
  const client = new APIGatewayClient({});
  for (const restApiId of restApis) {
    const patchOperations = [{ op: 'replace' as const, path: `/variables/${pausedVariable}`, value }];
    await client.send(new UpdateStageCommand({ restApiId, stageName: stage, patchOperations }));
  }
  for (const api of httpApis) {
    const path = `/v2/apis/${api}/stages/${submitBasePath}`;
    const { stageVariables = {} } = await signedRequest('apigateway', { method: 'GET', path });
    const body = { stageVariables: { ...(stageVariables as object), [pausedVariable]: value } };
    await signedRequest('apigateway', { method: 'PATCH', path, body });
  }
}

/** Stops or starts the stream and queue readers and the schedules. Resolves when it is done. */
export async function setWorkers({ mappings, rules }: StageParts, enabled: boolean): Promise<void> {
  for (const name of rules) {
    const { ScheduleExpression } = await ofEvents('DescribeRule', name);
    // Work started by an event is put into a queue, where it waits.
    if (ScheduleExpression) await ofEvents(enabled ? 'EnableRule' : 'DisableRule', name);
  }
  const client = new LambdaClient({});
  for (const UUID of mappings) await setMapping(client, UUID, enabled);
  for (const UUID of mappings) await reached(client, UUID, enabled ? 'Enabled' : 'Disabled');
}

const ofEvents = (operation: string, Name: string) =>
  signedRequest('events', {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSEvents.${operation}` },
    body: { Name },
  });

const pollMs = 2000;
const pollsMax = 150;

async function setMapping(client: LambdaClient, UUID: string, Enabled: boolean): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
      return;
    } catch (error) {
      // It is changing to another state.
      if (!(error instanceof ResourceConflictException) || attempt === pollsMax) throw error;
      await sleep(pollMs);
    }
  }
}

async function reached(client: LambdaClient, UUID: string, wanted: string): Promise<void> {
  for (let poll = 0; poll < pollsMax; poll += 1) {
    const { State } = await client.send(new GetEventSourceMappingCommand({ UUID }));
    if (State === wanted) return;
    await sleep(pollMs);
  }
  throw new CommandError(`The event source mapping ${UUID} is not ${wanted} after five minutes: run this again.`);
}
