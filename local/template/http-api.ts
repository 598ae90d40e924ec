import { checkTemplate } from '../gateway/context-template.ts';
import { type AccessLog, readAccessLog, readVariables, type StageVariables, type Throttle } from './api-definition.ts';
import { Properties } from './properties.ts';
import { type Resource, refusalOf, type Templates } from './template.ts';

export type HttpRoute = {
  /** The key: `POST /forms/{id}/submissions`; `$default` matches requests without another route. */
  readonly key: string;
  readonly method: string;
  readonly resourcePath: string;
  readonly functionName: string;
  readonly timeoutMillis: number;
};

export type HttpApiDefinition = {
  readonly id: string;
  readonly stage: string;
  /** The first part of the paths that lead to it: `v1`. */
  readonly basePath: string;
  readonly routes: readonly HttpRoute[];
  readonly throttle?: Throttle;
  readonly variables?: StageVariables;
  readonly accessLog?: AccessLog;
};

/** The resources of an HTTP API, besides the API itself. */
export type HttpApiParts = {
  readonly integrations: readonly Resource[];
  readonly routes: readonly Resource[];
  readonly stage: Resource | undefined;
  readonly mapping: Resource | undefined;
  /** The domain of the REST API and this one. */
  readonly domain: Resource | undefined;
};

type Integration = Pick<HttpRoute, 'functionName' | 'timeoutMillis'>;

/**
 * Reads an HTTP API whose routes invoke functions with version 1.0 events. Throws for what AWS would refuse or not
 * serve.
 */
export function readHttpApi(templates: Templates, resource: Resource, parts: HttpApiParts): HttpApiDefinition {
  const properties = new Properties(templates, resource);
  if (properties.text('ProtocolType') !== 'HTTP') throw properties.refused('another protocol than HTTP');
  const isMappedOnly = properties.flag('DisableExecuteApiEndpoint') ?? false;
  properties.withoutEffect('Name', 'Description', 'Tags').done();
  if (!parts.stage) throw properties.refused('an HTTP API without a stage');
  const integrations = new Map(
    parts.integrations.map(each => [templates.nameOf(each), readIntegration(templates, each)] as const),
  );
  const stage = readStage(templates, parts.stage);
  const mapped = parts.mapping && readMapping(templates, parts.mapping, parts.domain);
  if (!mapped && isMappedOnly) throw properties.refused('an HTTP API that no address leads to');
  return {
    id: templates.nameOf(resource),
    basePath: mapped ?? stage.stage,
    routes: parts.routes.map(route => readRoute(templates, route, integrations)),
    ...stage,
  };
}

function readIntegration(templates: Templates, resource: Resource): Integration {
  const properties = new Properties(templates, resource);
  const type = properties.text('IntegrationType');
  const version = properties.text('PayloadFormatVersion');
  if (type !== 'AWS_PROXY' || version !== '1.0') throw properties.refused(`${type} with events of version ${version}`);
  const [, functionName] = /:function:([^:/]+)$/.exec(properties.text('IntegrationUri') ?? '') ?? [];
  const timeoutMillis = properties.number('TimeoutInMillis') ?? 30_000;
  // AWS would also accept a permission of the function, but nothing here needs it.
  properties.required('CredentialsArn', properties.text('CredentialsArn'));
  if (timeoutMillis > 30_000) throw properties.refused('TimeoutInMillis above 30000');
  properties.withoutEffect('ApiId', 'Description').done();
  return { functionName: properties.required('IntegrationUri', functionName), timeoutMillis };
}

function readRoute(
  templates: Templates,
  resource: Resource,
  integrations: ReadonlyMap<string, Integration>,
): HttpRoute {
  const properties = new Properties(templates, resource);
  const key = properties.required('RouteKey', properties.text('RouteKey'));
  const target = properties.text('Target') ?? '';
  const integration = integrations.get(target.replace(/^integrations\//, ''));
  if (!integration) throw properties.refused(`the target ${target}`);
  const [method = '', resourcePath = key] = key.split(' ');
  properties.withoutEffect('ApiId', 'OperationName').done();
  return { key, method, resourcePath, ...integration };
}

function readStage(templates: Templates, resource: Resource) {
  const properties = new Properties(templates, resource);
  const stage = properties.required('StageName', properties.text('StageName'));
  if (!properties.flag('AutoDeploy')) throw properties.refused('a stage to which nothing is deployed');
  const accessLog = readAccessLog(properties.group('AccessLogSettings'), text => checkTemplate(text, 'http'));
  const settings = properties.group('DefaultRouteSettings');
  const ratePerSecond = settings?.number('ThrottlingRateLimit');
  const burst = settings?.number('ThrottlingBurstLimit');
  settings?.withoutEffect('DetailedMetricsEnabled').done();
  const variables = readVariables(properties.group('StageVariables'));
  properties.withoutEffect('ApiId', 'Description', 'Tags').done();
  const throttle = ratePerSecond !== undefined && burst !== undefined ? { ratePerSecond, burst } : undefined;
  return { stage, accessLog, throttle, variables };
}

/**
 * Reads the mapping of a domain:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-custom-domain-tls-version.html
 */
function readMapping(templates: Templates, resource: Resource, domain: Resource | undefined): string {
  const properties = new Properties(templates, resource);
  const policy = domain && new Properties(templates, domain).text('SecurityPolicy');
  if (policy !== 'TLS_1_2') throw refusalOf(resource, `an HTTP API at a domain with the security policy ${policy}`);
  const key = properties.required('ApiMappingKey', properties.text('ApiMappingKey'));
  if (key.includes('/')) throw properties.refused(`the path ${key}`);
  properties.withoutEffect('ApiId', 'DomainName', 'Stage').done();
  return key;
}
