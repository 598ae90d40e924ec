/** The variables available in bodies and headers of mock integrations and gateway responses. */
export type RequestContext = Readonly<Record<string, string>>;

const variable = /\$context\.([A-Za-z][A-Za-z.]*[A-Za-z])/g;
const names = new Set([
  'accountId',
  'apiId',
  'domainName',
  'error.message',
  'error.messageString',
  'error.responseType',
  'extendedRequestId',
  'httpMethod',
  'identity.sourceIp',
  'identity.userAgent',
  'integrationLatency',
  'integrationStatus',
  'path',
  'protocol',
  'requestId',
  'requestTime',
  'requestTimeEpoch',
  'resourcePath',
  'responseLatency',
  'responseLength',
  'stage',
  'status',
  'xrayTraceId',
]);

/**
 * The variables of an HTTP API's access log.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const namesOfHttpApi = new Set([...names, 'routeKey'].filter(name => !['resourcePath', 'xrayTraceId'].includes(name)));

/** Returns the part of a template that isn't supported here, if any. */
export function checkTemplate(template: string, kind: 'rest' | 'http' = 'rest'): string | undefined {
  const known = kind === 'http' ? namesOfHttpApi : names;
  for (const [text, name] of template.matchAll(variable)) if (!known.has(name ?? '')) return text;
  return /(\$\{?!?(?!context\.)[A-Za-z]+|#[a-z]+\s*\(|#\*|##)/.exec(template)?.[0];
}

/** Fills in the variables. A variable without a value becomes empty, as in API Gateway, or `-` in an access log. */
export function renderTemplate(template: string, context: RequestContext, none = ''): string {
  return template.replace(variable, (_, name: string) => context[name] ?? none);
}

/** Returns the value of a response parameter: `'literal'`, `context.requestId` or `method.request.header.Origin`. */
export function renderParameter(
  parameter: string,
  context: RequestContext,
  header: (name: string) => string | undefined,
) {
  if (parameter.startsWith("'")) return parameter.slice(1, -1);
  const headerName = /^method\.request\.header\.(.+)$/.exec(parameter)?.[1];
  return headerName ? header(headerName) : context[parameter.replace(/^context\./, '')];
}
