import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { followMailLink, getMailLink } from '../../shared/contracts/web/mail-links.ts';
import { linkDonePage, linkPage } from '../../shared/domain/mails/link-pages.ts';
import { notFound } from '../../shared/errors.ts';
import { followedLink } from '../../shared/http/pages/mail-link.ts';
import { pageEndpoint, pageReply } from '../../shared/http/pages/page-endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';

/** The page's Content Security Policy. Its button submits a form to the same page. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const show = pageEndpoint(getMailLink, async ({ params }) => {
  const followed = await followedLink(params.token);
  if (!followed) throw notFound('Mail link');
  return pageReply(linkPage(followed.link.act, followed.address), { headers: { 'content-security-policy': policy } });
});

const follow = pageEndpoint(followMailLink, async ({ params, sourceIp, userAgent }) => {
  const from = { ...(sourceIp && { sourceIp }), ...(userAgent && { userAgent }) };
  const { link, address } = await retryOnConflict(async () => {
    const followed = await followedLink(params.token);
    if (!followed) throw notFound('Mail link');
    return (await followed.follow(from)) ? followed : undefined;
  });
  return pageReply(linkDonePage(link.act, address));
});

export const handler = (event: APIGatewayProxyEvent, context: Context) =>
  (event.httpMethod === 'POST' ? follow : show)(event, context);
