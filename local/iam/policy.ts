type OneOrMore = string | readonly string[];

/** A statement of an identity's policy or of a role's trust policy, which has principals instead of resources. */
export type Statement = {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: OneOrMore;
  readonly Resource?: OneOrMore;
  readonly Principal?: { readonly AWS: OneOrMore };
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, OneOrMore>>>>;
};

export type AccessRequest = {
  /** The action: `s3:GetObject` */
  readonly action: string;
  readonly resource?: string;
  /** The account that asks, for a trust policy. */
  readonly account?: string;
  /** The role that asks, for a bucket policy. */
  readonly roleArn?: string;
  /** Condition keys, such as `sts:ExternalId`. */
  readonly context?: Readonly<Record<string, string | undefined>>;
};

/**
 * Whether a statement allows it and none denies it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function isAllowed(statements: readonly Statement[], asked: AccessRequest): boolean {
  const matching = statements.filter(statement => matches(statement, asked));
  return matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny');
}

function matches({ Action, Resource, Principal, Condition = {} }: Statement, asked: AccessRequest): boolean {
  const isAsker = (arn: string) =>
    arn.endsWith(`:iam::${asked.account}:root`) || arn === asked.account || arn === asked.roleArn;
  return (
    [Action].flat().some(isLike(asked.action)) &&
    (Resource === undefined || [Resource].flat().some(isLike(asked.resource ?? ''))) &&
    (Principal === undefined || [Principal.AWS].flat().some(isAsker)) &&
    Object.entries(Condition).every(([operator, keys]) => holds(operator, keys, asked.context ?? {}))
  );
}

function holds(
  operator: string,
  keys: Readonly<Record<string, OneOrMore>>,
  context: NonNullable<AccessRequest['context']>,
): boolean {
  if (operator !== 'StringEquals' && operator !== 'StringLike')
    throw new Error(`The local cloud does not know the condition operator ${operator}.`);
  return Object.entries(keys).every(([key, expected]) => {
    const value = context[key];
    const matchesOne = operator === 'StringLike' ? isLike(value ?? '') : (each: string) => each === value;
    return value !== undefined && [expected].flat().some(matchesOne);
  });
}

const isLike = (text: string) => (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('?', '.')
      .replaceAll('*', '.*')}$`,
    's',
  ).test(text);
