import { fromFormline } from './from-formline.ts';
import { fromGoogle } from './from-google.ts';
import { fromJsonSchema } from './from-json-schema.ts';
import { fromSurveyJs } from './from-surveyjs.ts';
import { fromTypeform } from './from-typeform.ts';
import { type Imported, isNotOfFormat, NotOfFormat } from './imported.ts';

const importers = {
  formline: fromFormline,
  // A parser of HTML is large, and rarely needed.
  html: async (source: unknown) => (await import('./from-html.ts')).fromHtml(source),
  typeform: fromTypeform,
  google: fromGoogle,
  surveyjs: fromSurveyJs,
  jsonschema: fromJsonSchema,
} as const;

/** A form made of what another stage or service has; nothing is left out without a warning. Throws `NotOfFormat` alone. */
export async function importForm(format: keyof typeof importers, source: unknown): Promise<Imported> {
  try {
    return await importers[format](source);
  } catch (cause) {
    if (isNotOfFormat(cause)) throw cause;
    // Whatever an importer stumbles over stands in the source, which is anybody's.
    throw new NotOfFormat(
      `cannot be read as \`${format}\`: part of it has another shape; check it, or leave that out`,
      {
        cause,
      },
    );
  }
}
