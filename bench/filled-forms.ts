import type { StoredForm } from '../shared/store/forms/forms.ts';
import { fill } from './fill.ts';
import { newStoredForm, type Service } from './service.ts';

/** The number of responses in a large form, enough for a page at offset 100,000. */
export const largeCount = 100_200;

const hour = 60 * 60_000;

export type FilledForm = { readonly stored: StoredForm; readonly span: [number, number] };

const filled = new Map<string, Promise<FilledForm>>();

/** Returns a form that got its responses over a month, about 35 in a quarter hour. */
export const monthForm = (service: Service): Promise<FilledForm> => filledForm(service, 'over 30 days', 30 * 24);

/** Returns a form that got the same number within an afternoon, about 4,000 in a quarter hour. */
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
