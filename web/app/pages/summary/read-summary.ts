import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { countersOfAnswers } from '../../../../shared/domain/summaries/answer-counters.ts';
import { kindedAnswers, kindsOf } from '../../../../shared/domain/summaries/answer-kinds.ts';
import { type Summary, summaryOf } from '../../../../shared/domain/summaries/summary.ts';
import type { SampledAnswer } from '../../../../shared/domain/summaries/text-samples.ts';
import { call } from '../../api/client.ts';
import type { Input } from '../../api/operations.ts';
import { type Filters, requestOf } from '../responses/filters.ts';
import type { Response } from '../responses/response.ts';

/** The maximum number of responses to read. A page of 100 takes a tenth of a second. */
const readMax = 5000;
const pageSize = 100;

export type ReadSummary = {
  readonly summary: Summary;
  readonly read: number;
  /** The number of responses, as far as the service knows it. */
  readonly total: number;
  readonly done: boolean;
  /** Whether all were read. */
  readonly complete: boolean;
  readonly error: unknown;
  readonly stop: () => void;
};

type State = Omit<ReadSummary, 'stop'>;

/** Sums up the filtered responses while it reads them. */
export function useReadSummary(form: Form, filters: Filters): ReadSummary {
  const sums = useRef(new SummarySums(form));
  const [state, setState] = useState<State>({
    ...{ summary: sums.current.summary(), read: 0, total: 0 },
    ...{ done: false, complete: false, error: undefined },
  });
  const controller = useRef(new AbortController());
  useEffect(() => {
    const { signal } = controller.current;
    const tell = (change: Partial<State>) => setState(before => ({ ...before, ...change }));
    readInto(sums.current, filters, signal, tell).catch(error =>
      tell({ done: true, error: signal.aborted ? undefined : error }),
    );
    return () => controller.current.abort();
  }, []);
  return { ...state, stop: () => controller.current.abort() };
}

async function readInto(
  sums: SummarySums,
  filters: Filters,
  signal: AbortSignal,
  tell: (change: Partial<State>) => void,
): Promise<void> {
  const request = requestOf(filters, sums.form.id) as NonNullable<Input<'GET /responses'>['query']>;
  let cursor: string | undefined;
  do {
    const page = await call('GET /responses', { query: { ...request, limit: pageSize, cursor }, signal });
    for (const response of page.items) sums.add(response);
    cursor = page.nextCursor ?? undefined;
    const done = cursor === undefined || sums.read >= readMax;
    tell({ summary: sums.summary(), read: sums.read, total: Math.min(page.total, readMax), done, complete: !cursor });
    if (done) return;
  } while (!signal.aborted);
}

/** The counters of the responses read, by the same rules as the service's. */
class SummarySums {
  readonly form: Form;
  read = 0;
  readonly #sums = new Map<string, number>();
  readonly #texts = new Map<string, SampledAnswer[]>();

  constructor(form: Form) {
    this.form = form;
  }

  add({ id: responseId, submittedAt, answers }: Response): void {
    const kinds = kindsOf(this.#stored, answers);
    this.read += 1;
    for (const [name, by] of countersOfAnswers(answers, kinds)) this.#sums.set(name, (this.#sums.get(name) ?? 0) + by);
    for (const { id, kind, answer } of kindedAnswers(answers, kinds)) {
      if (kind !== 'text') continue;
      const texts = this.#texts.get(id) ?? [];
      this.#texts.set(id, texts);
      texts.push({ responseId, submittedAt, answer: String(answer) });
    }
  }

  summary(): Summary {
    const sample = { responses: this.read, texts: this.#texts };
    return summaryOf(this.#stored, this.#sums, { sample });
  }

  get #stored() {
    return { form: this.form, retiredFields: [] };
  }
}
