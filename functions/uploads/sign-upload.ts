import { signUpload as sign } from '../../shared/aws/s3/file-urls.ts';
import { signUpload } from '../../shared/contracts/responses/uploads.ts';
import { ownerBucketOf } from '../../shared/domain/forms/storage.ts';
import { faultsOfUpload, fileBytesMax } from '../../shared/domain/responses/file-changes.ts';
import { uploadBytesMax } from '../../shared/env.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/forms/admission.ts';
import { limitFileBytes, limitSender } from '../../shared/http/limits.ts';
import { Reply } from '../../shared/http/reply.ts';
import { newFileId } from '../../shared/ids.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { putUpload } from '../../shared/store/responses/uploads.ts';

const expiresIn = 300;

export const handler = endpoint(signUpload, async ({ body, caller, origin, sourceIp, bodyBytes, baseUrl }) => {
  const stored = await getFormOf(caller, body.formId);
  if (!stored) throw notFound('Form');
  const { form, environmentId } = stored;
  if (caller.kind === 'publishableKey') checkAdmission(form, { caller, origin, bodyBytes, baseUrl });
  await limitSender(signUpload, form.id, { caller, sourceIp }, 1);
  const maxBytes = fileBytesMax(form.fields, body.fieldId, uploadBytesMax());
  const faults = faultsOfUpload(form.fields, body, maxBytes);
  if (faults.length > 0) throw validationFailed(faults);
  await limitFileBytes(signUpload, form.id, body.size);
  const storage = ownerBucketOf(form);
  const upload = { ...body, fileId: newFileId(form.id, Date.now()), environmentId, ...(storage && { storage }) };
  const { url, headers } = await sign(upload, expiresIn);
  await putUpload(upload);
  const signed = { fileId: upload.fileId, uploadUrl: url, method: 'PUT', headers, expiresIn, maxBytes };
  return new Reply(signed, { headers: corsHeaders(form, origin) });
});
