import { type Api, call } from './api.ts';

type Sent = {
  readonly type: 'view' | 'focus' | 'error' | 'abandon';
  readonly sessionId: string;
  readonly fieldId?: string;
  readonly rule?: string;
  readonly at: string;
};

const gatherMs = 5000;
const batchMax = 100;

/** Tells the service what a person does, gathered for some seconds; what is left is sent by a beacon as the page goes. */
export function eventsOf(api: Api, sessionId: () => string, preview: boolean) {
  const queue: Sent[] = [];
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
  const tell = (type: Sent['type'], fieldId?: string, rule?: string) => {
    if (preview) return;
    queue.push({ type, sessionId: sessionId(), fieldId, rule, at: new Date().toISOString() });
    timer ||= setTimeout(flush, gatherMs);
  };
  return {
    /** The form was shown: sent at once, since its answer says whether this page may send anything. */
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
