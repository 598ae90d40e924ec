import { log } from '../log.ts';
import { measure } from '../metric.ts';
import type { Key } from './keys.ts';
import { tableName } from './table.ts';

/** Reports a damaged item, which triggers the alarm. Its readers show it as unavailable among the others. */
export const reportUnreadable = (what: string, { pk, sk }: Key): void => reportDamage(what, { pk, sk });

/** Reports damaged data and its place. */
export function reportDamage(what: string, place: Readonly<Record<string, string>>): void {
  log.error(`${what} could not be read`, place);
  measure('UnreadableAnswers', 1, 'Count', { TableName: tableName() });
}

/** Returns the JSON object in a text, or undefined when there is none. */
export function parseObject<T extends object>(text: unknown): T | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return value !== null && typeof value === 'object' ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
