import { setTimeout as pause } from 'node:timers/promises';
import { credentialsOf } from '../../local/bootstrap.ts';
import { withCloud } from '../cloud.ts';
import { eightAnswers, eightFieldForm } from '../eight-field-form.ts';
import { median, percentile, type Table } from '../report.ts';
import type { Service } from '../service.ts';

const submissionsTimed = 40;

/** Measures it on the local cloud, whose stream readers don't wait to fill a batch. */
export async function secondsUntilReported(service: Service): Promise<Table> {
  const seconds = await withCloud(service, async (cloud, dataDir) => {
    const { secretKey } = (await credentialsOf(cloud, dataDir)).environments.production;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secretKey}` };
    const call = async (path: string, body?: object) => {
      const request = body && { method: 'POST', body: JSON.stringify(body) };
      const reply = await fetch(cloud.baseUrl + path, { headers, ...request });
      if (!reply.ok) throw new Error(`The answer is ${reply.status}`);
      return (await reply.json()) as { id: string; totals: { submissions: number } };
    };
    const { id } = await call('/forms', eightFieldForm);
    const times: number[] = [];
    for (let submission = 1; submission <= submissionsTimed; submission += 1) {
      const startedAt = Date.now();
      await call(`/v1/forms/${id}/submissions`, eightAnswers);
      while ((await call(`/forms/${id}/analytics?days=1`)).totals.submissions < submission) await pause(5);
      times.push((Date.now() - startedAt) / 1000);
    }
    return times;
  });
  return {
    title: 'From a submission to the report on its form, local cloud',
    columns: ['submissions', 'median, s', 'p95, s'],
    rows: [[seconds.length, median(seconds), percentile(seconds, 0.95)]],
    note: 'From sending the submission until GET /forms/{id}/analytics has it. A deployment adds up to COUNTING_WINDOW_SECONDS, ten by default.',
  };
}
