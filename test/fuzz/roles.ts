import type { Contracts } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { dynamodb } from '../../shared/store/table.ts';
import { type Access, isAllowed, type Statement } from '../support/cdk/iam.ts';
import { resourceNamed, synthesize } from '../support/cdk/synthesized-app.ts';

const { Api } = synthesize({ STAGE: 'dev' });
const contracts: Contracts = api;
const statements = new Map<string, readonly Statement[]>();
let acting: string | undefined;
let refused: Access[] = [];
let written: string[] = [];

/** From now on, what is asked of the table is asked in the role of this operation. */
export function actAs(operation: string): void {
  acting = contracts[operation]?.servedBy ?? operation;
  refused = [];
  written = [];
}

/** What it has written to the table since, as JSON. */
export const writtenTexts = (): readonly string[] => written;

/** What was asked since, and would have been refused on AWS. Here it was done all the same. */
export const refusedAccesses = (): readonly Access[] => refused;

dynamodb.middlewareStack.add(
  (next, { commandName = '' }) =>
    args => {
      const own = acting === undefined ? undefined : statementsOf(acting);
      if (/Put|Update|Write/.test(commandName)) written.push(JSON.stringify(args.input));
      if (own) refused.push(...accessesOf(commandName, args.input as Input).filter(access => !isAllowed(own, access)));
      return next(args);
    },
  { step: 'initialize', name: 'askTheRole' },
);

function statementsOf(operation: string): readonly Statement[] {
  const name = operation.charAt(0).toUpperCase() + operation.slice(1);
  const known = statements.get(operation);
  const [policy] = known ? [] : resourceNamed(Api, 'AWS::IAM::Role', `${name}Role`).Properties.Policies;
  const found = known ?? (policy.PolicyDocument.Statement as Statement[]);
  statements.set(operation, found);
  return found;
}

/** A command's input, of whichever command. */
type Input = ReturnType<typeof JSON.parse>;

const partition = ({ pk }: { pk: string | { S: string } }): string => (typeof pk === 'string' ? pk : pk.S);

/** What a command asks for, one by one: a transaction is asked for as its parts. */
function accessesOf(commandName: string, input: Input): Access[] {
  const command = commandName.replace(/(Item)?Command$/, '');
  if (input.TransactItems) {
    return input.TransactItems.flatMap((item: Input) =>
      Object.entries(item).flatMap(([kind, part]) => accessesOf(kind, part)),
    );
  }
  if (command === 'BatchGet') {
    const requests: Input[] = Object.values(input.RequestItems);
    return [{ action: 'dynamodb:BatchGetItem', leadingKeys: requests.flatMap(({ Keys }) => Keys.map(partition)) }];
  }
  if (command === 'Query') return [queryOf(input)];
  const action = `dynamodb:${command}Item`;
  return [{ action, leadingKeys: [partition(input.Key ?? input.Item)], attributes: attributesOf(input) }];
}

function queryOf({ IndexName, KeyConditionExpression, ExpressionAttributeValues }: Input): Access {
  const [, placeholder = ''] = /^\S+ = (:\w+)/.exec(KeyConditionExpression) ?? [];
  const value = ExpressionAttributeValues[placeholder];
  return { action: 'dynamodb:Query', index: IndexName, leadingKeys: [value?.S ?? value] };
}

const words =
  /\b(SET|REMOVE|ADD|DELETE|AND|OR|NOT|IN|BETWEEN|if_not_exists|attribute_exists|attribute_not_exists|contains|begins_with|size|list_append)\b/g;

/** The attributes of the key and in the expressions of a write. */
function attributesOf(input: Input): string[] {
  const { UpdateExpression = '', ConditionExpression = '', ExpressionAttributeNames = {}, Item = {} } = input;
  const expressions = `${UpdateExpression} ${ConditionExpression}`.replace(/:\w+/g, '').replace(words, '');
  const named = (expressions.match(/#?[A-Za-z_]\w*/g) ?? []).map(name => ExpressionAttributeNames[name] ?? name);
  return [...new Set(['pk', 'sk', ...named, ...Object.keys(Item)])];
}
