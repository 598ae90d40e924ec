import { readConfig, SettingsError } from '../../lib/config.ts';
import { findEngine } from '../../local/dynamodb/dynamodb.ts';
import { type Finding, fails, messageOf, passes, warns } from './finding.ts';

/** The Node version of the functions, and of the scripts. */
const nodeMajor = 24;

export function checkNode(version = process.versions.node): Finding {
  return Number.parseInt(version, 10) >= nodeMajor
    ? passes(`Node ${version} runs the scripts`)
    : fails(
        `Node ${version} runs the scripts, which need ${nodeMajor}`,
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
