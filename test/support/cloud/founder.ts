/**
 * A server that creates an organization for each message and answers on its port. `bin/bootstrap.ts` would do it in a
 * new process each time.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { hashPassword } from '../../../shared/sign-in/password.ts';
import { bootstrapOrganization } from '../../../shared/store/accounts/organizations.ts';

parentPort?.on('message', async (port: MessagePort) => {
  const owner = { email: `owner-${randomUUID()}@example.org`, password: randomBytes(18).toString('base64url') };
  const account = { email: owner.email, passwordHash: await hashPassword(owner.password) };
  port.postMessage({ ...(await bootstrapOrganization('My organization', account)), owner });
});
