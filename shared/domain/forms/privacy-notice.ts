import type { Form } from './form.ts';
import { privacyTexts } from './privacy-texts.ts';

/** The ID of the statement that ends the public fields. */
const privacyFieldId = '_privacy';

type Privacy = NonNullable<Form['privacy']>;

/** Returns the statement with a form's privacy notice in a language (BCP 47), in limited Markdown; or nothing. */
export function privacyStatement(privacy: Privacy | undefined, language = 'en'): Form['fields'] {
  if (!privacy) return [];
  const { controller, purpose, lawfulBasis, url } = privacy;
  const words = privacyTexts[language.slice(0, 2).toLowerCase()] ?? privacyTexts.en;
  if (!words) return [];
  const lines = [
    controller !== undefined && `**${words.controller}:** ${controller}`,
    purpose !== undefined && `**${words.purpose}:** ${purpose}`,
    lawfulBasis !== undefined && `**${words.lawfulBasis}:** ${words.bases[lawfulBasis]}`,
    url !== undefined && `[${words.policy}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`,
  ].filter(line => line !== false);
  return lines.length > 0 ? [{ id: privacyFieldId, type: 'statement', text: lines.join('\n') }] : [];
}
