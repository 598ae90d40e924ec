import { button, h } from '../dom.ts';
import { type Answers, isSaving, type Schema } from '../schema.ts';
import type { Texts } from '../texts.ts';
import { type Api, call, whenWorthwhile } from './api.ts';
import { withConsents } from './consents.ts';
import { untilAnswered } from './until-answered.ts';
import type { Visit } from './visit.ts';

type Draft = { readonly answers: Answers; readonly withheld: readonly string[] };

const inHash = (formId: string): RegExp => new RegExp(`[#&]formline=${formId}\\.([!-%'-~]{16,128})`);

/**
 * Resumes a visit from a link. The link's fragment has the session, so servers never see it in an address. The answers
 * move to a new, secret session, and the link stops working. The fragment is removed from the address, so that the
 * visitor doesn't share it by accident. Returns undefined if the address has no link for this form.
 */
export async function resume(
  api: Api,
  { linkExpired }: Texts,
): Promise<(Partial<Visit> & { notice?: string }) | undefined> {
  const linked = inHash(api.formId).exec(location.hash)?.[1];
  if (!linked) return undefined;
  history.replaceState(history.state, '', location.href.replace(inHash(api.formId), ''));
  const session = crypto.randomUUID();
  const move = () =>
    call<Draft>(api, `forms/${api.formId}/draft/resume`, { body: { session }, headers: { 'x-session-id': linked } });
  try {
    // The service answers a repeated move in the same way, so a lost answer loses nothing.
    const { answers, withheld } = await untilAnswered(move, whenWorthwhile);
    return { session, answers, withheld: [...withheld], saved: Object.keys(answers), started: true };
  } catch (error) {
    console.warn('formline: the link could not be gone on with', error);
    // Keep the session: if the answers did move, the next save adds to them.
    return { session, notice: linkExpired };
  }
}

type ContinueLaterOptions = {
  readonly schema: Schema;
  readonly api: Api;
  readonly texts: Texts;
  readonly visit: Visit;
  readonly preview: boolean;
  readonly host: { reset(): void };
  readonly answers: () => Answers;
};

/**
 * Returns the line that tells the visitor that answers are saved, if the form saves them; hidden until it does. Its
 * button removes them from the service and begins again.
 */
function savesNote({
  schema: { ui },
  texts,
  api,
  visit,
  preview,
  host,
}: ContinueLaterOptions): HTMLElement | undefined {
  if (!isSaving(ui)) return undefined;
  const hidden = ui?.partialSaves === 'afterConsent';
  const discard = button('link discard', texts.discard, () => {
    discard.disabled = true;
    const removed = preview ? Promise.resolve() : removeSaved(api, visit);
    removed.then(
      () => host.reset(),
      error => {
        console.error('formline: the saved answers could not be discarded', error);
        note.replaceChildren(h('span', { class: 'error' }, texts.failed), ' ', discard);
        discard.disabled = false;
      },
    );
  });
  const note = h('p', { class: 'help saves', role: 'status', hidden }, texts.saves, ' ', discard);
  return note;
}

const removeSaved = (api: Api, { session }: Visit): Promise<unknown> =>
  call(api, `v1/forms/${api.formId}/submissions?status=discarded`, { body: {}, headers: { 'x-session-id': session } });

/** Returns the "continue later" button and, after a click, the link, if the form offers them. */
export function laterNodes(options: ContinueLaterOptions): Node[] {
  const { schema, api, texts, visit, preview, answers } = options;
  const saves = savesNote(options) ?? [];
  if (!schema.ui?.saveAndResume) return [saves].flat();
  const place = h('div', { role: 'status' });
  const later = button('link later', texts.later, () => {
    later.disabled = true;
    const body = withConsents(answers(), visit);
    const link = preview ? Promise.resolve() : keep(api, visit, body);
    link.then(
      () => place.replaceChildren(...linkNodes(schema.id, visit.session, texts)),
      error => {
        console.error('formline: the answers could not be kept', error);
        place.replaceChildren(h('p', { class: 'error' }, texts.failed));
        later.disabled = false;
      },
    );
  });
  return [saves, later, place].flat();
}

async function keep(api: Api, { session }: Visit, body: object): Promise<void> {
  const headers = { 'x-session-id': session };
  await call(api, `v1/forms/${api.formId}/submissions?status=partial`, { body, headers });
  await call(api, `forms/${api.formId}/draft`, { body: {}, headers });
}

function linkNodes(formId: string, session: string, texts: Texts): Node[] {
  const link = `${location.href.replace(/#.*/, '')}#formline=${formId}.${session}`;
  const input = h('input', { readonly: true, value: link, 'aria-label': texts.later });
  input.addEventListener('focus', () => input.select());
  const copy = button('back', texts.copy, () => {
    navigator.clipboard.writeText(link).then(
      () => copy.replaceChildren(texts.copied),
      () => input.focus(),
    );
  });
  return [h('p', {}, texts.laterLink), input, copy];
}
