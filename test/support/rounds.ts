const isLong = process.env.TEST_ROUNDS === "many";

/**
 * Returns the options of a random test. `npm test` runs a few rounds, always with the same inputs, so that a failure
 * comes from the change; `npm run test:long` runs fifty times as many, with other inputs each time.
 * @param few the rounds in `npm test`
 */
export function rounds(few: number): { numRuns: number; seed?: number } {
  return isLong ? { numRuns: few * 50 } : { numRuns: few, seed: 20_261_121 };
}
