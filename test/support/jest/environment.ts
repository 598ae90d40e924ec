import type { JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

type Kept = { readonly object: object; readonly properties: Record<PropertyKey, PropertyDescriptor> };

/**
 * Runs the test files of a process one after the other in its own realm, where `runtime.ts` compiles. What a file
 * replaces of globals, of their prototypes and of the environment is put back after it.
 */
export default class Environment implements JestEnvironment {
  readonly global = globalThis as unknown as JestEnvironment['global'];
  readonly moduleMocker: ModuleMocker;
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  readonly #kept: readonly Kept[];

  constructor({ projectConfig: config }: JestEnvironmentConfig) {
    const { global } = this;
    this.#kept = replaceable().map(object => ({ object, properties: Object.getOwnPropertyDescriptors(object) }));
    this.moduleMocker = new ModuleMocker(global);
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const kept of this.#kept) putBack(kept);
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  /** Not a context of its own: Jest asks only whether there is one. */
  getVmContext(): typeof globalThis {
    return globalThis;
  }
}

/** What test files may replace properties of. */
function replaceable(): object[] {
  const globals = Object.values(Object.getOwnPropertyDescriptors(globalThis)).map(({ value }) => value);
  const all = globals.flatMap(value => [value, typeof value === 'function' && value.prototype]);
  const objects = all.filter(value => typeof value === 'function' || (typeof value === 'object' && value !== null));
  return [...new Set([...objects, globalThis, process, process.env])];
}

function putBack({ object, properties }: Kept): void {
  for (const key of Reflect.ownKeys(object)) if (!Object.hasOwn(properties, key)) Reflect.deleteProperty(object, key);
  for (const key of Reflect.ownKeys(properties)) {
    const was = properties[key] as PropertyDescriptor;
    const is = Object.getOwnPropertyDescriptor(object, key);
    if (is?.value !== was.value || is?.get !== was.get) Object.defineProperty(object, key, was);
  }
}
