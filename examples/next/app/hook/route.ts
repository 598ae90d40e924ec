import { verifyWebhook } from '@formline/client';

/** Receives webhooks at /hook. */
export async function POST(request: Request): Promise<Response> {
  const body = await request.text();
  const secret = process.env.WEBHOOK_SECRET ?? '';
  if (!(await verifyWebhook({ secret, headers: request.headers, body }))) return new Response(null, { status: 401 });
  const { event } = JSON.parse(body);
  console.log(event.name, event.attributes['response.id']);
  return new Response(null, { status: 204 });
}
