import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import vectors from '../shared/domain/receivers/webhook-signature.vectors.json' with { type: 'json' };

/** One call of an example's `verify`: the body is base64, as it need not be text. */
type Request = { secret: string; headers: Record<string, string>; body: string; now: number };

const examples = join(import.meta.dirname, '../../docs/webhooks');

const inNode = `
import { verify } from ${JSON.stringify(pathToFileURL(join(examples, 'verify.mjs')).href)};
import { readFileSync } from 'node:fs';
const calls = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(calls.map(({ secret, headers, body, now }) => verify(secret, headers, Buffer.from(body, 'base64'), now))));
`;

const inPython = `
import base64, json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(examples)})
from verify import verify
calls = json.load(sys.stdin)
print(json.dumps([verify(c["secret"], c["headers"], base64.b64decode(c["body"]), c["now"]) for c in calls]))
`;

function verdicts(command: string, args: readonly string[], requests: readonly Request[]): unknown[] {
  const { stdout, stderr, status } = spawnSync(command, args, {
    input: JSON.stringify(requests),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

const genuine: Request[] = vectors.flatMap(({ secrets, headers, timestamp, body }) =>
  secrets.map(secret => ({ secret, headers, body: Buffer.from(body).toString('base64'), now: timestamp })),
);

/** Each genuine request with each byte of its body changed, and with its headers changed or left out. */
const forged: Request[] = genuine.flatMap(request => {
  const body = Buffer.from(request.body, 'base64');
  const withHeader = (name: string, value: string) => ({ ...request, headers: { ...request.headers, [name]: value } });
  const signature = request.headers['x-service-signature'] ?? '';
  const { 'x-service-signature': _, ...unsigned } = request.headers;
  const { 'x-service-timestamp': __, ...undated } = request.headers;
  return [
    ...Array.from(body, (byte, at) => ({
      ...request,
      body: Buffer.from(body.with(at, byte ^ 0x80)).toString('base64'),
    })),
    { ...request, body: '' },
    { ...request, secret: `${request.secret}x` },
    withHeader('x-service-timestamp', String(request.now + 1)),
    withHeader('x-service-timestamp', `${request.now}.0`),
    withHeader('x-service-timestamp', ''),
    withHeader('x-service-timestamp', '٣٠٠'),
    withHeader('x-service-timestamp', '9'.repeat(400)),
    withHeader('x-service-signature', ''),
    withHeader('x-service-signature', 'v1='),
    withHeader('x-service-signature', 'v1=é'),
    withHeader('x-service-signature', signature.replaceAll('v1=', 'v2=')),
    withHeader(
      'x-service-signature',
      signature.replaceAll(/[0-9a-f](?=,|$)/g, digit => (digit === '0' ? '1' : '0')),
    ),
    { ...request, headers: unsigned },
    { ...request, headers: undated },
  ];
});

const shifted = (seconds: number) => genuine.map(request => ({ ...request, now: request.now + seconds }));

const python = ['python3', 'python'].find(name => spawnSync(name, ['--version']).status === 0);
if (python === undefined) console.warn('Python is not installed: its example for receivers was not run');

const near = [299, 300, -299, -300].flatMap(shifted);
const far = [301, -301].flatMap(shifted);

describe.each([
  { language: 'Node', command: process.execPath, args: ['--input-type=module', '--eval', inNode], run: it },
  { language: 'Python', command: python ?? '', args: ['-c', inPython], run: python === undefined ? it.skip : it },
])("the receiver's example in $language", ({ command, args, run }) => {
  let verdict: Map<Request, unknown>;
  // A process costs more than a thousand verdicts.
  beforeAll(() => {
    if (run !== it) return;
    const requests = [...genuine, ...forged, ...near, ...far];
    const said = verdicts(command, args, requests);
    expect(said).toHaveLength(requests.length);
    verdict = new Map(requests.map((request, index) => [request, said[index]]));
  });

  /** The verdicts on these requests, each once. */
  const verdictsOn = (requests: readonly Request[]) => [...new Set(requests.map(request => verdict.get(request)))];

  run('accepts every vector with each of its secrets', () => {
    expect(genuine.length).toBeGreaterThan(vectors.length);
    expect(verdictsOn(genuine)).toEqual([true]);
  });

  run('refuses a request with any byte of its body, or any signed header, changed', () => {
    expect(verdictsOn(forged)).toEqual([false]);
  });

  run('tolerates a clock that is 300 seconds off, either way, and not 301', () => {
    expect(verdictsOn(near)).toEqual([true]);
    expect(verdictsOn(far)).toEqual([false]);
  });
});
