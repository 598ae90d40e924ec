import { expect, type Locator, type Page } from '@playwright/test';
import type { FormRequest } from '../../../shared/domain/forms/form.ts';
import { call, credentials, publishableKey } from './service.ts';

/** The address of a page of the dashboard: `/forms`. */
export const appUrl = (path: string): string => `${credentials().baseUrl}/app${path}`;

type Person = { readonly email: string; readonly password: string };

const cookies = new Map<string, string>();

/** A session of each person for all tests of a worker: to sign in is slow on purpose. */
async function cookieOf({ email, password }: Person, userAgent: string): Promise<string> {
  const kept = cookies.get(email);
  if (kept) return kept;
  const response = await fetch(`${credentials().baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-formline-request': '1', 'user-agent': userAgent },
    body: JSON.stringify({ email, password, cookie: true }),
  });
  const value = /__Host-formline=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  if (!value) throw new Error(`${email} was not signed in: ${response.status} ${await response.text()}`);
  cookies.set(email, value);
  return value;
}

/** Shows a page to somebody who is signed in: the owner of the local organization, if nobody else. */
export async function openAs(page: Page, path: string, person: Person = credentials().owner): Promise<void> {
  const value = await cookieOf(person, await page.evaluate(() => navigator.userAgent));
  const { hostname } = new URL(credentials().baseUrl);
  const cookie = { name: '__Host-formline', value, domain: hostname, path: '/', secure: true, httpOnly: true };
  await page.context().addCookies([{ ...cookie, sameSite: 'Strict' }]);
  await page.goto(appUrl(path));
}

/** Waits until no part of a page is an outline any more. */
export const hasLoaded = (page: Page): Promise<void> => expect(page.locator('.skeleton')).toHaveCount(0);

/** Selects an option of a searchable select by its text. */
export async function choose(within: Page | Locator, label: string, text: string): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).fill(text);
  await within.getByRole('listbox').getByRole('option', { name: text }).first().click();
}

/** What a hotel asks its guests. */
export const stay = {
  title: 'How was your stay?',
  fields: [
    { id: 'name', type: 'text', label: 'Your name', required: true },
    { id: 'email', type: 'email', label: 'Email address', required: true },
    { id: 'room', type: 'radio', label: 'Which room did you have?', options: ['Single', 'Double', 'Suite'] },
    { id: 'stars', type: 'rating', label: 'How would you rate it?', required: true },
    { id: 'liked', type: 'multiselect', label: 'What did you like?', options: ['Breakfast', 'Bed', 'View', 'Quiet'] },
    { id: 'recommend', type: 'scale', label: 'How likely are you to recommend us?' },
    { id: 'message', type: 'textarea', label: 'Anything else?' },
  ],
} satisfies Partial<FormRequest>;

const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Edsger Dijkstra', 'Radia Perlman'];
const said = [
  'The breakfast was lovely, and so was the view.',
  'A bit noisy at night.',
  '',
  'We shall come back in spring.',
  'Could the wifi be faster?',
];

/** Always the same numbers from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const dayMs = 24 * 3600_000;

/** Imports responses of the days before now, a few more each day, and answers how many, once they are counted. */
export async function importStays(formId: string, days: number): Promise<number> {
  const next = numbersFrom(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const rows = Array.from({ length: days }, (_, age) =>
    Array.from({ length: Math.round(1 + ((days - age) / days) * 3 + next() * 2) }, (_, index) => {
      const name = pick(names);
      const at = new Date(Date.now() - age * dayMs - (1 + index) * 1_200_000).toISOString();
      const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
      const liked = ['Breakfast', 'Bed', 'View'].filter(() => next() < 0.5).join('; ');
      const status = next() < 0.15 ? 'partial' : 'completed';
      const answers = [name, email, pick(['Single', 'Double', 'Suite']), 3 + Math.floor(next() * 3), liked];
      return [status, at, ...answers, 5 + Math.floor(next() * 6), pick(said)].map(cell => `"${cell}"`).join(',');
    }),
  ).flat();
  const header = 'status,submittedAt,name,email,room,stars,liked,recommend,message';
  await call('POST', '/responses/import', { formId, csv: [header, ...rows].join('\r\n') });
  const counted = () => call<{ total: number }>('GET', `/responses?form_id=${formId}&limit=1`);
  await expect.poll(async () => (await counted()).total, { timeout: 45_000 }).toBe(rows.length);
  return rows.length;
}

/** Visits of the last hours: each sees the form; of ten, seven begin, four finish, and one is refused an address. */
export async function visitStays(formId: string, visits: number): Promise<void> {
  const { baseUrl } = credentials();
  const headers = { 'x-publishable-key': publishableKey(), 'content-type': 'application/json' };
  const post = (path: string, body: unknown, more = {}) =>
    fetch(baseUrl + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  for (let visit = 0; visit < visits; visit++) {
    const sessionId = `visit-${formId}-${visit}`;
    const reached = stay.fields.slice(0, visit % 10 < 7 ? 2 + (visit % 6) : 0);
    await post(`/forms/${formId}/events`, [
      { type: 'view', sessionId },
      ...reached.map(({ id }) => ({ type: 'focus', sessionId, fieldId: id })),
      ...(visit % 10 === 3 ? [{ type: 'error', sessionId, fieldId: 'email', rule: 'email' }] : []),
      ...(visit % 10 === 4 ? [{ type: 'error', sessionId, fieldId: 'name', rule: 'required' }] : []),
    ]);
    if (visit % 10 >= 4) continue;
    const name = names[visit % names.length] ?? '';
    const answers = { name, email: `guest${visit}@example.com`, room: 'Double', stars: 4, message: said[visit % 5] };
    await post(`/v1/forms/${formId}/submissions`, answers, { 'x-session-id': sessionId });
  }
}
