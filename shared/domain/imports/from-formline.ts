import { type ImportedForm, objectOf, ownOf, type Warning } from './foreign-form.ts';

/** The properties that a new form always gets afresh, whatever its source. */
const assigned = ['id', 'version', 'createdAt', 'updatedAt', 'environment', 'status', 'warnings'];

/** The properties that are left out, with the reason; undefined for none. */
const left: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  webhooks: () => 'webhooks have secrets, which no answer shows: create them again',
  slug: () => 'an address leads to one form: choose another',
  autoresponder: () => 'was not imported, since it emails people you don’t know: set it again',
  storage: storage =>
    objectOf(storage).mode === 'owner'
      ? 'the owner of the bucket lets in one organization of one deployment: set it again'
      : undefined,
};

/** Imports a form in the format of `GET /forms/{id}`, from this or another stage. */
export function fromFormline(source: unknown): ImportedForm {
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
      message: 'the source does not contain the captcha’s secret key; set it again',
    });
  }
  return { form, warnings };
}
