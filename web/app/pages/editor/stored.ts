import { send } from '../../api/client.ts';
import { type Draft, draftOf, type Form } from './model/draft.ts';
import { patchOf } from './model/patch.ts';

/** A form as the service has it, and the tag that a change of it names. */
export type Stored = {
  readonly form: Form;
  readonly draft: Draft;
  readonly etag: string;
  /** What the form promises and cannot keep yet, such as a captcha without its secret. */
  readonly warnings: readonly Warning[];
};

type Warning = { readonly field: string; readonly rule: string; readonly message: string };

/** The types of a whole form's patch are too deep for the compiler to follow through a call. */
const request = send as (route: string, input: object) => Promise<Response>;

async function storedOf(response: Response): Promise<Stored> {
  const { warnings = [], ...form }: Form & { warnings?: Warning[] } = await response.json();
  return { form, draft: draftOf(form), etag: response.headers.get('etag') ?? '', warnings };
}

export const readForm = async (id: string, signal?: AbortSignal): Promise<Stored> =>
  storedOf(await request('GET /forms/{id}', { params: { id }, signal }));

/** Sends what is different; 412 where somebody has changed the form since it was read. */
export const writeForm = async ({ form, draft, etag }: Stored, wanted: Draft): Promise<Stored> =>
  storedOf(
    await request('PUT /forms/{id}', {
      params: { id: form.id },
      body: patchOf(draft, wanted),
      headers: { 'if-match': etag },
    }),
  );
