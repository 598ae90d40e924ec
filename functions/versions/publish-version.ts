import { publishVersion } from '../../shared/contracts/forms/versions.ts';
import { contentOf } from '../../shared/domain/forms/content.ts';
import { patchOf } from '../../shared/domain/forms/form-changes.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { etagOfDraft } from '../../shared/http/forms/draft-reply.ts';
import { checkEtag } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { draftEndWrite, getDraftVersion } from '../../shared/store/forms/draft-versions.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getVersion } from '../../shared/store/forms/versions.ts';
import { storeUpdate } from '../forms/update-form.ts';

export const handler = endpoint(publishVersion, async ({ params, body, caller, ifMatch, baseUrl }) =>
  retryOnConflict(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored) throw notFound('Form');
    const draft = await getDraftVersion(stored.form);
    checkEtag(ifMatch, etagOfDraft(draft));
    const version = body.version === undefined ? draft : await getVersion(stored.form.id, body.version);
    if (!version) throw notFound('Version');
    const patch = { ...patchOf(contentOf(stored.form), version.content), status: body.status ?? 'live' };
    const also = [draftEndWrite(draft), auditWrite(caller, publishVersion.audited, params.id)];
    return storeUpdate(stored, patch, { caller, baseUrl, also });
  }),
);
