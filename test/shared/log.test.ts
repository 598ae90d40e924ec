import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const script = `
  const { log } = await import('./shared/log.ts');
  const { measure } = await import('./shared/metric.ts');
  log.info('too much');
  log.warn('wanted');
  measure('Measured', 1, 'Count');
`;

it('keeps to the level of the deployment, whatever Lambda lets pass, and measures all the same', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    env: { AWS_LAMBDA_LOG_LEVEL: 'TRACE', POWERTOOLS_LOG_LEVEL: 'WARN' },
    encoding: 'utf8',
  });
  expect(JSON.parse(stderr)).toMatchObject({ level: 'WARN', message: 'wanted' });
  expect(JSON.parse(stdout)).toMatchObject({ Measured: 1 });
});

it('repeats nothing of a text that is no JSON, which may be an answer', () => {
  const broken = `
    const { log } = await import('./shared/log.ts');
    for (const text of ['zq7marker', '{"email":"zq7marker","x":}', '{"x":zq7marker}'])
      try { JSON.parse(text); } catch (error) {
        log.error('not read', error);
        log.error('not read', { error: new Error('outer', { cause: error }) });
      }
  `;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', broken], {
    cwd: join(import.meta.dirname, '../..'),
    env: {},
    encoding: 'utf8',
  });
  expect(stderr.match(/the text is not valid JSON/g)).toHaveLength(12);
  expect(stderr).not.toContain('zq7');
});
