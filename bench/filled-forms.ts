import type { StoredForm } from '../shared/store/forms/forms.ts';
import { fill } from './fill.ts';
import { newStoredForm, type Service } from './service.ts';

/** Pages begin at offset 100,000. */
export const largeCount = 100_200;

const hour = 60 * 60_000;

export type FilledForm = { readonly stored: StoredForm; readonly span: [number, number] };

const filled = new Map<string, Promise<FilledForm>>();

/** A form that got its responses over a month: some 35 in a quarter hour. */
export const monthForm = (service: Service): Promise<FilledForm> => filledForm(service, 'over 30 days', 30 * 24);

/** A form that got as many within an afternoon: some 4,000 in a quarter hour. */
export const afternoonForm = (service: Service): Promise<FilledForm> => filledForm(service, 'within 6 hours', 6);

function filledForm(service: Service, name: string, hours: number): Promise<FilledForm> {
  const made = filled.get(name) ?? fillForm(service, name, hours);
  filled.set(name, made);
  return made;
}

async function fillForm(service: Service, name: string, hours: number): Promise<FilledForm> {
  const stored = await newStoredForm(service);
  const end = Date.now() - hour;
  const span: [number, number] = [end - hours * hour, end];
  console.error(`Storing ${largeCount} responses that arrived ${name} …`);
  await fill(stored, largeCount, span);
  return { stored, span };
}
