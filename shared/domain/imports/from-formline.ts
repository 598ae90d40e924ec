import { type Imported, objectOf, ownOf, type Warning } from './imported.ts';

/** What a form is given anew, wherever it comes from. */
const assigned = ['id', 'version', 'createdAt', 'updatedAt', 'environment', 'status', 'warnings'];

/** What stays behind, with the reason; undefined for what does not. */
const left: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  webhooks: () => 'webhooks have secrets, which no answer shows: create them again',
  autoresponder: () => 'whoever lets a form write to strangers is asked for it here: set it again',
  storage: storage =>
    objectOf(storage).mode === 'owner'
      ? 'the owner of the bucket lets in one organization of one deployment: set it again'
      : undefined,
};

/** A form as `GET /forms/{id}` answers it, of this or another stage. */
export function fromFormline(source: unknown): Imported {
  const { title, fields, ...rest } = objectOf(source);
  const warnings: Warning[] = [];
  const settings = Object.entries(rest).filter(([name, value]) => {
    const why = ownOf(left, name)?.(value);
    if (why) warnings.push({ path: name, message: why });
    return !why && !assigned.includes(name);
  });
  const form = JSON.parse(JSON.stringify({ title, fields, ...Object.fromEntries(settings) }), (key, value) =>
    key === 'secretKeyLast4' ? undefined : value,
  );
  if (JSON.stringify(rest).includes('"secretKeyLast4"')) {
    warnings.push({
      path: 'spamProtection',
      message: 'the secret key of the captcha is not in the source: set it again',
    });
  }
  return { form, warnings };
}
