import { isObject, type Json, type JsonObject, type Resource, refused, type Templates } from './template.ts';

/**
 * The properties of a resource, or a group inside them, as they are read. What was neither read nor named as
 * without effect here is refused by `done`: no property of a template is ignored in silence.
 */
export class Properties {
  readonly resource: Resource;
  readonly #templates: Templates;
  readonly #values: JsonObject;
  readonly #path: string;
  readonly #known = new Set<string>();

  constructor(templates: Templates, resource: Resource, values: JsonObject = resource.properties, path = '') {
    this.resource = resource;
    this.#templates = templates;
    this.#values = values;
    this.#path = path;
  }

  /** The value, its intrinsic functions carried out; undefined when the template leaves it out. */
  value(name: string): Json | undefined {
    this.#known.add(name);
    const value = this.#values[name];
    return value === undefined ? undefined : this.#templates.resolve(value, this.resource);
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : String(value);
  }

  number(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'boolean' || Number.isNaN(Number(value))) throw this.#wrong(name, 'a number');
    return Number(value);
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : String(value) === 'true';
  }

  texts(name: string): readonly string[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value)) throw this.#wrong(name, 'a list');
    return value.map(String);
  }

  group(name: string): Properties | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.#wrong(name, 'an object');
    return this.#inside(name, value);
  }

  groups(name: string): readonly Properties[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value)) throw this.#wrong(name, 'a list');
    return value.map((item, index) => this.#inside(`${name}[${index}]`, isObject(item) ? item : {}));
  }

  /** The names of what is inside, for groups that are maps. */
  get names(): readonly string[] {
    return Object.keys(this.#values);
  }

  /** What must stand in the template: a text or number that was read, or a refusal that names it. */
  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw this.#wrong(name, 'there');
    return value;
  }

  /** Properties that change nothing of what the local cloud does. */
  withoutEffect(...names: readonly string[]): this {
    for (const name of names) this.#known.add(name);
    return this;
  }

  /** Refuses what was not read. */
  done(): void {
    const unknown = this.names.filter(name => !this.#known.has(name));
    if (unknown.length > 0) throw this.refused(unknown.map(name => this.#at(name)).join(', '));
  }

  refused(what: string): Error {
    return refused(this.resource, `${what} (${this.resource.type})`);
  }

  #inside(name: string, values: JsonObject): Properties {
    return new Properties(this.#templates, this.resource, values, this.#at(name));
  }

  #at(name: string): string {
    return this.#path ? `${this.#path}.${name}` : name;
  }

  #wrong(name: string, expectation: string): Error {
    return new Error(`${this.resource.stack}, ${this.resource.id}: ${this.#at(name)} must be ${expectation}.`);
  }
}

/** CDK makes a logical id of the construct's id and a hash. */
export const constructIdOf = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}$/, '');
