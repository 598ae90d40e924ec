/** Levels of Lambda's log filter, the most detailed first. */
const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

/**
 * Whether Lambda passes on what a function printed, with the log format JSON and this application log level. A line without
 * a level counts as INFO, measurements in the embedded metric format too:
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
export function passesLogFilter(line: string, applicationLogLevel: string): boolean {
  return levels.indexOf(levelOf(line)) >= levels.indexOf(applicationLogLevel);
}

function levelOf(line: string): string {
  const [, given = ''] = line.startsWith('{') ? (/"level":\s*"(\w+)"/i.exec(line) ?? []) : [];
  const level = given.toUpperCase();
  return levels.includes(level) ? level : 'INFO';
}
