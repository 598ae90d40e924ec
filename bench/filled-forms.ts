import type { StoredForm } from '../shared/store/forms.ts';
import { fill } from './fill.ts';
import { newStoredForm, type Service } from './service.ts';

export const largeCount = 100_200;
const hour = 60 * 60_000;

export type FilledForm = { readonly name: string; readonly stored: StoredForm; readonly span: [number, number] };

let filled: Promise<FilledForm[]> | undefined;

/** Two forms with as many responses: one that got them over a month, and one that got them within hours. */
export function filledForms(service: Service): Promise<FilledForm[]> {
  filled ??= Promise.all([
    filledForm(service, 'over 30 days', 30 * 24 * hour),
    filledForm(service, 'over 6 hours', 6 * hour),
  ]);
  return filled;
}

async function filledForm(service: Service, name: string, milliseconds: number): Promise<FilledForm> {
  const stored = await newStoredForm(service);
  const end = Date.now() - hour;
  const span: [number, number] = [end - milliseconds, end];
  console.error(`Storing ${largeCount} responses, ${name} …`);
  await fill(stored, largeCount, span);
  return { name, stored, span };
}
