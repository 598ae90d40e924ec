import type { Field } from '../fields/field.ts';
import type { ExportColumn } from './columns.ts';
import { textOfCell } from './csv.ts';

/** The formats of cells, in the order of `cellXfs` in the styles of a workbook. */
const cellStyles = { general: 0, head: 1, text: 2, date: 3, time: 4, moment: 5, money: 6 } as const;
type Kind = keyof typeof cellStyles;

const momentNames = new Set(['startedAt', 'submittedAt', 'updatedAt']);
const kindsOfTypes: Readonly<Partial<Record<Field['type'], Kind>>> = { date: 'date', time: 'time', currency: 'money' };

/** Returns what a column's values are in a spreadsheet, beyond what their JSON type says. */
export function kindOf({ name, fieldId }: ExportColumn, fields: ReadonlyMap<string, Pick<Field, 'type'>>): Kind {
  if (fieldId === undefined) return momentNames.has(name) ? 'moment' : 'general';
  const type = fields.get(fieldId)?.type;
  return (type && kindsOfTypes[type]) ?? 'general';
}

/** Returns the letters of a column: A for 0, AA for 26. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return (rest < 0 ? '' : columnLetters(rest)) + String.fromCharCode(65 + (index % 26));
}

/**
 * Returns the XML of a cell, or nothing for a missing value. Text is written as text, so no spreadsheet reads it as a
 * formula.
 */
export function cellXml(reference: string, value: unknown, kind: Kind): string {
  if ((value ?? '') === '') return '';
  if (typeof value === 'number') return numberXml(reference, value, kind === 'money' ? 'money' : 'general');
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
  return textOrTimeXml(reference, String(textOfCell(value)), kind);
}

function textOrTimeXml(reference: string, text: string, kind: Kind): string {
  const serial = serialOf(text, kind);
  if (serial !== undefined) return numberXml(reference, serial, kind);
  return textXml(reference, text, kind === 'head' ? 'head' : 'text');
}

const numberXml = (reference: string, value: number, kind: Kind): string =>
  `<c r="${reference}" s="${cellStyles[kind]}"><v>${value}</v></c>`;

const textXml = (reference: string, text: string, kind: Kind): string =>
  `<c r="${reference}" s="${cellStyles[kind]}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const dayMs = 86_400_000;
/** The serial number of 1970-01-01. */
const epochSerial = 25_569;
/** Spreadsheets disagree about earlier days: 1900 was no leap year, and some say it was. */
const firstSerial = 61;

const patterns = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d$/,
  moment: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}/,
} as const;

/** Returns the number that a spreadsheet stores for a date, a time of day or a moment; undefined for other text. */
function serialOf(text: string, kind: Kind): number | undefined {
  if (kind !== 'date' && kind !== 'time' && kind !== 'moment') return undefined;
  if (!patterns[kind].test(text)) return undefined;
  // A spreadsheet knows no zones: a moment is what the clock of its zone shows.
  const iso = { date: `${text}T00:00Z`, time: `1970-01-01T${text}Z`, moment: `${text.slice(0, 23)}Z` }[kind];
  const days = Date.parse(iso) / dayMs;
  const [serial, first] = kind === 'time' ? [days, 0] : [days + epochSerial, firstSerial];
  return serial >= first ? serial : undefined;
}

/** The maximum number of UTF-16 code units in a cell. */
const textMax = 32_767;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no control characters but tab and line feed
const unwritable = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g;

/** Returns text for XML. What XML cannot write is escaped as workbooks do: `_x0000_`. */
export function xmlText(text: string): string {
  const short = text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text;
  return short
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(unwritable, char => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
