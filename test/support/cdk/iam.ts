/** A request to DynamoDB, as policies see it. */
export type Access = {
  /** The action: `dynamodb:GetItem` */
  readonly action: string;
  /** The name of the queried index. Without it, the table is queried. */
  readonly index?: string;
  readonly leadingKeys: readonly string[];
  /** The attributes of a write: those of its key and in its expressions. */
  readonly attributes?: readonly string[];
};

export type Statement = {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** Whether a role with these statements may make the request: one allows it, and none denies it. */
export function isAllowed(statements: readonly Statement[], access: Access): boolean {
  const matching = statements.filter(statement => matches(statement, access));
  return matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny');
}

function matches({ Action, Resource, Condition = {} }: Statement, access: Access): boolean {
  const resource = JSON.stringify(Resource);
  const onResource = access.index ? resource.includes(`/index/${access.index}"`) : !resource.includes('/index/');
  return [Action].flat().includes(access.action) && onResource && Object.entries(Condition).every(holds(access));
}

const holds =
  (access: Access) =>
  ([operator, keys]: [string, Readonly<Record<string, unknown>>]): boolean =>
    Object.entries(keys).every(([key, expected]) => {
      const values = key === 'dynamodb:LeadingKeys' ? access.leadingKeys : access.attributes;
      const test = operators[operator];
      if (!test) throw new Error(`No test knows the operator ${operator}`);
      return test(values ?? [], [expected].flat().map(String));
    });

type Operator = (values: readonly string[], expected: readonly string[]) => boolean;

/**
 * The condition operators:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
 */
const operators: Readonly<Record<string, Operator>> = {
  'ForAllValues:StringLike': (values, patterns) => values.every(value => patterns.some(isLike(value))),
  'ForAnyValue:StringLike': (values, patterns) => values.some(value => patterns.some(isLike(value))),
  'ForAnyValue:StringNotEquals': (values, texts) => values.some(value => !texts.includes(value)),
  Null: (values, [isNull]) => String(values.length === 0) === isNull,
};

const isLike = (value: string) => (pattern: string) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(value);
