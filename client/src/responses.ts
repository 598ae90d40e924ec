import type { Operations, Response, ResponsesPage } from './api.ts';
import type { CallOptions } from './requests.ts';

type ListQuery = NonNullable<Operations['listResponses']['call']['query']>;

/** A query of a list of responses. For a file, use `formline.stream('listResponses', { query: { format: 'csv' } })`. */
export type ResponsesQuery = Omit<ListQuery, 'format'>;

/**
 * A response to a form whose answers have the type `Answers`, which `formline forms types` writes. Only a completed
 * response has every required answer.
 */
export type ResponseWith<Answers extends object> = Omit<Response, 'answers' | 'status'> &
  (
    | { readonly status: 'completed'; readonly answers: Answers }
    | { readonly status: 'partial' | 'abandoned'; readonly answers: Partial<Answers> }
  );

export type ResponsesPageOf<Answers extends object> = Omit<ResponsesPage, 'items'> & {
  readonly items: readonly ResponseWith<Answers>[];
};

type Calls = {
  readonly page: (query: ResponsesQuery, options: CallOptions) => Promise<ResponsesPage>;
  readonly items: (query: ResponsesQuery, options: CallOptions) => AsyncGenerator<Response>;
  readonly one: (id: string, options: CallOptions) => Promise<Response>;
};

type AnyAnswers = Response['answers'];

/** The responses of a deployment. Name the type of the form's answers: `formline.responses.list<Contact>(…)`. */
export class Responses {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Returns a page of responses. */
  list<Answers extends object = AnyAnswers>(query: ResponsesQuery = {}, options: CallOptions = {}) {
    return this.#calls.page(query, options) as Promise<unknown> as Promise<ResponsesPageOf<Answers>>;
  }

  /** Iterates all responses, page by page. */
  items<Answers extends object = AnyAnswers>(query: ResponsesQuery = {}, options: CallOptions = {}) {
    return this.#calls.items(query, options) as AsyncGenerator<unknown> as AsyncGenerator<ResponseWith<Answers>>;
  }

  /** Returns one response. */
  get<Answers extends object = AnyAnswers>(id: string, options: CallOptions = {}) {
    return this.#calls.one(id, options) as Promise<unknown> as Promise<ResponseWith<Answers>>;
  }
}
