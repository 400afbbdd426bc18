/** A long computation in short steps, between which others can have their turn. */
export type Turns<Result> = Generator<undefined, Result>;

/** Computes without a pause. */
export function finish<Result>(turns: Turns<Result>): Result {
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}
