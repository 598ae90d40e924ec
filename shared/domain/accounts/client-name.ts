type Names = readonly (readonly [name: string, sign: RegExp])[];

/** The first match counts, because most browsers also use the names of others. */
const browsers: Names = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
  ['curl', /^curl\//],
];

const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Stored names, such as `Firefox on Linux`, are understood too. */
const nameIn = (names: Names, userAgent: string): string | undefined =>
  names.find(([name, sign]) => sign.test(userAgent) || userAgent.split(' on ').includes(name))?.[0];

/** Returns the browser's name in a `User-Agent`, without a version. */
export const browserName = (userAgent: string): string | undefined => nameIn(browsers, userAgent);

/** Returns the operating system, or the device, in a `User-Agent`. */
export const systemName = (userAgent: string): string | undefined => nameIn(systems, userAgent);

/**
 * Returns a `User-Agent` as people recognise it, without a version, such as `Firefox on Linux`, or undefined when it
 * says nothing useful.
 */
export function clientName(userAgent: string | undefined): string | undefined {
  const known = [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')].filter(Boolean);
  return known.join(' on ') || undefined;
}

/**
 * Returns what is kept of a `User-Agent`: the names of browser and system, or that of a program without its version.
 * The whole text would tell people apart.
 */
export const keptClient = (userAgent = ''): string | undefined =>
  clientName(userAgent) ?? /^[\w.-]{1,64}/.exec(userAgent)?.[0];
