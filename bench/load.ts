import { inProcess } from './child.ts';

/** A request. */
export type Target = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST; a GET without it. */
  readonly body?: object;
};

/** It is sent again and again by so many connections at once: for so many seconds, or so often. */
export type Load = Target & { readonly connections: number } & (
    | { readonly seconds: number }
    | { readonly amount: number }
  );

/** How many were answered, and how long an answer took: milliseconds. */
export type LoadResult = {
  readonly answers: number;
  readonly perSecond: number;
  readonly p99: number;
};

/** Sends it from a process of its own. Rejects when an answer is no success: then the figure would be of something else. */
export const load = (request: Load): Promise<LoadResult> => inProcess('load-process.ts', request, {});
