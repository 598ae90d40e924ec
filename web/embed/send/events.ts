import { type Api, call } from './api.ts';

type SentEvent = {
  readonly type: 'view' | 'focus' | 'error' | 'abandon';
  readonly sessionId: string;
  readonly fieldId?: string;
  readonly rule?: string;
  readonly at: string;
};

const gatherMs = 5000;
const batchMax = 100;

/** Reports what a visitor does, in batches of a few seconds. A beacon sends the rest when the page closes. */
export function eventsOf(api: Api, sessionId: () => string, preview: boolean) {
  const queue: SentEvent[] = [];
  let timer = 0;
  let lastFocus: string | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = 0;
    if (queue.length === 0) return;
    const body = new Blob([JSON.stringify(queue.splice(0, batchMax))], { type: 'text/plain' });
    navigator.sendBeacon(`${api.base}forms/${api.formId}/events?key=${encodeURIComponent(api.key)}`, body);
    flush();
  };
  const tell = (type: SentEvent['type'], fieldId?: string, rule?: string) => {
    if (preview) return;
    queue.push({ type, sessionId: sessionId(), fieldId, rule, at: new Date().toISOString() });
    timer ||= setTimeout(flush, gatherMs);
  };
  return {
    /** Reports that the form was shown. It is sent at once, because the answer says whether this page may submit. */
    view: () => {
      const body = { type: 'view', sessionId: sessionId(), at: new Date().toISOString() };
      return call(api, `forms/${api.formId}/events`, { body });
    },
    focus: (fieldId: string) => {
      if (fieldId !== lastFocus) tell('focus', fieldId);
      lastFocus = fieldId;
    },
    error: (fieldId: string, rule: string) => tell('error', fieldId, rule),
    abandon: () => tell('abandon', lastFocus),
    flush,
  };
}

export type Events = ReturnType<typeof eventsOf>;
