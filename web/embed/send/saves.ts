import { type Answer, type Answers, isSaving, type Schema } from '../schema.ts';
import { type Api, call } from './api.ts';
import { withConsents } from './consents.ts';
import type { Visit } from './visit.ts';

const pauseMs = 800;

/**
 * Returns the answers with `null` for each one taken back, which the service deletes, and the consent texts that were
 * shown.
 */
export function changesOf(answers: Answers, visit: Visit): Record<string, Answer | null> {
  const gone = visit.saved.filter(id => !(id in answers)).map(id => [id, null] as const);
  const changes = { ...answers, ...Object.fromEntries(gone) };
  return withConsents(changes, visit);
}

/** Returns the answers that may be saved now: none before consent where the form waits for it, and no personal ones. */
function savable({ fields, ui }: Schema, answers: Answers): Answers {
  const isGiven = fields.some(({ id, type }) => type === 'consent' && answers[id] === true);
  if (ui?.partialSaves === 'afterConsent' && !isGiven) return {};
  return Object.fromEntries(
    fields.flatMap(({ id, unsaved }) => (unsaved || answers[id] === undefined ? [] : [[id, answers[id]]])),
  );
}

/**
 * Saves answers to the service when the visitor pauses and at each step. The next save makes up for a failed one. Once
 * nothing may be saved any more, for example because the consent was withdrawn, it discards what was.
 *
 * @param good the answers worth saving now
 * @param form contains the line that tells the visitor, which is hidden until then if the form waits for consent
 */
export function savesOf(
  { api, visit, schema, preview }: { api: Api; visit: Visit; schema: Schema; preview: boolean },
  good: () => Answers,
  form: HTMLElement,
  ticket: string | undefined,
) {
  let timer = 0;
  let running: AbortController | undefined;
  let last = '';

  const save = (keepalive = false): void => {
    clearTimeout(timer);
    timer = 0;
    const answers = savable(schema, good());
    const text = JSON.stringify(answers);
    const isNone = text === '{}';
    if (!isSaving(schema.ui) || preview || text === last || (isNone && !visit.saved.length)) return;
    form.querySelector('.saves')?.removeAttribute('hidden');
    running?.abort();
    running = new AbortController();
    last = text;
    // The service may get a save that is stopped here.
    visit.saved = [...new Set([...visit.saved, ...Object.keys(answers)])];
    call(api, `v1/forms/${api.formId}/submissions?status=${isNone ? 'discarded' : 'partial'}`, {
      body: isNone ? {} : changesOf(answers, visit),
      headers: { 'x-session-id': visit.session, 'x-formline-ticket': ticket },
      signal: running.signal,
      keepalive,
    }).then(
      () => {
        visit.saved = Object.keys(answers);
        // The service takes no more saves in a session that discarded them.
        if (isNone) visit.session = crypto.randomUUID();
      },
      () => {
        if (last === text) last = '';
      },
    );
  };
  return {
    soon: () => {
      clearTimeout(timer);
      timer = setTimeout(save, pauseMs);
    },
    now: () => save(),
    /** Saves for the last time, as the page closes. */
    last: () => timer && save(true),
    /** Stops saving, before the final submission. */
    stop: () => {
      clearTimeout(timer);
      timer = 0;
      running?.abort();
    },
  };
}

export type Saves = ReturnType<typeof savesOf>;
