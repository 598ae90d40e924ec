import { inProcess } from './child.ts';

export type Target = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a POST. Without it, the request is a GET. */
  readonly body?: object;
};

/** A request that is repeated over this number of connections, for a number of seconds or times. */
export type Load = Target & { readonly connections: number } & (
    | { readonly seconds: number }
    | { readonly amount: number }
  );

/** The number of answers, and how long an answer took in milliseconds. */
export type LoadResult = {
  readonly answers: number;
  readonly perSecond: number;
  readonly p99: number;
};

/** Sends the load from its own process. Rejects unless all answers succeed, because the figure would be wrong. */
export const load = (request: Load): Promise<LoadResult> => inProcess('load-process.ts', request, {});
