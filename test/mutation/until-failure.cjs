const { default: Environment } = require('../support/jest/environment.ts');

let found;

/** A mutant is found by the first test that fails; Jest itself would run the others too. */
module.exports = class UntilFailure extends Environment {
  async handleTestEvent(event) {
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
    if (event.name === 'test_done' && event.test.errors.length > 0) found = mutant;
    if (event.name === 'test_start' && mutant !== undefined && found === mutant) event.test.mode = 'skip';
  }
};
