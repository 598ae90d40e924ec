import { warningsOfCaptcha } from '../../domain/captcha.ts';
import type { Form } from '../../domain/forms/form.ts';
import { etagOf, Reply } from '../reply.ts';

/** The answer to a request that stored a form, with what it promises and cannot keep yet. The ETag is that of the form alone. */
export function formReply(stored: Form, shown: Form = stored): Reply {
  const warnings = warningsOfCaptcha(stored);
  const record = { ...shown, ...(warnings.length > 0 && { warnings }) };
  return new Reply(record, { headers: { etag: etagOf(stored) } });
}
