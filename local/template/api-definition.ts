import { checkTemplate } from '../gateway/context-template.ts';
import { Properties } from './properties.ts';
import { type Resource, refusalOf, type Templates } from './template.ts';

/** A proxy integration: the function gets the request unchanged, and its result is the answer. */
export type ProxyIntegration = {
  readonly type: 'aws_proxy';
  readonly functionName: string;
  readonly streamed: boolean;
  readonly timeoutMillis: number;
};

/** An integration that answers by itself. The request template sets the status, which selects the response. */
export type MockIntegration = {
  readonly type: 'mock';
  /** Templates by the content type of the request. */
  readonly requestTemplates: Readonly<Record<string, string>>;
  readonly refusesOtherContentTypes: boolean;
  /** Responses by a regular expression over the status, or `default`. */
  readonly responses: Readonly<Record<string, CannedResponse>>;
};

export type CannedResponse = {
  readonly statusCode?: number;
  /** Header names with the sources of their values: `'literal'`, `context.…` or `method.request.…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bodies by content type, with `$context` variables. */
  readonly templates: Readonly<Record<string, string>>;
};

export type Route = {
  readonly method: string;
  /** The path: `/forms/{id}` */
  readonly resourcePath: string;
  readonly integration: ProxyIntegration | MockIntegration;
};

export type StageVariables = Readonly<Record<string, string>>;

export type Throttle = { readonly ratePerSecond: number; readonly burst: number };

export type ApiDefinition = {
  readonly id: string;
  readonly stage: string;
  readonly routes: readonly Route[];
  readonly gatewayResponses: Readonly<Record<string, CannedResponse>>;
  /** The limits by method and resource path as in the stage's settings, or `*` for both. */
  readonly throttles: ReadonlyMap<string, Throttle>;
  /** The variables that the stage passes to functions with each request. */
  readonly variables?: StageVariables;
  readonly name: string;
  readonly accessLog?: AccessLog;
  /** The content types passed on as Base64. All others are treated as text. */
  readonly binaryMediaTypes: readonly string[];
  /** The minimum size of answers that are compressed for clients that accept it, in bytes. */
  readonly minimumCompressionSize?: number;
};

/** A line for each answer, with `$context` variables. */
export type AccessLog = { readonly logGroup: string; readonly format: string };

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

export function readApi(templates: Templates, resource: Resource, stageResource: Resource | undefined): ApiDefinition {
  const properties = new Properties(templates, resource);
  const body = properties.required('Body', properties.group('Body'));
  const name = properties.text('Name') ?? '';
  const minimumCompressionSize = properties.number('MinimumCompressionSize');
  properties.withoutEffect(
    'Description',
    'EndpointConfiguration',
    'DisableExecuteApiEndpoint',
    'FailOnWarnings',
    'SecurityPolicy',
    'EndpointAccessMode',
  );
  properties.withoutEffect('Parameters', 'Policy', 'Tags').done();

  const paths = body.required('paths', body.group('paths'));
  const gatewayResponses = body.group('x-amazon-apigateway-gateway-responses');
  const api = {
    id: templates.nameOf(resource),
    name,
    minimumCompressionSize,
    routes: paths.names.flatMap(path => readPath(path, paths.required(path, paths.group(path)))),
    binaryMediaTypes: binaryMediaTypes(body),
    gatewayResponses: eachOf(gatewayResponses, response => readCanned(response, 'gatewayresponse.header.')),
  };
  body.withoutEffect('openapi', 'info', 'tags', 'servers', 'components', 'x-amazon-apigateway-policy').done();
  const stage = readStage(templates, stageResource);
  refuseSettingsOfNothing(resource, api.routes, stage.throttles);
  return { ...api, ...stage };
}

/** Returns the full names of types. A type with an asterisk would also match the Accept header of an answer. */
function binaryMediaTypes(body: Properties): readonly string[] {
  const types = body.texts('x-amazon-apigateway-binary-media-types');
  const wild = types.find(type => type.includes('*'));
  if (wild !== undefined) throw body.refused(`x-amazon-apigateway-binary-media-types ${wild}`);
  return types;
}

/** Throws for a setting with a misspelt path or method, which would leave the intended method without one. */
function refuseSettingsOfNothing(resource: Resource, routes: readonly Route[], throttles: ApiDefinition['throttles']) {
  const known = new Set(['* *', ...routes.map(({ method, resourcePath }) => `${method} ${resourcePath}`)]);
  const unknown = [...throttles.keys()].filter(name => !known.has(name));
  if (unknown.length > 0) throw refusalOf(resource, `MethodSettings of ${unknown.join(', ')}`);
}

function readPath(resourcePath: string, item: Properties): Route[] {
  item.withoutEffect('parameters', 'summary', 'description');
  const routes = item.names
    .filter(name => methods.includes(name) || name === 'x-amazon-apigateway-any-method')
    .map(name => {
      const operation = item.required(name, item.group(name));
      const integration = operation.group('x-amazon-apigateway-integration');
      const route: Route = {
        method: name === 'x-amazon-apigateway-any-method' ? 'ANY' : name.toUpperCase(),
        resourcePath,
        integration: readIntegration(operation.required('x-amazon-apigateway-integration', integration)),
      };
      operation.withoutEffect(
        'operationId',
        'summary',
        'description',
        'tags',
        'parameters',
        'requestBody',
        'responses',
      );
      operation.done();
      return route;
    });
  item.done();
  return routes;
}

function readIntegration(integration: Properties): Route['integration'] {
  const type = integration.text('type')?.toLowerCase();
  if (type !== 'aws_proxy' && type !== 'mock') throw integration.refused(`an integration of the type ${type}`);
  const read = type === 'mock' ? readMock(integration) : readProxy(integration);
  integration.withoutEffect('credentials').done();
  return read;
}

function readProxy(integration: Properties): ProxyIntegration {
  const uri = integration.required('uri', integration.text('uri'));
  const [, functionName, action] = /\/functions\/arn:[^/]*:function:([^/:]+)\/([a-z-]+)$/.exec(uri) ?? [];
  const streamed = integration.text('responseTransferMode') === 'STREAM';
  if (!functionName || action !== (streamed ? 'response-streaming-invocations' : 'invocations')) {
    throw integration.refused(`the integration address ${uri}${streamed ? ' with STREAM' : ''}`);
  }
  const timeoutMillis = integration.number('timeoutInMillis') ?? 29_000;
  integration.withoutEffect('httpMethod', 'payloadFormatVersion', 'passthroughBehavior', 'responses');
  return { type: 'aws_proxy', functionName, streamed, timeoutMillis };
}

function readMock(integration: Properties): MockIntegration {
  const requestTemplates = readTemplates(integration, 'requestTemplates');
  const passthrough = integration.text('passthroughBehavior')?.toUpperCase() ?? 'WHEN_NO_MATCH';
  const given = Object.keys(requestTemplates).length > 0;
  integration.withoutEffect('contentHandling');
  return {
    type: 'mock',
    requestTemplates,
    refusesOtherContentTypes: passthrough === 'NEVER' || (passthrough === 'WHEN_NO_TEMPLATES' && given),
    responses: eachOf(integration.group('responses'), response => readCanned(response, 'method.response.header.')),
  };
}

function readCanned(response: Properties, headerPrefix: string): CannedResponse {
  const parameters = response.group('responseParameters');
  const headers = (parameters?.names ?? []).map(name => {
    const value = parameters?.text(name) ?? '';
    const known = name.startsWith(headerPrefix) && /^('.*'|context\..+|method\.request\.header\..+)$/s.test(value);
    if (!known) throw response.refused(`the response parameter ${name}: ${value}`);
    return [name.slice(headerPrefix.length), value] as const;
  });
  const canned = {
    statusCode: response.number('statusCode'),
    headers: Object.fromEntries(headers),
    templates: readTemplates(response, 'responseTemplates'),
  };
  response.done();
  return canned;
}

function readTemplates(from: Properties, name: string): Record<string, string> {
  const group = from.group(name);
  return Object.fromEntries(
    (group?.names ?? []).map(contentType => {
      const template = group?.text(contentType) ?? '';
      const unknown = checkTemplate(template);
      if (unknown) throw from.refused(`${unknown} in ${name}`);
      return [contentType, template];
    }),
  );
}

function eachOf<T>(group: Properties | undefined, read: (inside: Properties) => T): Record<string, T> {
  return Object.fromEntries(
    (group?.names ?? []).flatMap(name => {
      const inside = group?.group(name);
      return inside ? [[name, read(inside)]] : [];
    }),
  );
}

function readStage(
  templates: Templates,
  resource: Resource | undefined,
): Pick<ApiDefinition, 'stage' | 'throttles' | 'variables' | 'accessLog'> {
  if (!resource) return { stage: 'local', throttles: new Map() };
  const properties = new Properties(templates, resource);
  const throttles = new Map<string, Throttle>();
  for (const setting of properties.groups('MethodSettings')) {
    const ratePerSecond = setting.number('ThrottlingRateLimit');
    const burst = setting.number('ThrottlingBurstLimit');
    // `/*` is every path, `/` the root, `/~1forms` is /forms.
    const path = (setting.text('ResourcePath') ?? '/*').replace(/^\/(?=.)/, '').replaceAll('~1', '/');
    const key = `${setting.text('HttpMethod') ?? '*'} ${path}`;
    if (ratePerSecond !== undefined && burst !== undefined) throttles.set(key, { ratePerSecond, burst });
    setting.withoutEffect('LoggingLevel', 'DataTraceEnabled', 'MetricsEnabled').done();
  }
  properties.withoutEffect('RestApiId', 'DeploymentId', 'Description', 'TracingEnabled', 'Tags');
  const stage = properties.required('StageName', properties.text('StageName'));
  const accessLog = readAccessLog(properties.group('AccessLogSetting'), checkTemplate);
  const variables = readVariables(properties.group('Variables'));
  properties.done();
  return { stage, throttles, variables, accessLog };
}

/**
 * Reads the variables of a stage.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function readVariables(group: Properties | undefined): StageVariables | undefined {
  if (!group) return undefined;
  const variables = Object.fromEntries(group.names.map(name => [name, group.required(name, group.text(name))]));
  for (const [name, value] of Object.entries(variables)) {
    if (!/^[\w.~:/?#&=,-]+$/.test(value)) throw group.refused(`the characters of the stage variable ${name}`);
  }
  return variables;
}

/** @param fault returns the part of a format that isn't supported here */
export function readAccessLog(
  setting: Properties | undefined,
  fault: (format: string) => string | undefined,
): AccessLog | undefined {
  if (!setting) return undefined;
  const destination = setting.required('DestinationArn', setting.text('DestinationArn'));
  const format = setting.required('Format', setting.text('Format'));
  const unknown = fault(format);
  if (unknown) throw setting.refused(`${unknown} in Format`);
  setting.done();
  return { logGroup: /:log-group:([^:]+)/.exec(destination)?.[1] ?? destination, format };
}
