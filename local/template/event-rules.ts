import { unknownRule } from '../events/event-pattern.ts';
import type { Properties } from './properties.ts';
import { isObject, type JsonObject } from './template.ts';

/** A rule of EventBridge on the default bus, which sends matching events to queues. */
export type EventRule = { readonly pattern: JsonObject; readonly queueNames: readonly string[] };

export function readEventRule(properties: Properties): EventRule {
  const pattern = properties.required('EventPattern', properties.value('EventPattern'));
  if (!isObject(pattern)) throw properties.refused('EventPattern');
  const unknown = unknownRule(pattern);
  if (unknown) throw properties.refused(`the rule ${unknown} of an event pattern`);
  const state = properties.text('State') ?? 'ENABLED';
  if (state !== 'ENABLED') throw properties.refused(`State ${state}`);
  properties.withoutEffect('Name', 'Description', 'Tags');
  return { pattern, queueNames: properties.groups('Targets').map(readQueueName) };
}

function readQueueName(target: Properties): string {
  const targetArn = target.required('Arn', target.text('Arn'));
  if (!targetArn.startsWith('arn:aws:sqs:')) throw target.refused(`the target ${targetArn}`);
  target.withoutEffect('Id').done();
  return targetArn.split(':').at(-1) ?? '';
}

/** Returns the events of a configuration set that reach the default bus: `formline-local BOUNCE`. */
export function readEventDestination(properties: Properties): string[] {
  const set = properties.required('ConfigurationSetName', properties.text('ConfigurationSetName'));
  const destination = properties.required('EventDestination', properties.group('EventDestination'));
  const bus = destination.group('EventBridgeDestination');
  const busArn = destination.required('EventBridgeDestination', bus).text('EventBusArn') ?? '';
  if (!busArn.endsWith(':event-bus/default')) throw destination.refused(`the bus ${busArn}`);
  if (destination.flag('Enabled') === false) throw destination.refused('Enabled false');
  destination.withoutEffect('Name');
  const events = destination.texts('MatchingEventTypes').map(event => `${set} ${event.toUpperCase()}`);
  destination.done();
  return events;
}
