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
      '`pk_live_…` or `pk_test_…`. Permits to submit, to sign uploads and to send events, in its own environment, and nothing else: it is safe in a browser.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sk_live_… or sk_test_…',
    description: 'Permits the full API in its environment. For servers only.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ses_…',
    description:
      'From `POST /auth/login`; ends after 24 hours of inactivity, 7 days after login at the latest. `x-organization-id` and `x-environment` name where it acts: otherwise the user’s first organization, production.',
  },
};

type Server = { readonly url: string; readonly description: string; readonly variables?: object };

const introduction = `Define forms, take submissions from browsers and servers, list and export the responses.

Every list is paged by \`limit\` with \`offset\` or \`cursor\`. Every refusal has the same shape: \`code\` is stable and meant
for programs, \`message\` and \`details\` say what is wrong and what would be right, \`requestId\` finds the line in the log.
A method that a path does not have is answered with 405 and \`Allow\`.
Records carry an \`ETag\`: send it as \`If-Match\` with a change, and a change of somebody else in between is not overwritten.`;

const howPatchesWork =
  'The body is a JSON merge patch (RFC 7396): what is not sent stays, objects merge at every depth, arrays are replaced, `null` removes what is optional. The result has to pass every rule of a new record. A record can be sent back as it was read: what only the service sets is taken when it is the same, and refused otherwise.';

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
      ...(contract.head && { head: headOf(operation, contract, schemas) }),
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
    ...(contract.takesForms === true && { requestBody: formBody }),
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
  description: 'As GET, without the body.',
  security: [],
  parameters: parameters('path', contract.params, schemas),
  responses: { [contract.status]: { description: 'The headers of the answer to GET.' }, ...refusalsOf(contract) },
});

function permissions({ role, auth, scope, liveKeysOnly, roleOf = {} }: Contract): string {
  if (auth.length === 0) return 'Needs no credential.';
  const whose = scope === 'user' ? 'A secret key' : auth.includes('session') ? 'The caller' : 'A secret key';
  return [
    ...(role ? [`${whose} needs the role \`${role}\` or a higher one.`] : []),
    ...Object.entries(roleOf).map(([property, least]) => `\`${property}\` needs the role \`${least}\`.`),
    ...(liveKeysOnly ? ['Of secret keys, only those of production may.'] : []),
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
  environment: 'The environment in which a session acts. A key belongs to one, and may only name that.',
};

function conditions({ etag, method }: Contract): object[] {
  if (!etag || (method !== 'GET' && method !== 'PUT')) return [];
  const [name, description] =
    method === 'GET'
      ? ['if-none-match', 'An `ETag` from before: the answer is 304 while the record is the same.']
      : ['if-match', 'The `ETag` that was read: the answer is 412 when the record has changed since.'];
  return [{ name, in: 'header', required: false, description, schema: { type: 'string' } }];
}

function successes(contract: Contract, schemas: Schemas, example: Example | undefined): object {
  const { status, alternatives = {}, etag, method } = contract;
  const headers = etag && {
    headers: { ETag: { description: 'The version of the record.', schema: { type: 'string' } } },
  };
  const answerOf = (code: number) => ({
    ...headers,
    ...(code < 300 && content(contract, schemas, example ?? {})),
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
    ...(etag && method === 'GET' && { 304: { description: 'The record is the one that `If-None-Match` names.' } }),
  };
}

function reasonOf({ status, response, produces }: Contract): string {
  if (status === 204) return 'Done; there is no body.';
  if (status === 303) return '`Location` is where the browser goes on.';
  if (status === 302) return '`Location` is where it can be read, for a few minutes.';
  if (status === 202) return 'Accepted: what it leads to comes later.';
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
};
