const { default: LongestFirst } = require('@jest/test-sequencer');

/** Most mutants are found by many tests: the quickest of them first. */
module.exports = class ShortestFirst extends LongestFirst {
  sort(tests) {
    return super.sort(tests).reverse();
  }
};
