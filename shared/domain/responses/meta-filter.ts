import { browserName } from '../accounts/client-name.ts';
import type { Response } from './response.ts';

/** A filter for the origin of responses. */
export type MetaFilter = {
  readonly source?: string | undefined;
  readonly origin?: string | undefined;
  /** A BCP 47 tag, which also finds its variants. */
  readonly language?: string | undefined;
  readonly browser?: string | undefined;
};

/** Whether a response came from there. */
export function hasMeta({ userAgent = '', ...meta }: Response['meta'], wanted: MetaFilter): boolean {
  if (wanted.source !== undefined && meta.source !== wanted.source) return false;
  if (wanted.origin !== undefined && meta.origin !== wanted.origin) return false;
  if (wanted.browser !== undefined && browserName(userAgent) !== wanted.browser) return false;
  return wanted.language === undefined || isIn(meta.language, wanted.language);
}

const isIn = (language = '', wanted: string): boolean =>
  `${language.toLowerCase()}-`.startsWith(`${wanted.toLowerCase()}-`);

/** Returns the first language in an Accept-Language header (RFC 9110, 12.5.4), or undefined without a usable one. */
export const firstLanguage = (accepted = ''): string | undefined =>
  /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})\s*(?:[,;]|$)/i.exec(accepted)?.[1];
