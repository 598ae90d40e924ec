import type { Schema } from '../../shared/contracts/openapi/schemas.ts';
import { type Document, operationsOf, type RoutedOperation } from './reference/document.ts';

const head = `// Made from the contracts of the service by \`npm run openapi\`; do not edit it.
`;

/** Generates the client module with the API's types and routes from its OpenAPI document. */
export function clientModule(document: Document): string {
  const operations = operationsOf(document).filter(isOfApi);
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  const types = operations.map(operation => `  ${operation.operationId}: ${operationType(operation)};\n`);
  const routes = operations.map(({ operationId, method, path }) => `  ${operationId}: '${method} ${path}',\n`);
  return [
    head,
    `/** The release that this client belongs to. */\nexport const version = '${document.info.version}';\n`,
    ...schemas,
    `/** The input and output of each operation. */\nexport type Operations = {\n${types.join('')}};\n`,
    `export const routes = {\n${routes.join('')}} as const satisfies Record<keyof Operations, string>;\n`,
  ].join('\n');
}

const page = /^text\/(html|css|javascript)$/;

/** Whether an operation belongs to the API. Pages and scripts are for browsers. */
const isOfApi = ({ responses, operationId }: RoutedOperation): boolean =>
  operationId !== 'getOpenApi' &&
  !Object.entries(responses).some(
    ([status, { content = {} }]) => status.startsWith('2') && Object.keys(content).some(type => page.test(type)),
  );

function operationType({ parameters, requestBody, responses }: RoutedOperation): string {
  const parts = (['path', 'query', 'header'] as const).map(place => {
    const those = parameters.filter(parameter => parameter.in === place);
    const lines = those.map(({ name, required, description, schema }) =>
      property(name, required, { ...schema, description }, '        '),
    );
    const isNeeded = those.some(({ required }) => required);
    return those.length === 0 ? '' : `      ${partNames[place]}${isNeeded ? '' : '?'}: {\n${lines.join('')}      };\n`;
  });
  const body = requestBody?.content['application/json'];
  const isOptional = requestBody && 'required' in requestBody && requestBody.required === false;
  const bodyLine = body ? `      body${isOptional ? '?' : ''}: ${typeOf(body.schema, '      ')};\n` : '';
  return `{\n    call: {\n${parts.join('')}${bodyLine}    };\n    answer: ${answerOf(responses)};\n  }`;
}

const partNames = { path: 'params', query: 'query', header: 'headers' } as const;

/** Returns the type of all successful answers. Most operations have one; an answer without JSON is a string. */
function answerOf(responses: RoutedOperation['responses']): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, { content }]) => {
    if (!content) return 'undefined';
    const json = content['application/json'];
    return json ? typeOf(json.schema, '    ') : 'string';
  });
  // Only the answer to a discarded submission has no body, where others have the record.
  const records = types.filter(type => type !== 'undefined');
  // `getFile` answers with a redirect to the file.
  return types.length === 0 ? 'string' : [...new Set(records.length > 0 ? records : types)].join(' | ');
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return String(schema.$ref).split('/').at(-1) ?? '';
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (Array.isArray(schema.oneOf)) return schema.oneOf.map(part => typeOf(part, indent)).join(' | ');
  return [schema.type]
    .flat()
    .map(type => typeNamed(String(type), schema, indent))
    .join(' | ');
}

function typeNamed(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return listType(typeOf((schema.items ?? {}) as Schema, indent));
  if (type === 'object') return objectType(schema, indent);
  return type === 'undefined' ? 'unknown' : type;
}

const listType = (item: string): string => (/^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`);

function objectType({ properties, required, additionalProperties }: Schema, indent: string): string {
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties as Schema, indent) : 'unknown';
  if (!properties) return `Record<string, ${additionalProperties === false ? 'never' : rest}>`;
  const names = new Set((required as string[] | undefined) ?? []);
  const lines = Object.entries(properties).map(([name, schema]) =>
    property(name, names.has(name), schema as Schema, `${indent}  `),
  );
  return `{\n${lines.join('')}${indent}}`;
}

function property(name: string, required: boolean, schema: Schema, indent: string): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
  // Undefined properties are not sent, so callers with `exactOptionalPropertyTypes` may pass them.
  const [mark, orUndefined] = required ? ['', ''] : ['?', ' | undefined'];
  return `${comment(schema.description, indent)}${indent}${key}${mark}: ${typeOf(schema, indent)}${orUndefined};\n`;
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s*\n\s*/g, ' ')} */\n`;
