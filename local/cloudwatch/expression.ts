/** Returns the value of each ID in an expression, or undefined if there is no data. */
type MetricValues = (id: string) => number | undefined;

/** Metric math for one period. Returns undefined if there is no result. */
export type Expression = (values: MetricValues) => number | undefined;

const operators: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
};

/**
 * Parses sums and products of IDs, numbers, brackets, `FILL(id, number)` and `SERVICE_QUOTA(id)`, which never has data
 * here. Throws for anything else, with its text.
 */
export function parseExpression(text: string): Expression {
  const tokens = text.match(/[A-Za-z_]\w*|\d+(\.\d+)?|\S/g) ?? [];
  const expression = sum(tokens);
  if (tokens.length > 0) throw new Error(`"${tokens[0]}" in the expression "${text}"`);
  return values => finite(expression(values));
}

const sum = (tokens: string[]) => chain(tokens, ['+', '-'], product);
const product = (tokens: string[]) => chain(tokens, ['*', '/'], operand);

function chain(tokens: string[], among: readonly string[], part: (tokens: string[]) => Expression): Expression {
  let left = part(tokens);
  while (tokens[0] !== undefined && among.includes(tokens[0])) {
    const operator = operators[tokens.shift() ?? ''];
    const [one, other] = [left, part(tokens)];
    left = values => {
      const [a, b] = [one(values), other(values)];
      return a === undefined || b === undefined ? undefined : operator?.(a, b);
    };
  }
  return left;
}

const functions: Readonly<Record<string, (tokens: string[]) => Expression>> = {
  FILL: tokens => {
    const filled = sum(tokens);
    if (tokens.shift() !== ',') throw new Error('FILL without a value');
    const filler = operand(tokens);
    return values => filled(values) ?? filler(values);
  },
  SERVICE_QUOTA: tokens => {
    sum(tokens);
    return () => undefined;
  },
};

function operand(tokens: string[]): Expression {
  const token = tokens.shift() ?? '';
  if (/^\d/.test(token)) return () => Number(token);
  if (token === '(') return enclosed(tokens, sum(tokens));
  const made = functions[token];
  if (made && tokens.shift() === '(') return enclosed(tokens, made(tokens));
  if (!/^[a-z]\w*$/.test(token) || tokens[0] === '(') throw new Error(`"${token}" in an expression`);
  return values => values(token);
}

function enclosed(tokens: string[], inside: Expression): Expression {
  if (tokens.shift() !== ')') throw new Error('a bracket that is not closed');
  return inside;
}

/** Returns undefined for a division by zero, which gives no data point. */
function finite(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}
