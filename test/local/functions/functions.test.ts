import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FunctionHost } from '../../../local/functions/functions.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { eventually } from '../../support/eventually.ts';
import { removeDirectory, temporaryDirectory, writeAssembly } from '../fixture-assembly.ts';

let directory: string;
let host: FunctionHost;
const printed: string[] = [];

/** Does what the event's `do` says; counts its own invocations to show whether the environment was kept. */
const work = `
let calls = 0;
const keep = [];
exports.handler = async (event, context) => {
  calls += 1;
  switch (event.do) {
    case 'throw': throw new TypeError('no good');
    case 'exit': process.exit(3);
    case 'stray': setImmediate(() => { throw new Error('stray'); }); return new Promise(() => {});
    case 'hang': return new Promise(() => {});
    case 'spin': for (;;);
    case 'fill': for (;;) keep.push(new Array(1e6).fill(calls));
    case 'large': return 'x'.repeat(7_000_000);
    case 'print': console.log('printed by the function\\nin two lines'); return context.awsRequestId;
    case 'print and exit': console.error('the last words'); process.exit(3);
    case 'log': for (const level of ['DEBUG', 'INFO', 'WARN', 'ERROR']) console.log(JSON.stringify({ level, message: 'a line' }));
      console.log('{"_aws":{},"Measured":1}'); return [process.env.AWS_LAMBDA_LOG_FORMAT, process.env.AWS_LAMBDA_LOG_LEVEL];
    case 'wait': await new Promise(done => setTimeout(done, 100)); return calls;
    case 'context': return { ...context, left: context.getRemainingTimeInMillis(), env: process.env };
    default: return calls;
  }
};`;

beforeAll(() => {
  directory = temporaryDirectory();
  const Properties = { Timeout: 600, MemorySize: 64, Environment: { Variables: { GIVEN: 'yes' } } };
  writeAssembly(
    directory,
    {},
    {
      Work: { source: work, properties: Properties },
      Hasty: { source: work, properties: { ...Properties, Timeout: 1 } },
      Other: { source: work, properties: Properties },
      Filtered: {
        source: work,
        properties: { ...Properties, LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'WARN' } },
      },
      Late: { source: '' },
      Broken: { source: `require('nowhere')` },
      Reaching: { source: `require('esbuild'); exports.handler = async () => 'found it';` },
      Callback: { source: 'exports.handler = (event, context, callback) => callback()' },
    },
  );
  const { functions } = readAssembly(directory);
  // As the packages of a project stand above its assembly.
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(directory, 'node_modules'));
  host = new FunctionHost({
    functions,
    environment: { SHARED: 'too' },
    logFile: join(directory, 'log'),
    compileCacheDir: join(directory, 'compile-cache'),
    onPrinted: (line, name) => printed.push(`${name} ${line}`),
  });
});
afterAll(async () => {
  await host.close();
  removeDirectory(directory);
});

const invoke = async (event: object, name = 'Work') => {
  const { payload, failed } = await host.invoke(name, JSON.stringify(event));
  return { failed, result: JSON.parse(payload) };
};

it('starts a function when its code is there', async () => {
  const { functions } = readAssembly(directory);
  const early = new FunctionHost({
    functions,
    ...{ environment: {}, logFile: join(directory, 'early.log') },
    codeIn: async codeDir => writeFileSync(join(codeDir, 'index.cjs'), work),
  });
  expect(await early.invoke('Late', '{}')).toEqual({ payload: '1', failed: false });
  await early.close();
});

it('keeps an environment warm from one invocation to the next', async () => {
  const { result: first } = await invoke({});
  expect(await invoke({})).toEqual({ failed: false, result: first + 1 });
});

it('gives a function the environment of its template, Lambda and the services, and nothing of this process', async () => {
  const { result } = await invoke({ do: 'context' });
  expect(result.env).toMatchObject({
    GIVEN: 'yes',
    SHARED: 'too',
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: 'Work',
  });
  for (const name of ['PATH', 'NODE_COMPILE_CACHE']) expect(result.env).not.toHaveProperty(name);
  expect(result).toMatchObject({ functionName: 'Work', memoryLimitInMB: '64' });
  expect(result.invokedFunctionArn).toBe('arn:aws:lambda:us-east-1:000000000000:function:Work');
  expect(result.left).toBeGreaterThan(0);
  expect(result.left).toBeLessThanOrEqual(600_000);
});

it('turns a caller who waits for the answer away when no environment is free in time, and no other', async () => {
  const { functions } = readAssembly(directory);
  const logFile = join(directory, 'log of one');
  const one = new FunctionHost({ functions, environment: {}, logFile, environmentsMax: 1, slotWaitMs: 1 });
  const wait = (options = {}) => one.invoke('Work', '{"do":"wait"}', options);
  const [first, second, third] = await Promise.all([wait(), wait({ answersCaller: true }), wait()]);
  expect([first.failed, third.failed]).toEqual([false, false]);
  expect(second).toEqual({ payload: '', failed: true, throttled: true });
  expect(await wait({ answersCaller: true })).toEqual({ payload: '3', failed: false });
  await one.close();
});

describe('failures', () => {
  it('a throw is told by type and message, and the environment stays', async () => {
    const { result: calls } = await invoke({});
    expect(await invoke({ do: 'throw' })).toMatchObject({
      failed: true,
      result: { errorType: 'TypeError', errorMessage: 'no good' },
    });
    expect((await invoke({})).result).toBe(calls + 2);
  });

  it.each([
    ['exit', 'Work', 'Runtime.ExitError', 'exit status 3'],
    ['stray', 'Work', 'Error', 'stray'],
    ['hang', 'Hasty', 'Sandbox.Timedout', 'Task timed out after 1.00 seconds'],
    ['spin', 'Hasty', 'Sandbox.Timedout', 'Task timed out after 1.00 seconds'],
    ['fill', 'Work', 'Runtime.ExitError', 'signal: killed'],
  ])('%s ends the environment, and the next invocation finds a new one', async (what, name, errorType, message) => {
    const { failed, result } = await invoke({ do: what }, name);
    expect({ failed, errorType: result.errorType }).toEqual({ failed: true, errorType });
    expect(result.errorMessage).toContain(message);
    expect((await invoke({}, name)).result).toBe(1);
  });

  it('an answer of more than 6 MB is an error', async () => {
    expect(await invoke({ do: 'large' })).toMatchObject({
      failed: true,
      result: { errorType: 'Function.ResponseSizeTooLarge' },
    });
  });

  it('a request of more than 6 MB is refused', async () => {
    const { result } = await invoke({ text: 'x'.repeat(7_000_000) });
    expect(result.errorType).toBe('RequestTooLargeException');
  });

  it('a module that does not load fails each invocation', async () => {
    expect((await invoke({}, 'Broken')).result.errorMessage).toContain("Cannot find module 'nowhere'");
    expect((await invoke({}, 'Broken')).failed).toBe(true);
  });

  it('a function finds no package that is not in its code', async () => {
    expect((await invoke({}, 'Reaching')).result.errorMessage).toContain("Cannot find module 'esbuild'");
  });

  it('a handler with a callback is refused, as by Lambda with Node 24', async () => {
    expect((await invoke({}, 'Callback')).result.errorType).toBe('Runtime.CallbackHandlerDeprecated');
  });
});

it('keeps the compiled code of an environment that has ended for the next ones', async () => {
  const kept = () => readdirSync(join(directory, 'compile-cache'), { recursive: true, withFileTypes: true });
  await invoke({ do: 'exit' });
  await eventually(async () => expect(kept().some(entry => entry.isFile())).toBe(true));
});

it('serves one request at a time in each environment, of which there are at most two', async () => {
  const results = await Promise.all(Array.from({ length: 6 }, () => invoke({ do: 'wait' }, 'Other')));
  const calls = results.map(({ result }) => result as number);
  expect(calls.filter(count => count === 1)).toHaveLength(2);
  expect(calls.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(6);
});

describe('what a function prints', () => {
  const linesOf = (text: string) => {
    const lines = readFileSync(join(directory, 'log'), 'utf8').split('\n');
    return lines.filter(line => line.endsWith(text)).map(line => line.split(' '));
  };

  it('is in the log when its answer is there, line by line, under the id of its invocation', async () => {
    for (const times of [1, 2]) {
      const { result: requestId } = await invoke({ do: 'print' });
      const [one = [], other = []] = [linesOf('printed by the function').at(-1), linesOf('in two lines').at(-1)];
      expect(one.slice(1, 3)).toEqual(['Work', requestId]);
      expect(other.slice(1, 3)).toEqual(['Work', requestId]);
      expect(linesOf('printed by the function')).toHaveLength(times);
    }
  });

  it('is in the log when it has ended the environment', async () => {
    await invoke({ do: 'print and exit' });
    expect(linesOf('the last words')).toHaveLength(1);
  });
});

describe('the log filter of Lambda', () => {
  const linesOf = (name: string) =>
    printed.filter(line => line.startsWith(`${name} {`)).map(line => line.slice(name.length + 1));

  it('drops what is below the application log level, and lines without a level as if they were INFO', async () => {
    expect((await invoke({ do: 'log' }, 'Filtered')).result).toEqual(['JSON', 'WARN']);
    await eventually(async () => expect(linesOf('Filtered')).toHaveLength(2));
    expect(linesOf('Filtered').map(line => JSON.parse(line).level)).toEqual(['WARN', 'ERROR']);
  });

  it('is there with the log format JSON alone', async () => {
    expect((await invoke({ do: 'log' })).result).toEqual([null, null]);
    await eventually(async () => expect(linesOf('Work')).toHaveLength(5));
    expect(linesOf('Work').at(-1)).toBe('{"_aws":{},"Measured":1}');
  });
});
