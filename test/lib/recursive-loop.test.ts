import { describe, expect, it } from '@jest/globals';
import { resourcesOf, type StackTemplate, synthesize } from '../support/cdk/synthesized-app.ts';

type Json = ReturnType<typeof JSON.parse>;

const { Api, Data, Delivery, Monitoring } = synthesize({ STAGE: 'dev' });

const all = (template: StackTemplate, type: string): [id: string, properties: Json][] =>
  Object.entries(resourcesOf(template, type)).map(([id, { Properties }]) => [id, Properties]);

/** The resource of the same stack that a value refers to. One of another stack would escape the rule. */
function targetOf(value: Json): string {
  const id = value?.Ref ?? value?.['Fn::GetAtt']?.[0];
  if (typeof id !== 'string') throw new Error(`This is no resource of the stack: ${JSON.stringify(value)}`);
  return id;
}

const statementsOf = (role: Json): Json[] =>
  (role.Policies ?? []).flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement);

function allows(role: Json, action: string): Json[] {
  return statementsOf(role).filter(({ Action }) => [Action].flat().includes(action));
}

/** Where what a function or a queue holds may go next, as far as Lambda follows it. */
function ways(template: StackTemplate): Map<string, string[]> {
  const roles = new Map(all(template, 'AWS::IAM::Role'));
  const sends = all(template, 'AWS::Lambda::Function').flatMap(([id, { Role }]) =>
    allows(roles.get(targetOf(Role)), 'sqs:SendMessage').flatMap(({ Resource }) =>
      [Resource].flat().map(queue => [id, targetOf(queue)] as const),
    ),
  );
  const mappings = all(template, 'AWS::Lambda::EventSourceMapping')
    .filter(([, { StartingPosition }]) => StartingPosition === undefined)
    .map(([, { EventSourceArn, FunctionName }]) => [targetOf(EventSourceArn), targetOf(FunctionName)] as const);
  // An operator sends dead letters back to the queue that they came from.
  const redrives = all(template, 'AWS::SQS::Queue')
    .filter(([, { RedrivePolicy }]) => RedrivePolicy)
    .map(([id, { RedrivePolicy }]) => [targetOf(RedrivePolicy.deadLetterTargetArn), id] as const);
  const found = new Map<string, string[]>();
  for (const [from, to] of [...sends, ...mappings, ...redrives]) found.set(from, [...(found.get(from) ?? []), to]);
  return found;
}

function comesBack(id: string, from: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set<string>();
  const waiting = [id];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const next of from.get(each) ?? []) {
      if (next === id) return true;
      if (!reached.has(next)) waiting.push(next);
      reached.add(next);
    }
  }
  return false;
}

const nameOf = (id: string) => id.slice(0, -8);

describe('recursive loops, which Lambda ends after 16 invocations', () => {
  it('are allowed to whoever a message may come back to, by queues and other functions, and to nobody else', () => {
    const functions = [Delivery, Api].flatMap(template => all(template, 'AWS::Lambda::Function'));
    const allowed = functions.filter(([, { RecursiveLoop }]) => RecursiveLoop === 'Allow').map(([id]) => nameOf(id));
    const way = ways(Delivery);
    const inCircles = functions.filter(([id]) => comesBack(id, way)).map(([id]) => nameOf(id));
    expect(allowed).toEqual(inCircles);
    expect(allowed).toEqual(['DeliverFast', 'DeliverSlow']);
  });

  it('lead through nothing but the queues of one stack: no function sends or is invoked in another way', () => {
    const others = ['lambda:InvokeFunction', 'lambda:InvokeAsync', 'sns:Publish'];
    const roles = [Delivery, Api].flatMap(template =>
      all(template, 'AWS::Lambda::Function').map(([, { Role }]) =>
        new Map(all(template, 'AWS::IAM::Role')).get(targetOf(Role)),
      ),
    );
    expect(roles.length).toBeGreaterThan(50);
    expect(roles.flatMap(role => others.flatMap(action => allows(role, action)))).toEqual([]);
    const fromApi = all(Api, 'AWS::IAM::Role').flatMap(([, role]) => allows(role, 'sqs:SendMessage'));
    expect(fromApi).toEqual([]);
    for (const [, { NotificationConfiguration }] of all(Data, 'AWS::S3::Bucket')) {
      expect(NotificationConfiguration).toBeUndefined();
    }
    const subscriptions = [Api, Data, Delivery, Monitoring].flatMap(each => all(each, 'AWS::SNS::Subscription'));
    expect(subscriptions.filter(([, { Protocol }]) => Protocol === 'lambda' || Protocol === 'sqs')).toEqual([]);
  });
});
