import { existsSync, readFileSync } from 'node:fs';
import { closestName } from '../shared/domain/text/closest-name.ts';
import { definitions, isSettingName, type SettingDefinition, type SettingName, settingNames } from './setting-list.ts';

/** The settings of a stage that are kept in the repository. */
export type StageFile = {
  /** The settings, as in the environment. */
  readonly settings: Readonly<Partial<Record<SettingName, string>>>;
  /** One sentence for each setting that can't be read. */
  readonly faults: readonly string[];
};

export const noStageFile: StageFile = { settings: {}, faults: [] };

/**
 * Reads `stages/<stage>.json` in the working directory; npm and CDK run in the project's directory. The file is
 * optional: without it, all settings come from the environment.
 */
export function readStageFile(stage: string): StageFile {
  const name = `stages/${stage}.json`;
  if (!existsSync(name)) return noStageFile;
  try {
    return parseStageFile(name, readFileSync(name, 'utf8'));
  } catch (error) {
    return { settings: {}, faults: [`${name} cannot be read: ${(error as Error).message}`] };
  }
}

function parseStageFile(file: string, text: string): StageFile {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('It is not a JSON object.');
  const { $schema: _, ...given } = parsed as Record<string, unknown>;
  const faults = Object.entries(given).flatMap(([name, value]) => faultOf(name, value) ?? []);
  return {
    settings: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)])),
    faults: faults.map(fault => `${file}: ${fault}`),
  };
}

function faultOf(name: string, value: unknown): string | undefined {
  if (!isSettingName(name)) return unknownSetting(name);
  if (name === 'STAGE') return 'STAGE is the name of the file; remove it.';
  const { kind } = definitions[name];
  return hasKind(kind, value) ? undefined : `${name} is ${JSON.stringify(value)}; it must be ${kinds[kind]}.`;
}

/** Returns a message that the setting doesn't exist, with the closest name. */
function unknownSetting(name: string): string {
  const meant = closestName(name, settingNames);
  return `There is no setting ${name}${meant ? `: did you mean ${meant}?` : '; docs/settings.md lists all of them.'}`;
}

const kinds: Readonly<Record<SettingDefinition['kind'], string>> = {
  text: 'a text',
  choice: 'a text',
  flag: 'true or false, without quotes',
  number: 'a whole number, without quotes',
  seconds: 'a list of whole numbers, such as [5, 30, 120]',
  providers: 'a list of providers such as docs/single-sign-on.md shows',
};

function hasKind(kind: SettingDefinition['kind'], value: unknown): boolean {
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return Number.isInteger(value);
    case 'seconds':
      return Array.isArray(value) && value.every(each => Number.isInteger(each));
    case 'providers':
      return Array.isArray(value);
    default:
      return typeof value === 'string' && value !== '';
  }
}

/** Converts a value to its text in the environment. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.every(each => typeof each === 'number') ? value.join(',') : JSON.stringify(value);
}

/** Returns the JSON schema with which editors complete and check a stage's file. */
export const stageFileSchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Settings of a stage',
  description: 'One file for each stage: stages/production.json. docs/settings.md says what each setting does.',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    ...Object.fromEntries(
      Object.entries<SettingDefinition>(definitions)
        .filter(([name]) => name !== 'STAGE')
        .map(([name, definition]) => [name, { ...schemaOf(definition), description: definition.means }]),
    ),
  },
  additionalProperties: false,
});

const words = { type: 'array', items: { type: 'string' }, minItems: 1 } as const;

function schemaOf(definition: SettingDefinition): object {
  switch (definition.kind) {
    case 'flag':
      return { type: 'boolean' };
    case 'number':
      return { type: 'integer', minimum: definition.least, ...(definition.most && { maximum: definition.most }) };
    case 'choice':
      return { enum: definition.of };
    case 'seconds':
      return { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1 };
    case 'providers':
      return {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'name', 'issuer', 'clientId', 'domains', 'organizations'],
          properties: {
            ...Object.fromEntries(['id', 'name', 'issuer', 'clientId'].map(name => [name, { type: 'string' }])),
            domains: words,
            organizations: { anyOf: [{ const: 'any' }, words] },
          },
          additionalProperties: false,
        },
      };
    default:
      return { type: 'string', pattern: definition.pattern.source };
  }
}
