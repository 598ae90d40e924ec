/**
 * Checks, before a first deployment, what would make it fail, and says what to do.
 *
 *   npm run doctor -- --stage production
 *
 * It reads the deployment's settings from `stages/<stage>.json` and the environment, and writes nothing. It exits with
 * 1 if a deployment would fail.
 */
import { readConfig } from '../lib/config.ts';
import { command } from './command/command.ts';
import { stageOptions, useStage } from './command/stage.ts';
import {
  checkBootstrap,
  checkCredentials,
  checkLogRole,
  checkRegion,
  checkStacks,
  checkVersion,
  orUnknown,
} from './doctor/account.ts';
import { checkRoles, checkSamplingRules } from './doctor/check-room.ts';
import type { Finding } from './doctor/finding.ts';
import { checkEngine, checkNode, checkSettings } from './doctor/machine.ts';
import { checkQuotas } from './doctor/quotas.ts';
import { checkAdoptedTable } from './doctor/table.ts';

const { values } = command({
  name: 'doctor',
  does: 'Looks at what a deployment of a stage would fail for, and says what to do. It writes nothing.',
  options: stageOptions,
});
useStage(values);
const { env } = process;
const marks = { passes: '✓', warns: '!', fails: '✗' } as const;
const found: Finding[] = [];

function report(...findings: readonly Finding[]): boolean {
  for (const { level, what, advice = '' } of findings) {
    console.log(`${marks[level]} ${what}`);
    for (const line of advice.split('\n').filter(Boolean)) console.log(`    ${line}`);
  }
  found.push(...findings);
  return findings.every(({ level }) => level !== 'fails');
}

report(checkNode(), checkEngine(env));
const isSet = report(checkSettings(env));
const isKnown = report(await checkRegion()) && report(await checkCredentials());
if (isSet && isKnown) {
  const config = readConfig(env);
  report(await orUnknown('CDK’s bootstrap', checkBootstrap));
  report(await orUnknown('the stacks', () => checkStacks(config.stage)));
  report(await orUnknown('the version', () => checkVersion(config.stage)));
  report(await orUnknown('API Gateway’s role', () => checkLogRole(env)));
  const { tableStreamArn } = config;
  if (tableStreamArn) report(await orUnknown('the table', () => checkAdoptedTable(tableStreamArn)));
  report(...(await checkQuotas(config)));
  report(await orUnknown('X-Ray’s sampling rules', () => checkSamplingRules(config)));
  report(await orUnknown('IAM’s roles', () => checkRoles(config.stage)));
}

const count = (level: Finding['level']): number => found.filter(finding => finding.level === level).length;
console.log(
  count('fails') > 0
    ? `\nA deployment would fail: ${count('fails')} of ${found.length} checks.`
    : `\nReady: npm run deploy. ${count('warns')} of ${found.length} checks have something to know.`,
);
process.exitCode = count('fails') > 0 ? 1 : 0;
