import { providerWithoutSecret, warningOfSecret } from '../../domain/captcha.ts';
import type { Form } from '../../domain/forms/form.ts';
import { getDeploymentSecret } from '../../store/deployment-secrets.ts';
import { etagOf, Reply } from '../reply.ts';

/** The answer to a request that stored a form, with what it promises and cannot keep yet. The ETag is that of the form alone. */
export async function formReply(stored: Form, shown: Form = stored): Promise<Reply> {
  const provider = providerWithoutSecret(stored);
  const warnings = provider && !(await getDeploymentSecret({ captcha: provider })) ? [warningOfSecret(provider)] : [];
  const record = { ...shown, ...(warnings.length > 0 && { warnings }) };
  return new Reply(record, { headers: { etag: etagOf(stored) } });
}
