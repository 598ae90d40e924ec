import type { StoredForm } from '../shared/store/forms/forms.ts';
import { inProcess } from './child.ts';
import type { ProxyRequest } from './invoke.ts';
import { functionNamed, type Service } from './service.ts';

/** What is done again and again, so many at a time: calling a function's bundle, or only putting the item of a response. */
export type Repetition = {
  readonly work: { readonly codeDir: string; readonly request: ProxyRequest } | { readonly stored: StoredForm };
  readonly concurrency: number;
  readonly count: number;
};
export type RepetitionResult = { readonly perSecond: number; readonly cpuMicros: number };

/** In a process of its own, with the log that a function writes. */
export const repeated = ({ environment }: Service, repetition: Repetition): Promise<RepetitionResult> =>
  inProcess('repeat-process.ts', repetition, { ...environment, POWERTOOLS_LOG_LEVEL: 'INFO' });

/** A function by the name of its bundle, called alone. */
export const repeatedCall = (
  service: Service,
  bundle: string,
  request: ProxyRequest,
  { concurrency, count }: Pick<Repetition, 'concurrency' | 'count'>,
): Promise<RepetitionResult> =>
  repeated(service, { work: { codeDir: functionNamed(service, bundle).codeDir, request }, concurrency, count });
