import { setImmediate as settled } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Turns } from "../../../../src/platform/throttle/turns.ts";

/** Calls of several callers, whose names are listed as they begin. */
function startCalls(limits: { ofCaller?: number; ofAll?: number; waiting?: number }) {
  const turns = new Turns({ ofCaller: 2, ofAll: 2, waiting: 20, ...limits });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    call: async (caller: string) => {
      const end = await turns.take(caller);
      begun.push(caller);
      ends.push(end);
    },
    /** Ends the call that began first and has not ended, and lets the next begin. */
    async end() {
      ends.shift()!();
      await settled();
    },
  };
}

describe("turns", () => {
  it("let so many calls of a caller run at once", async () => {
    const calls = startCalls({ ofAll: Infinity });
    for (let index = 0; index < 5; index += 1) void calls.call("a");
    await settled();
    expect(calls.begun).toEqual(["a", "a"]);
    await calls.end();
    expect(calls.begun).toEqual(["a", "a", "a"]);
  });

  it("let callers take turns, however many calls each of them has made", async () => {
    const calls = startCalls({});
    for (const caller of ["a", "a", "a", "a", "b", "b", "c"]) void calls.call(caller);
    await settled();
    for (let index = 0; index < 5; index += 1) await calls.end();
    expect(calls.begun).toEqual(["a", "a", "a", "b", "c", "a", "b"]);
  });

  it("do not hold up others behind a caller whose calls run already", async () => {
    const calls = startCalls({ ofAll: 3 });
    for (const caller of ["a", "a", "a", "b"]) void calls.call(caller);
    await settled();
    expect(calls.begun).toEqual(["a", "a", "b"]);
  });

  it("refuse the calls of a caller that too many wait before, and no others", async () => {
    const calls = startCalls({ waiting: 3 });
    const waiting = Array.from({ length: 5 }, () => calls.call("a"));
    await expect(calls.call("a")).rejects.toMatchObject({
      code: "throttled",
      details: { retryAfter: 2 },
    });
    const other = calls.call("b");
    for (let index = 0; index < 6; index += 1) await calls.end();
    await Promise.all([...waiting, other]);
  });

  it("count a turn that is ended twice once", async () => {
    const turns = new Turns({ ofCaller: 1, ofAll: 1, waiting: 5 });
    const end = await turns.take("a");
    end();
    end();
    const next = await turns.take("a");
    const begun: string[] = [];
    const last = turns.take("a").then(() => begun.push("last"));
    await settled();
    expect(begun).toEqual([]);
    next();
    await last;
  });
});
