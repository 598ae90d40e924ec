import {
  type ChoiceName,
  definitions,
  type FlagName,
  type NumberName,
  type SettingDefinition,
  type SettingName,
  settingNames,
  type TextName,
} from './setting-list.ts';
import type { StageFile } from './stage-file.ts';

export type CdkContext = Readonly<Record<string, unknown>>;

/** The settings that a deployment is given, and the faults in them. */
export class Settings {
  /** One sentence for each fault. */
  readonly faults: string[] = [];
  readonly #environment: NodeJS.ProcessEnv;
  readonly #context: CdkContext;
  #file: StageFile['settings'] = {};

  constructor(environment: NodeJS.ProcessEnv, context: CdkContext) {
    this.#environment = environment;
    this.#context = context;
  }

  /** Uses the stage's file for settings that neither the environment nor the context has. */
  use({ settings, faults }: StageFile): void {
    this.#file = settings;
    this.faults.push(...faults);
  }

  /**
   * Looks up a setting in the environment (`ALARM_EMAIL`), then in CDK's context (`-c alarmEmail=…`), then in the
   * stage's file.
   */
  lookup(name: SettingName): string | undefined {
    return this.#environment[name] || textOf(this.#context[contextKey(name)]) || this.#file[name];
  }

  /** Returns every setting with a value, except the stage's name. */
  given(): Record<string, string> {
    const values = settingNames.map(name => [name, this.lookup(name)] as const);
    return Object.fromEntries(values.filter(([name, value]) => name !== 'STAGE' && value !== undefined)) as Record<
      string,
      string
    >;
  }

  text(name: TextName): string | undefined {
    const { pattern, shape } = definitions[name];
    const value = this.lookup(name);
    if (value === undefined || pattern.test(value)) return value;
    return this.refuse(`${name} is "${value}"; it must be ${shape} (${pattern.source})`);
  }

  flag(name: FlagName): boolean | undefined {
    const value = this.lookup(name);
    if (value === undefined) return undefined;
    if (value !== 'true' && value !== 'false') return this.refuse(`${name} is "${value}"; it must be true or false`);
    return value === 'true';
  }

  choice<N extends ChoiceName>(name: N): (typeof definitions)[N]['of'][number] | undefined {
    const value = this.lookup(name);
    const { of } = definitions[name];
    if (value === undefined) return undefined;
    return of.find(each => each === value) ?? this.refuse(`${name} is "${value}"; it must be one of ${of.join(', ')}`);
  }

  /** @param atLeast the minimum, if it depends on the stage */
  number(name: NumberName, atLeast?: number): number | undefined {
    const value = this.lookup(name);
    if (value === undefined) return undefined;
    const { least: usually, most = undefined }: Extract<SettingDefinition, { kind: 'number' }> = definitions[name];
    const least = atLeast ?? usually;
    if (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= (most ?? Number.POSITIVE_INFINITY)) {
      return Number(value);
    }
    const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
    return this.refuse(`${name} is "${value}"; it must be a whole number ${range}`);
  }

  refuse(fault: string): undefined {
    this.faults.push(`${fault}.`);
  }
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value);
}

/** Converts a name: `ALARM_EMAIL` is `alarmEmail` in the context. */
export function contextKey(environmentName: string): string {
  return environmentName.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
