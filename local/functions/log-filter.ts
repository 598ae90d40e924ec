/** The levels of Lambda's log filter, most detailed first. */
const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

/**
 * Whether Lambda passes on a printed line, with the JSON log format and this application log level. A line without a
 * level counts as INFO, even measurements in the embedded metric format:
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
