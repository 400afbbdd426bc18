import { expect, it } from "vitest";
import type { LimitVerdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { ruleFigure } from "../../../web/domain/verdicts/rule-figure.ts";
import { breachName } from "../../../web/features/verify/verdict-words.ts";

const at = "2026-03-02T10:00:00.000Z";
const limit: LimitVerdict = {
  kind: "daily_loss",
  index: 0,
  status: "kept",
  floor: "95000.00",
  value: "94000.00",
  room: "-1000.00",
  resetsAt: "2026-03-03T00:00:00.000Z",
  tightest: null,
  breach: { at, value: "94999.00", floor: "95000.00", by: [at], waived: true },
  reason: "Equity of $94,000.00 is $1,000.00 under the floor of $95,000.00.",
};
const context = {
  currency: "USD",
  timeZone: "UTC",
  now: Date.parse("2026-03-02T12:00:00Z"),
  isFinal: false,
  outcome: "in_progress" as const,
  standing: "under_review" as const,
  words: undefined,
  waivers: [
    { key: `daily_loss/0/${at}`, reason: "A wrong price", at: new Date("2026-03-04T09:00:00Z") },
  ],
};

it("a limit whose breach was set aside says when and why, and is not called breached", () => {
  expect(ruleFigure(limit, context)).toMatchObject({
    figure: "$1,000.00",
    note: "below the floor of $95,000.00; this was set aside",
    status: { word: "Breach set aside", tone: "gray" },
    setAside: expect.stringMatching(
      /^The breach of .*Mar 02, 2026.* was set aside on .*Mar 04, 2026.*: A wrong price$/,
    ),
  });
});

it("a limit that has room again is kept, and still says what was set aside", () => {
  const recovered = { ...limit, value: "99000.00", room: "4000.00" };
  expect(ruleFigure(recovered, context)).toMatchObject({
    figure: "$4,000.00",
    status: { word: "Kept" },
    setAside: expect.stringContaining("was set aside on"),
  });
});

it("a case names what was set aside", () => {
  expect(breachName(`daily_loss/0/${at}`)).toBe("Daily loss, 2026-03-02 10:00:00 UTC");
  expect(breachName("news/0/44")).toBe("news/0/44");
});
