/**
 * The regular expressions of the schemas, each with its description in refusals, so that nobody has to read an
 * expression to learn what is wrong.
 */
export const patterns = {
  oneLine: {
    pattern: '^[^\\p{Cc}\\u2028\\u2029]*\\S[^\\p{Cc}\\u2028\\u2029]*$',
    words: 'must be one line, and not blank',
  },
  notBlank: { pattern: '\\S', words: 'must not be blank' },
  fieldId: {
    pattern: '^[\\p{L}\\p{Nd}_][\\p{L}\\p{M}\\p{Nd}_.-]{0,63}$',
    words: 'must be 1 to 64 letters, digits, "_", "-" or ".", and begin with a letter, a digit or "_"',
  },
  formSlug: {
    pattern: '^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$',
    words:
      'must be 3 to 63 lower-case letters, digits or hyphens, and begin and end with a letter or digit: summer-party',
  },
  endingId: { pattern: '^[\\w-]{1,64}$', words: 'must be 1 to 64 letters, digits, "_" or "-"' },
  color: { pattern: '^#[0-9A-Fa-f]{6}$', words: 'must be a color, "#" and six hexadecimal digits: "#00695c"' },
  background: {
    pattern: '^(#[0-9A-Fa-f]{6}|transparent)$',
    words: 'must be a color, "#" and six hexadecimal digits, or "transparent"',
  },
  imageId: {
    pattern: '^img_([0-7][0-9A-HJKMNP-TV-Z]{25}){2}$',
    words: 'must be the ID of an image, from POST /forms/{id}/images',
  },
  origin: {
    pattern: '^https?://[^\\s/\\\\?#@]+/?$',
    words: 'must be an origin, scheme, host and port without a path: https://www.example.com',
  },
  language: {
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
    words: 'must be a language tag: "en", "de-AT"',
  },
  bucket: {
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    words: 'must be the name of an S3 bucket: 3 to 63 lower-case letters, digits, "." or "-"',
  },
  storageRole: {
    pattern: '^arn:aws[a-z-]*:iam::\\d{12}:role/formline-storage-[\\w+=,.@-]{1,47}$',
    words:
      'must be the ARN of a role whose name begins with formline-storage-: "arn:aws:iam::123456789012:role/formline-storage-acme"',
  },
  httpUrl: { pattern: '^https?://\\S+$', words: 'must be a URL: https://hooks.example.com/in' },
  session: {
    pattern: '^[\\x21-\\x7E]{16,128}$',
    words:
      'must be 16 to 128 printable ASCII characters, without spaces: a random ID, such as crypto.randomUUID() gives',
  },
  idempotencyKey: { pattern: '^[\\x20-\\x7E]{1,255}$', words: 'must be 1 to 255 printable ASCII characters' },
  rule: {
    pattern: '^[A-Za-z][\\w-]{0,63}$',
    words: 'must be a letter and then up to 63 letters, digits, "_" or "-", as in "required"',
  },
  date: { pattern: '^\\d{4}-\\d{2}-\\d{2}$', words: 'must be an ISO 8601 date: 2026-01-31' },
  dateTime: {
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$',
    words: 'must be an ISO 8601 date and time with its offset: 2026-01-31T09:30:00Z',
  },
  dateOrDateTime: {
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2}))?$',
    words: 'must be an ISO 8601 date, or a date and time with its offset: 2026-01-31 or 2026-01-31T09:30:00Z',
  },
  spreadsheetId: {
    pattern: '^[A-Za-z0-9_-]{20,100}$',
    words: 'must be what stands between /d/ and /edit in the address of the spreadsheet',
  },
  accessToken: {
    pattern: '^[\\x21-\\x7e]{20,200}$',
    words: 'must be a secret of Notion or Airtable: 20 to 200 printable ASCII characters, without spaces',
  },
  airtableBaseId: {
    pattern: '^app[A-Za-z0-9]{14}$',
    words: 'must be the ID in the URL of the base: app and 14 letters or digits',
  },
  notionDatabaseId: {
    pattern: '^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$',
    words: 'must be the 32 hexadecimal digits in the address of the database',
  },
  slug: {
    pattern: '^[a-z0-9](-?[a-z0-9])*$',
    words: 'must be lower-case letters and digits, in words that single hyphens join',
  },
  fileName: {
    pattern: '^[^/\\\\\\p{Cc}\\p{Bidi_Control}]+$',
    words: 'must be the name of a file, without a path, control characters and controls of the direction of writing',
  },
  mediaType: {
    pattern:
      '^[0-9A-Za-z!#$&^_.+-]{1,127}/[0-9A-Za-z!#$&^_.+-]{1,127}( ?; ?[0-9A-Za-z!#$&^_.+-]+=[0-9A-Za-z!#$&^_.+-]+)*$',
    words: 'must be a media type: image/png, or text/plain; charset=utf-8',
  },
} as const;
