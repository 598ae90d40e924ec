const nameLengthMax = 100;

/**
 * Returns `Content-Disposition` for a download with any name, such as a form's title: RFC 6266, with an ASCII name for
 * old clients and the whole name by RFC 8187. It never contains a path, a control character or an empty name.
 */
export function attachment(name: string, extension: string): string {
  return disposition(`${plain(name) || 'export'}.${extension}`);
}

/** Returns `Content-Disposition` for a file with its own name. */
export const fileAttachment = (fileName: string): string => disposition(safeFileName(fileName));

/**
 * Returns a file's name without a path, invisible characters and what file systems refuse. The extension, if any, is
 * shortened last.
 */
export function safeFileName(fileName: string): string {
  const [, stem = fileName, extension = ''] = /^(.*)(\.[0-9A-Za-z]{1,16})$/s.exec(fileName) ?? [];
  return (plain(stem) || 'file') + extension;
}

function plain(name: string): string {
  return [
    ...name
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' '),
  ]
    .slice(0, nameLengthMax)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
}

function disposition(whole: string): string {
  const ascii = whole.replace(/[^ -~]/g, '_').replace(/[%';]/g, '_');
  if (ascii === whole) return `attachment; filename="${ascii}"`;
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc8187(whole)}`;
}

const encodeRfc8187 = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
