import { type ImportedForm, isNotOfFormat, NotOfFormat } from './foreign-form.ts';
import { fromFormline } from './from-formline.ts';
import { fromGoogle } from './from-google.ts';
import { fromJsonSchema } from './from-json-schema.ts';
import { fromSurveyJs } from './from-surveyjs.ts';
import { fromTypeform } from './from-typeform.ts';

const importers = {
  formline: fromFormline,
  // The HTML parser is large, and rarely needed.
  html: async (source: unknown) => (await import('./from-html.ts')).fromHtml(source),
  typeform: fromTypeform,
  google: fromGoogle,
  surveyjs: fromSurveyJs,
  jsonschema: fromJsonSchema,
} as const;

/** Imports a form from another stage or service. Nothing is left out without a warning. Throws only `NotOfFormat`. */
export async function importForm(format: keyof typeof importers, source: unknown): Promise<ImportedForm> {
  try {
    return withinSize(await importers[format](source));
  } catch (cause) {
    if (isNotOfFormat(cause)) throw cause;
    // Any error of an importer comes from the source, which anyone may have written.
    throw new NotOfFormat(
      `cannot be read as \`${format}\`: part of it has another shape; check it, or leave that out`,
      {
        cause,
      },
    );
  }
}

/** The longest body that may create a form. */
const charactersMax = 262_144;

/** Throws when a form repeats texts of its source until it is longer than a form may be, before it is written out. */
function withinSize(imported: ImportedForm): ImportedForm {
  let left = charactersMax;
  const take = (part: unknown): void => {
    left -= typeof part === 'string' ? part.length : 1;
    if (left < 0) throw new NotOfFormat('makes a form of more than 256 KB: import it in parts');
    if (typeof part !== 'object' || part === null) return;
    for (const [name, each] of Object.entries(part)) {
      left -= name.length;
      take(each);
    }
  };
  take(imported.form);
  return imported;
}
