// Loaded into a program before anything else: its clock is ahead by the milliseconds that the file
// CLOCK_AHEAD holds, from one moment to the next.
import { readFileSync } from "node:fs";

const RealDate = Date;
let [ahead, readAt] = [0, 0];

function now() {
  const real = RealDate.now();
  if (real - readAt > 20) {
    ahead = Number(readFileSync(process.env.CLOCK_AHEAD, "utf8")) || 0;
    readAt = real;
  }
  return real + ahead;
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};
