import type { AnswersSchema } from './answers-schema.ts';

/** Prints a schema as a TypeScript type. */
export function typeOf(schema: AnswersSchema, indent = ''): string {
  const { type, properties, items } = schema;
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.map(quoted).join(' | ') || 'never';
  if (items) return `(${typeOf(items, indent)})[]`.replace(/^\((\w+)\)/, '$1');
  if (properties) {
    const lines = Object.entries(properties).map(([name, property]) => {
      const comment = property.description && `${indent}  /** ${asComment(property.description)} */\n`;
      const mark = schema.required?.includes(name) ? '' : '?';
      return `${comment ?? ''}${indent}  ${keyOf(name)}${mark}: ${typeOf(property, `${indent}  `)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }
  return type === 'integer' ? 'number' : String(type);
}

/** Prints a schema as an expression of Zod, 3 or 4. */
export function zodOf(schema: AnswersSchema, indent = ''): string {
  const { type, properties, items } = schema;
  if (schema.const !== undefined) return `z.literal(${schema.const})`;
  if (schema.enum) return `z.enum([${schema.enum.map(quoted).join(', ')}])`;
  if (items) return `z.array(${zodOf(items, indent)})${rules(schema, { minItems: 'min', maxItems: 'max' })}`;
  if (properties) {
    const lines = Object.entries(properties).map(([name, property]) => {
      const end = schema.required?.includes(name) ? '' : '.optional()';
      return `${indent}  ${keyOf(name)}: ${zodOf(property, `${indent}  `)}${end},\n`;
    });
    return `z.object({\n${lines.join('')}${indent}})`;
  }
  if (type === 'boolean') return 'z.boolean()';
  if (type === 'string') return `z.string()${formats[schema.format ?? 'none']}${textRules(schema)}`;
  return `z.number()${type === 'integer' ? '.int()' : ''}${rules(schema, { minimum: 'min', maximum: 'max' })}`;
}

const formats = { none: '', email: '.email()', uri: '.url()', date: '.regex(/^\\d{4}-\\d{2}-\\d{2}$/)' } as const;

/** Compares lengths in code points, as the service does. Zod counts UTF-16 units. */
function textRules({ minLength, maxLength, pattern }: AnswersSchema): string {
  const length =
    minLength === undefined && maxLength === undefined ? [] : [`^[^]{${minLength ?? 0},${maxLength ?? ''}}$`];
  const patterns = [...length, ...(pattern === undefined ? [] : [pattern])];
  return patterns.map(each => `.regex(new RegExp(${quoted(each)}, 'u'))`).join('');
}

const rules = (schema: AnswersSchema, names: Partial<Record<keyof AnswersSchema, string>>): string =>
  Object.entries(names)
    .map(([name, method]) => [method, schema[name as keyof AnswersSchema]])
    .filter(([, value]) => value !== undefined)
    .map(([method, value]) => `.${method}(${value})`)
    .join('');

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

export const asComment = (text: string): string => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ');
