import { deleteDraftVersion as contract } from '../../shared/contracts/forms/versions.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { draftEndWrite, getDraftVersion } from '../../shared/store/forms/draft-versions.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { writeIfUnchanged } from '../../shared/store/table.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  await retryOnConflict(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored) throw notFound('Form');
    const draft = await getDraftVersion(stored.form);
    return (
      (await writeIfUnchanged([draftEndWrite(draft), auditWrite(caller, contract.audited, params.id)])) || undefined
    );
  });
});
