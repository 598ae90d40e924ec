/** What a deployment is told, and what of it cannot be taken. */
export class Settings {
  /** A sentence each. */
  readonly faults: string[] = [];
  readonly names = new Set<string>();
  readonly #environment: NodeJS.ProcessEnv;
  readonly #context: Context;

  constructor(environment: NodeJS.ProcessEnv, context: Context) {
    this.#environment = environment;
    this.#context = context;
  }

  /** From the environment (`ALARM_EMAIL`) or else from CDK's context (`-c alarmEmail=…`). */
  lookup(name: string): string | undefined {
    this.names.add(name);
    return this.#environment[name] || textOf(this.#context[contextKey(name)]);
  }

  refuse(fault: string): undefined {
    this.faults.push(`${fault}.`);
  }
}

export type Context = Readonly<Record<string, unknown>>;

export function matching(settings: Settings, name: string, pattern: RegExp, meaning: string): string | undefined {
  const value = settings.lookup(name);
  if (value !== undefined && !pattern.test(value)) {
    return settings.refuse(`${name} is "${value}"; it must be ${meaning} (${pattern.source})`);
  }
  return value;
}

export function flag(settings: Settings, name: string): boolean | undefined {
  const value = matching(settings, name, /^(true|false)$/, 'true or false');
  return value === undefined ? undefined : value === 'true';
}

export function wholeNumber(settings: Settings, name: string, least: number, most = 999_999_999): number | undefined {
  const value = settings.lookup(name);
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value) || Number(value) < least || Number(value) > most) {
    const range = most === 999_999_999 ? `of at least ${least}` : `from ${least} to ${most}`;
    return settings.refuse(`${name} is "${value}"; it must be a whole number ${range}`);
  }
  return Number(value);
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value);
}

/** `ALARM_EMAIL` is `alarmEmail` in the context. */
export function contextKey(environmentName: string): string {
  return environmentName.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
