import { viewerHeaders } from '../../shared/domain/traffic/viewer.ts';
import type { WebSettings } from '../web-settings.ts';

/**
 * Returns the code that CloudFront runs on each request before it checks its cache. It sets the headers that say who
 * asks, and overwrites any that the viewer sent. If the dashboard has its own host, its pages are there, and those of
 * forms are not.
 *
 * It is JavaScript runtime 2.0, which lacks `for … of` among others, and at most 10 KB:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
export const viewerRequestCode = ({
  domain,
  dashboardDomain = domain,
}: Pick<WebSettings, 'domain' | 'dashboardDomain'>) => `
function handler(event) {
  const request = event.request;
  const host = request.headers.host.value;
  // Its name at CloudFront, which links must not use.
  if (host !== '${domain}' && host !== '${dashboardDomain}') return moved('${domain}', request);
  const isDashboard = /^\\/app(\\/|$)/.test(request.uri);
  const isForm = /^\\/(f\\/|embed)/.test(request.uri);
  if (isDashboard && host !== '${dashboardDomain}') return moved('${dashboardDomain}', request);
  if (isForm && host !== '${domain}') return moved('${domain}', request);
  request.headers['${viewerHeaders.host}'] = { value: host };
  request.headers['${viewerHeaders.address}'] = { value: event.viewer.ip };
  return request;
}

function moved(host, request) {
  const query = [];
  for (const name in request.querystring) {
    const parameter = request.querystring[name];
    (parameter.multiValue || [parameter]).forEach(each => query.push(each.value === '' ? name : name + '=' + each.value));
  }
  const location = 'https://' + host + request.uri + (query.length > 0 ? '?' + query.join('&') : '');
  return {
    statusCode: 307,
    statusDescription: 'Temporary Redirect',
    headers: {
      location: { value: location },
      'cache-control': { value: 'no-store' },
      'access-control-allow-origin': { value: '*' },
    },
  };
}
`;
