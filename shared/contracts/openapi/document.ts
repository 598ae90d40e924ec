import type { Contract, Contracts, Credential } from '../contract.ts';
import { bodySchema, formBody, requestBody } from './bodies.ts';
import { errorResponses, refusalsOf } from './errors.ts';
import { type Example, examples } from './examples.ts';
import { type Schema, type Schemas, schemasOf } from './schemas.ts';
import { sectionOf, sections } from './sections.ts';

const securitySchemes: Readonly<Record<Credential, object>> = {
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-publishable-key',
    description:
      '`pk_live_…` or `pk_test_…`. Submits, signs uploads and sends events in its own environment, and nothing else. Safe in a browser.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sk_live_… or sk_test_…',
    description: 'Full API access within its role, in its environment. For servers only.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ses_…',
    description:
      'From `POST /auth/login`; ends after 24 hours of inactivity, 7 days after login at the latest. `x-organization-id` and `x-environment` name the organization and environment. Default: the user’s first organization, production.',
  },
};

type Server = { readonly url: string; readonly description: string; readonly variables?: object };

const introduction = `Define forms, accept submissions from browsers and servers, and list and export the responses.

Page every list by \`limit\` with \`offset\` or \`cursor\`. Every error has the same shape: \`code\` is stable and for programs,
\`message\` and \`details\` say what is wrong and what is right, \`requestId\` finds the line in the log. A method that a path
does not have is 405 with \`Allow\`. Records have an \`ETag\`: send it as \`If-Match\` with a change, so that you don’t overwrite
someone else’s.`;

const howPatchesWork =
  'The body is a JSON merge patch (RFC 7396): what you leave out stays, objects merge at every depth, arrays are replaced, `null` removes an optional property. The result must pass every rule of a new record. You can send a record back as you read it: properties that only the service sets must be unchanged.';

/** The servers in the document in the repository. */
const anywhere: readonly Server[] = [
  { url: 'http://127.0.0.1:3000', description: 'The local cloud, `npm start`' },
  {
    url: 'https://{api}.execute-api.{region}.amazonaws.com/{stage}',
    description: 'A deployment, as its stack prints it',
    variables: { api: { default: 'api-id' }, region: { default: 'us-east-1' }, stage: { default: 'production' } },
  },
];

/** The published description of the API, OpenAPI 3.1, made from the contracts alone. */
export function openApiDocument(contracts: Contracts, version: string, servers = anywhere): object {
  const schemas = schemasOf(contracts);
  const paths: Record<string, Record<string, object>> = {};
  for (const [operation, contract] of Object.entries(contracts)) {
    const described = describe(operation, contract, schemas);
    // OpenAPI has no parameter of several segments.
    const path = contract.path.replace('+}', '}');
    paths[path] = {
      ...paths[path],
      [contract.method.toLowerCase()]: described,
      ...(contract.transport?.head && { head: headOf(operation, contract, schemas) }),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formline',
      version,
      summary: 'A form back end for your own AWS account.',
      description: introduction,
      contact: { name: 'The operator of the deployment' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers,
    tags: sections.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      schemas: schemas.components,
      responses: errorResponses(contracts),
    },
  };
}

function describe(operation: string, contract: Contract, schemas: Schemas): object {
  return {
    operationId: operation,
    tags: [sectionOf(contract.path)],
    summary: contract.summary,
    ...(contract.deprecated && { deprecated: true }),
    description: [contract.description, contract.patches && howPatchesWork, permissions(contract)]
      .filter(Boolean)
      .join('\n\n'),
    security: [
      ...(contract.credentialOptional ? [{}] : []),
      ...contract.auth.map(credential => ({ [credential]: [] })),
    ],
    parameters: [
      ...parameters('path', contract.params, schemas),
      ...parameters('query', contract.query, schemas, contract.queryObjects),
      ...parameters('header', contract.headers, schemas),
      ...conditions(contract),
    ],
    ...(contract.transport?.takesForms === true && { requestBody: formBody }),
    ...(contract.body && {
      requestBody: requestBody(contract, schemas.show(bodySchema(contract)), examples[operation]),
    }),
    responses: {
      ...successes(contract, schemas, examples[operation]),
      ...refusalsOf(contract),
    },
  };
}

const headOf = (operation: string, contract: Contract, schemas: Schemas): object => ({
  operationId: `${operation}Head`,
  tags: [sectionOf(contract.path)],
  summary: contract.summary,
  description: 'Like GET, without the body.',
  security: [],
  parameters: parameters('path', contract.params, schemas),
  responses: { [contract.status]: { description: 'The headers of the response to GET.' }, ...refusalsOf(contract) },
});

function permissions({ role, auth, scope, liveKeysOnly, roleOf = {} }: Contract): string {
  if (auth.length === 0) return 'Needs no credential.';
  const whose = scope === 'user' ? 'A secret key' : auth.includes('session') ? 'The caller' : 'A secret key';
  return [
    ...(role ? [`${whose} needs the role \`${role}\` or a higher one.`] : []),
    ...Object.entries(roleOf).map(([property, least]) => `\`${property}\` needs the role \`${least}\`.`),
    ...(liveKeysOnly ? ['A secret key must be a production key.'] : []),
  ].join(' ');
}

function parameters(
  place: 'path' | 'query' | 'header',
  schema: Contract['params'],
  schemas: Schemas,
  objects: readonly string[] = [],
): object[] {
  const required = new Set<string>(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description = common[name], ...rest } = property as Schema;
    return {
      name,
      in: place,
      required: required.has(name),
      ...(objects.includes(name) && { style: 'deepObject', explode: true }),
      ...(description && { description }),
      schema: schemas.show(rest),
    };
  });
}

/** The descriptions of parameters that mean the same everywhere. */
const common: Readonly<Record<string, string>> = {
  environment: 'The environment for a session. A key may only name its own.',
};

function conditions({ etag, method }: Contract): object[] {
  if (!etag || (method !== 'GET' && method !== 'PUT')) return [];
  const [name, description] =
    method === 'GET'
      ? ['if-none-match', 'An earlier `ETag`: the response is 304 if the record has not changed.']
      : ['if-match', 'The `ETag` that you read: the response is 412 if the record has changed since.'];
  return [{ name, in: 'header', required: false, description, schema: { type: 'string' } }];
}

function successes(contract: Contract, schemas: Schemas, example: Example | undefined): object {
  const { status, alternatives = {}, etag, method } = contract;
  const headers = etag && {
    headers: { ETag: { description: 'The version of the record.', schema: { type: 'string' } } },
  };
  const answerOf = (code: number) => ({
    ...headers,
    ...(code < 300 && code !== 204 && content(contract, schemas, example ?? {})),
  });
  return {
    [status]: { description: reasonOf(contract), ...answerOf(status) },
    ...Object.fromEntries(
      Object.entries(alternatives).map(([code, other]) => [
        code,
        typeof other === 'string'
          ? { description: other, ...answerOf(Number(code)) }
          : {
              description: other.description,
              ...content({ ...contract, response: other.response }, schemas, { response: example?.alternative }),
            },
      ]),
    ),
    ...(etag &&
      method === 'GET' && { 304: { description: 'The record has not changed since the `ETag` in `If-None-Match`.' } }),
  };
}

function reasonOf({ status, response, produces }: Contract): string {
  if (status === 204) return 'Done. There is no body.';
  if (status === 303) return '`Location` is the next page.';
  if (status === 302) return '`Location` is the URL of the file, for a few minutes.';
  if (status === 202) return 'Accepted. Reports and webhooks follow.';
  if (status === 201) return 'The record that was created.';
  if (!response && produces) return 'The page or file.';
  return response?.properties && 'nextCursor' in response.properties ? 'One page.' : 'The record.';
}

function content({ response, produces = [] }: Contract, schemas: Schemas, example: Example): object {
  if (!response && produces.length === 0) return {};
  const json = response && { schema: schemas.show(response), example: example.response };
  const others = produces.map(mediaType => [
    mediaType,
    { schema: { type: 'string' }, example: example.produced?.[mediaType] ?? files[mediaType] },
  ]);
  return { content: { ...(json && { 'application/json': json }), ...Object.fromEntries(others) } };
}

/** The beginnings of files. */
const files: Readonly<Record<string, string>> = {
  'text/html': '<!doctype html>\n<html lang="en">…</html>',
  'text/javascript': '(()=>{…})();',
  'text/css': ':root{…}',
  'text/plain': 'preact 11.2.0 (MIT) …',
};
