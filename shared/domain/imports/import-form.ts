import { fromFormline } from './from-formline.ts';
import { fromGoogle } from './from-google.ts';
import { fromJsonSchema } from './from-json-schema.ts';
import { fromSurveyJs } from './from-surveyjs.ts';
import { fromTypeform } from './from-typeform.ts';
import type { Imported } from './imported.ts';

const importers = {
  formline: fromFormline,
  // A parser of HTML is large, and rarely needed.
  html: async (source: unknown) => (await import('./from-html.ts')).fromHtml(source),
  typeform: fromTypeform,
  google: fromGoogle,
  surveyjs: fromSurveyJs,
  jsonschema: fromJsonSchema,
} as const;

/** A form made of what another stage or service has; nothing is left out without a warning. Throws `NotOfFormat`. */
export const importForm = async (format: keyof typeof importers, source: unknown): Promise<Imported> =>
  importers[format](source);
