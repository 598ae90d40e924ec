import { readConfig, SettingsError } from '../../lib/config.ts';
import { findEngine } from '../../local/dynamodb/dynamodb.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Finding, fails, messageOf, passes, warns } from './finding.ts';

/** The oldest version of Node that runs the scripts: `22.18`. */
const oldestNode = packageJson.engines.node.replace('>=', '');

export function checkNode(version = process.versions.node): Finding {
  return version.localeCompare(oldestNode, 'en', { numeric: true }) >= 0
    ? passes(`Node ${version} runs the scripts`)
    : fails(
        `Node ${version} runs the scripts, which need ${oldestNode} or later`,
        'Run npm ci, which installs it as a package; if scripts of packages are off (--ignore-scripts), npm rebuild as well.',
      );
}

export function checkEngine(environment: NodeJS.ProcessEnv): Finding {
  if (environment.AWS_ENDPOINT_URL_DYNAMODB) return passes('the local engine is the one at AWS_ENDPOINT_URL_DYNAMODB');
  try {
    return passes(`${findEngine(environment, '.', 0).name} is there for npm start and npm test`);
  } catch (error) {
    return warns('there is no DynamoDB engine for npm start and npm test; deploying needs none', messageOf(error));
  }
}

export function checkSettings(environment: NodeJS.ProcessEnv): Finding {
  try {
    const { stage } = readConfig(environment);
    return stage === 'local'
      ? fails('STAGE is local, the stage of npm start', 'Set STAGE to another name, such as dev or production.')
      : passes(`the settings are good, of stage ${stage}`);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return fails('the settings cannot be taken', error.message);
  }
}
