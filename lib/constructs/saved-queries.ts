import { type ILogGroup, LogGroup, QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { WatchedStacks } from './watched-stacks.ts';

/**
 * Creates the log queries that operators run most, in CloudWatch under Logs Insights, Saved queries. They cost nothing
 * until they run.
 */
export function savedQueries(scope: Construct, folder: string, { api, delivery }: WatchedStacks): void {
  const workers = delivery.node.findAll().filter(each => each instanceof LogGroup);
  const submissions = ['createSubmission', 'submitHostedPage', 'createEvents']
    .flatMap(operation => api.endpoints.get(operation) ?? [])
    .map(({ lambda }) => lambda.logGroup);
  const save = (
    id: string,
    name: string,
    logGroups: ILogGroup[],
    query: ConstructorParameters<typeof QueryString>[0],
  ) =>
    new QueryDefinition(scope, id, {
      queryDefinitionName: `${folder}/${name}`,
      logGroups,
      queryString: new QueryString(query),
    });

  save('RequestQuery', 'One request, by its requestId', [api.accessLog], {
    fields: ['time', 'method', 'path', 'status', 'milliseconds', 'errorType', 'traceId'],
    filterStatements: ['requestId = "put the id here"'],
  });
  save('FailuresQuery', 'Requests that failed, by route', [api.accessLog], {
    filterStatements: ['status >= 500'],
    statsStatements: ['count(*) as failures, max(milliseconds) as longest by path, method, status, errorType'],
    sort: 'failures desc',
  });
  save('SlowQuery', 'The slowest routes', [api.accessLog], {
    statsStatements: [
      'count(*) as requests, pct(milliseconds, 50) as median, pct(milliseconds, 99) as p99 by path, method',
    ],
    sort: 'p99 desc',
  });
  save('RefusedQuery', 'Requests that were refused, by route and status', [api.accessLog], {
    filterStatements: ['status >= 400 and status < 500'],
    statsStatements: ['count(*) as refused by path, method, status, errorType'],
    sort: 'refused desc',
  });
  save('SubmissionErrorsQuery', 'Errors of submissions', submissions, {
    fields: ['@timestamp', 'level', 'message', 'requestId', '@message'],
    filterStatements: ['level in ["ERROR", "WARN"]'],
    sort: '@timestamp desc',
  });
  save('WorkerErrorsQuery', 'Errors of workers', workers, {
    fields: ['@timestamp', '@log', 'level', 'message', '@message'],
    filterStatements: ['level in ["ERROR", "WARN"]'],
    sort: '@timestamp desc',
  });
  save('ColdStartsQuery', 'Cold starts of submissions, by the hour', submissions, {
    filterStatements: ['message = "request"'],
    statsStatements: ['count(*) as requests, sum(coldStart) as coldStarts by bin(1h)'],
    sort: '@timestamp desc',
  });
}
