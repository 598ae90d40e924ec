import { rotateDataKey as contract } from '../../shared/contracts/forms/sealing.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { cacheSeconds, rotateDataKey } from '../../shared/store/data-keys.ts';
import { sealEnvironmentItem } from '../../shared/store/jobs.ts';
import { writeIfUnchanged } from '../../shared/store/table.ts';
import { putWrite } from '../../shared/store/writes.ts';

/** The time after which every function seals with the new key. */
const settledMs = (cacheSeconds + 60) * 1000;

export const handler = endpoint(contract, async ({ caller }) => {
  const { environmentId } = caller;
  const { generation } = await rotateDataKey(caller);
  const job = sealEnvironmentItem(environmentId, Date.now() + settledMs);
  await writeIfUnchanged([putWrite(job), auditWrite(caller, contract.audited, environmentId)]);
  return { generation, environmentId };
});
