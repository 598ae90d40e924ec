import type { Form } from './form.ts';

type Opening = Pick<Form, 'status' | 'closesAt'>;

/** Whether a form takes submissions, uploads and events at this time (ms since the epoch), as far as time decides. */
export const isOpen = ({ status, closesAt }: Opening, now: number): boolean =>
  status === 'live' && (closesAt === undefined || now < Date.parse(closesAt));
