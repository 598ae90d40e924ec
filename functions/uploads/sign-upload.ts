import { signUpload as sign } from '../../shared/aws/file-urls.ts';
import { signUpload } from '../../shared/contracts/uploads.ts';
import { faultsOfUpload } from '../../shared/domain/files.ts';
import { env } from '../../shared/env.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/admission.ts';
import { Answer } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound, validationFailed } from '../../shared/http/errors.ts';
import { newFileId } from '../../shared/ids.ts';
import { getFormOf } from '../../shared/store/forms.ts';
import { putUpload } from '../../shared/store/uploads.ts';

const expiresIn = 300;

export const handler = endpoint(signUpload, async ({ body, caller, origin }) => {
  const stored = await getFormOf(caller, body.formId);
  if (!stored) throw notFound('Form');
  const { form, environmentId } = stored;
  if (caller.kind === 'publishableKey') checkAdmission(form, { caller, origin });
  const maxBytes = Number(env('UPLOAD_BYTES_MAX'));
  const faults = faultsOfUpload(form.fields, body, maxBytes);
  if (faults.length > 0) throw validationFailed(faults);
  const upload = { ...body, fileId: newFileId(form.id, Date.now()), environmentId };
  await putUpload(upload);
  const { url, headers } = await sign(upload, expiresIn);
  const answer = { fileId: upload.fileId, uploadUrl: url, method: 'PUT', headers, expiresIn, maxBytes };
  return new Answer(answer, { headers: corsHeaders(form, origin) });
});
