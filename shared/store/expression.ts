/** Part of a DynamoDB expression, with the values that it compares or computes with. */
export class Expression {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }
}

/**
 * Returns an expression in DynamoDB's own syntax. A value becomes a placeholder; another expression is inserted as it
 * is. `#name` is the attribute `name`, a spelling that reserved words need:
 *
 *     expression`#status = ${'partial'} AND revision = ${revision}`
 */
export const expression = (texts: TemplateStringsArray, ...values: unknown[]): Expression =>
  new Expression(texts, values);

/** Returns an expression for the attribute with this name. */
export const attribute = (name: string): Expression => new Expression([`#${name}`], []);

/** Returns an expression for an attribute's value, or this value where the attribute is absent. */
export const ifAbsent = (name: string, value: unknown): Expression =>
  expression`if_not_exists(${attribute(name)}, ${value})`;

/** True when an attribute has this value. An absent attribute counts as having the value `absent`. */
export const isOr = (name: string, value: number, absent: number): Expression =>
  value === absent
    ? expression`(attribute_not_exists(${attribute(name)}) OR ${attribute(name)} = ${value})`
    : expression`${attribute(name)} = ${value}`;

/** True when all conditions are true. Undefined ones are ignored. */
export function allOf(...conditions: readonly (Expression | undefined)[]): Expression {
  const given = conditions.filter(condition => condition !== undefined);
  return new Expression(['', ...given.slice(1).map(() => ' AND '), ''], given);
}

/** The change that an update makes to an item. */
export type ItemUpdate = {
  /**
   * Attributes with their new values, or with expressions that compute them. Undefined leaves an attribute as it is.
   */
  set?: Readonly<Record<string, unknown>>;
  /** Amounts to add to numbers, and members to add to sets. */
  add?: Readonly<Record<string, number | ReadonlySet<string>>>;
  remove?: readonly string[];
  /** Members to remove from sets. */
  delete?: Readonly<Record<string, ReadonlySet<string>>>;
  /** The condition on the item. */
  if?: Expression;
};

/** Returns the expressions of a request, with their names and values. */
export function parametersOf({ set = {}, add = {}, remove = [], delete: members = {}, if: condition }: ItemUpdate) {
  const { nameOf, textOf, named } = placeholders();
  const settings = Object.entries(set).filter(([, value]) => value !== undefined);
  const clauses = [
    ['SET', settings.map(([name, value]) => `${nameOf(name)} = ${textOf(value)}`)],
    ['ADD', Object.entries(add).map(([name, value]) => `${nameOf(name)} ${textOf(value)}`)],
    ['REMOVE', remove.map(nameOf)],
    ['DELETE', Object.entries(members).map(([name, value]) => `${nameOf(name)} ${textOf(value)}`)],
  ] as const;
  const actions = clauses.filter(([, parts]) => parts.length > 0).map(([verb, parts]) => `${verb} ${parts.join(', ')}`);
  return {
    UpdateExpression: actions.join(' ') || undefined,
    ConditionExpression: condition && textOf(condition),
    ...named(),
  };
}

/**
 * Gathers the names and values of a request while its expressions are written. DynamoDB refuses an empty map of them.
 */
export function placeholders() {
  const names = new Map<string, string>();
  const values: unknown[] = [];
  const nameOf = (attribute: string): string => {
    const name = names.get(attribute) ?? `#n${names.size}`;
    names.set(attribute, name);
    return name;
  };
  const textOf = (value: unknown): string => {
    if (!(value instanceof Expression)) return `:v${values.push(value) - 1}`;
    const texts = value.texts.map(text => text.replace(/#(\w+)/g, (_, attribute: string) => nameOf(attribute)));
    return texts.reduce((written, text, index) => `${written}${textOf(value.values[index - 1])}${text}`);
  };
  const named = () => ({
    ExpressionAttributeNames:
      names.size > 0 ? Object.fromEntries([...names].map(([attribute, name]) => [name, attribute])) : undefined,
    ExpressionAttributeValues:
      values.length > 0 ? Object.fromEntries(values.map((value, index) => [`:v${index}`, value])) : undefined,
  });
  return { nameOf, textOf, named };
}
