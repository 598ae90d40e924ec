import type { StoredForm } from '../shared/store/forms/forms.ts';
import { inProcess } from './child.ts';
import type { ProxyRequest } from './invoke.ts';
import { functionNamed, type Service } from './service.ts';

/** Repeated work with a fixed concurrency: calls of a function's bundle, or only puts of a response's item. */
export type Repetition = {
  readonly work: { readonly codeDir: string; readonly request: ProxyRequest } | { readonly stored: StoredForm };
  readonly concurrency: number;
  readonly count: number;
};
export type RepetitionResult = { readonly perSecond: number; readonly cpuMicros: number };

/** Repeats the work in its own process, with a function's usual log. */
export const repeated = ({ environment }: Service, repetition: Repetition): Promise<RepetitionResult> =>
  inProcess('repeat-process.ts', repetition, { ...environment, POWERTOOLS_LOG_LEVEL: 'INFO' });

/** Repeats calls of a function, selected by the name of its bundle. */
export const repeatedCall = (
  service: Service,
  bundle: string,
  request: ProxyRequest,
  { concurrency, count }: Pick<Repetition, 'concurrency' | 'count'>,
): Promise<RepetitionResult> =>
  repeated(service, { work: { codeDir: functionNamed(service, bundle).codeDir, request }, concurrency, count });
