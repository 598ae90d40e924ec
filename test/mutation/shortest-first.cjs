const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { default: LongestFirst } = require('@jest/test-sequencer');

/** In the copy of the project that is changed, and gone afterwards. */
const namesFile = join(process.cwd(), 'names-of-tests.json');

/**
 * Most mutants are found by many tests: the quickest of them first. For a mutant, Jest is told the names of the tests that pass
 * through it; it would load all other files too, and start what they need, to skip each of their tests.
 */
module.exports = class ShortestFirst extends LongestFirst {
  constructor(options) {
    super(options);
    const { testNamePattern } = options.globalConfig;
    this.asked = testNamePattern && new RegExp(testNamePattern);
  }

  sort(tests) {
    return super.sort(this.asked ? this.askedOf(tests) : tests).reverse();
  }

  askedOf(tests) {
    const names = JSON.parse(readFileSync(namesFile, 'utf8'));
    return tests.filter(({ path }) => names[path]?.some(name => this.asked.test(name)));
  }

  /** Of the run without a mutant: how long each file takes, and what its tests are called. */
  cacheResults(tests, results) {
    if (this.asked) return;
    super.cacheResults(tests, results);
    const named = results.testResults.map(file => [file.testFilePath, file.testResults.map(test => test.fullName)]);
    writeFileSync(namesFile, JSON.stringify(Object.fromEntries(named)));
  }
};
