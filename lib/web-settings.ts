import type { Settings } from './settings.ts';

/** Custom domains near visitors: a CloudFront distribution before the API. */
export type WebSettings = {
  readonly domain: string;
  /** A separate domain for the dashboard, so that it shares no origin with the pages of forms. */
  readonly dashboardDomain?: string;
  /** The certificate of both domains, in us-east-1: CloudFront accepts no other region. */
  readonly certificateArn: string;
  /** The serial number of the secret by which the distribution identifies itself to the functions. */
  readonly secret: number;
};

export function webSettings(settings: Settings, stage: string): WebSettings | undefined {
  const domain = settings.text('WEB_DOMAIN');
  const dashboardDomain = settings.text('DASHBOARD_DOMAIN');
  const certificateArn = settings.text('WEB_CERTIFICATE_ARN');
  const secret = settings.number('WEB_SECRET');
  if (domain && certificateArn)
    return checked(settings, stage, { domain, dashboardDomain, certificateArn, secret: secret ?? 1 });
  if (domain || certificateArn) return settings.refuse('WEB_DOMAIN and WEB_CERTIFICATE_ARN must be set together');
  if (dashboardDomain || secret)
    return settings.refuse('DASHBOARD_DOMAIN and WEB_SECRET are nothing without WEB_DOMAIN');
  return undefined;
}

function checked(settings: Settings, stage: string, web: WebSettings): WebSettings | undefined {
  if (stage === 'local') return settings.refuse('WEB_DOMAIN is for stages on AWS; there is no CloudFront here');
  const others = [web.dashboardDomain, settings.lookup('API_DOMAIN')];
  if (others.includes(web.domain) || (web.dashboardDomain && others.lastIndexOf(web.dashboardDomain) > 0))
    return settings.refuse('WEB_DOMAIN, DASHBOARD_DOMAIN and API_DOMAIN must be different hosts');
  return web;
}
