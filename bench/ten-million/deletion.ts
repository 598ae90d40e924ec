import { deletePartition } from '../../shared/jobs/purges/purge.ts';
import { writesPerSecond } from '../../shared/pace.ts';
import { responsePartitions } from '../../shared/store/forms/forms.ts';
import { type Handler, invoke } from '../invoke.ts';
import type { Table } from '../report.ts';
import type { Service } from '../service.ts';
import { Meter } from './figures.ts';
import { type FilledForm, filledState } from './state.ts';

/** How long each form's responses are deleted. At the pace of a job, ten million take seven hours. */
const purgeMs = 60_000;

/** Deletes both forms, and their responses for a minute each. */
export async function deletion({ directory }: Pick<Service, 'directory'>): Promise<Table[]> {
  const rows: (string | number)[][] = [];
  for (const filled of filledState(directory)) rows.push(await deleted(filled));
  return [
    {
      title: 'Deletion of a form with stored responses',
      columns: [
        'responses',
        'calls of the request',
        'its units',
        'calls per 1,000',
        'units',
        'CPU, ms',
        'hours for all',
      ],
      rows,
      note: `Measured in the first ${purgeMs / 1000} s, at ${writesPerSecond} a second. CPU: of the job, without the engine.`,
    },
  ];
}

async function deleted({ owner, form: stored, count }: FilledForm): Promise<(string | number)[]> {
  const { handler } = await import('../../functions/forms/delete-form.ts');
  const headers = { authorization: `Bearer ${owner.secretKey}` };
  const meter = new Meter();
  const request = () => invoke(handler as unknown as Handler, { headers, pathParameters: { id: stored.form.id } });
  await meter.measure('request', request);
  const [partition = ''] = responsePartitions(stored);
  const purge = await meter.measure('purge', () => deletePartition({ partition }, Date.now() + purgeMs));
  const [asked, purged] = ['request', 'purge'].map(name => meter.costs.get(name));
  const each = (amount = Number.NaN) => (amount / purge.deleted) * 1000;
  const work = [each(purged?.calls), each(purged?.units), each(purged?.cpuMs)];
  return [count, asked?.calls ?? '', asked?.units ?? '', ...work, count / writesPerSecond / 3600];
}
