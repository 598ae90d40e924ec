import { isObject, type Json, type JsonObject, type Resource, refusalOf, type Templates } from './template.ts';

/**
 * Reads the properties of a resource, or a group inside them. `done` refuses whatever was neither read nor declared as
 * without effect, so that no property of a template is silently ignored.
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

  /** Returns the value, with its intrinsic functions resolved. Undefined if the template leaves it out. */
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

  /** Returns the names in a group that is a map. */
  get names(): readonly string[] {
    return Object.keys(this.#values);
  }

  /** Returns a required text or number. Throws with its name if it is missing. */
  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw this.#wrong(name, 'there');
    return value;
  }

  /** Declares properties that don't affect the local cloud. */
  withoutEffect(...names: readonly string[]): this {
    for (const name of names) this.#known.add(name);
    return this;
  }

  /** Throws for properties that weren't read. */
  done(): void {
    const unknown = this.names.filter(name => !this.#known.has(name));
    if (unknown.length > 0) throw this.refused(unknown.map(name => this.#at(name)).join(', '));
  }

  refused(what: string): Error {
    return refusalOf(this.resource, `${what} (${this.resource.type})`);
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

/** Returns the construct's ID. CDK makes a logical ID from it and a hash. */
export const constructIdOf = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}$/, '');
