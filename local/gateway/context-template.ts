/** The variables that bodies and headers of mock integrations and gateway responses can name. */
export type Context = Readonly<Record<string, string>>;

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
 * Of an access log of an HTTP API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const namesOfHttpApi = new Set([...names, 'routeKey'].filter(name => !['resourcePath', 'xrayTraceId'].includes(name)));

/** What in a template is not carried out here, in its own words; undefined when all of it is. */
export function checkTemplate(template: string, kind: 'rest' | 'http' = 'rest'): string | undefined {
  const known = kind === 'http' ? namesOfHttpApi : names;
  for (const [text, name] of template.matchAll(variable)) if (!known.has(name ?? '')) return text;
  return /(\$\{?!?(?!context\.)[A-Za-z]+|#[a-z]+\s*\(|#\*|##)/.exec(template)?.[0];
}

/** Puts in the values; a variable that has none becomes empty, as in API Gateway, or `-` in an access log. */
export function renderTemplate(template: string, context: Context, none = ''): string {
  return template.replace(variable, (_, name: string) => context[name] ?? none);
}

/** The value of a response parameter: `'literal'`, `context.requestId` or `method.request.header.Origin`. */
export function renderParameter(parameter: string, context: Context, header: (name: string) => string | undefined) {
  if (parameter.startsWith("'")) return parameter.slice(1, -1);
  const headerName = /^method\.request\.header\.(.+)$/.exec(parameter)?.[1];
  return headerName ? header(headerName) : context[parameter.replace(/^context\./, '')];
}
