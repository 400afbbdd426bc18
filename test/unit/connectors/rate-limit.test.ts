import { describe, expect, it } from "vitest";
import { RateLimit } from "../../../src/connectors/rate-limit.ts";
import { MINUTE, SECOND } from "../../../src/platform/time/durations.rule.ts";
import { mostInAMinute, virtualClock } from "../../support/virtual-clock.ts";

const { signal } = new AbortController();

describe("a limit of requests", () => {
  it("is never exceeded in any minute, and is used up", async () => {
    const clock = virtualClock();
    const limit = new RateLimit(180, clock);
    const sent: number[] = [];
    const take = async (isAction: boolean) => {
      await limit.take(isAction, signal);
      sent.push(clock.now());
    };
    for (let count = 0; count < 1000; count += 1) {
      await take(count % 7 === 0);
      // Bursts, and pauses of other lengths than the window.
      if (count % 50 === 0) await clock.sleep(11 * SECOND, signal);
    }
    expect(mostInAMinute(sent)).toBeLessThanOrEqual(180);
    expect(mostInAMinute(sent)).toBeGreaterThan(160);
  });

  it("keeps a tenth for actions, so that reading never delays them", async () => {
    const clock = virtualClock();
    const limit = new RateLimit(180, clock);
    for (let count = 0; count < 162; count += 1) await limit.take(false, signal);
    for (let count = 0; count < 18; count += 1) await limit.take(true, signal);
    expect(clock.now()).toBe(0);
    await limit.take(true, signal);
    expect(clock.now()).toBe(MINUTE);
  });

  it("waits as long as the platform says", async () => {
    const clock = virtualClock();
    const limit = new RateLimit(180, clock);
    limit.pause(25 * SECOND);
    await limit.take(true, signal);
    expect(clock.now()).toBe(25 * SECOND);
  });
});
