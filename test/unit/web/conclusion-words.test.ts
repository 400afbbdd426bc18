import { describe, expect, it } from "vitest";
import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import {
  conclude,
  nextPayout,
  payoutAfterTarget,
} from "../../../web/features/dashboard/conclusion-words.ts";

const limit = (kind: "daily_loss" | "max_loss", index: number, room: string | null) => ({
  kind,
  index,
  status: "kept",
  room,
  resetsAt: kind === "daily_loss" ? "2026-03-02T23:00:00.000Z" : null,
});

interface Facts {
  rules?: object[];
  verdict?: object;
  accountStatus?: string;
  standing?: "confirmed" | "under_review" | "dismissed";
  endedAt?: Date;
}

const concluded = ({ rules = [], verdict, accountStatus = "active", ...facts }: Facts) =>
  conclude({
    verdict: { outcome: "in_progress", endedAt: null, rules, ...verdict } as unknown as Verdict,
    stage: { endedAt: facts.endedAt ?? null },
    accountStatus,
    standing: facts.standing ?? "dismissed",
    currency: "USD",
    timeZone: "Europe/Prague",
    words: [
      { list: "limits", index: 0, words: "", amount: "5000.00" },
      { list: "limits", index: 1, words: "", amount: "10000.00" },
    ],
  });

const sentence = (facts: Facts) => {
  const conclusion = concluded(facts);
  return conclusion && `${conclusion.tone}: ${conclusion.lead}: ${conclusion.text}`;
};

describe("the first sentence of the dashboard", () => {
  it("says what is left by the nearer limit, and until when", () => {
    const daily = limit("daily_loss", 0, "5345.00");
    expect(sentence({ rules: [daily, limit("max_loss", 1, "9000.00")] })).toBe(
      "safe: You are safe: $5,345.00 left until 00:00 (Prague)",
    );
    expect(sentence({ rules: [daily, limit("max_loss", 1, "2000.00")] })).toBe(
      "safe: You are safe: $2,000.00 left before the maximum loss",
    );
  });

  it("is a warning below a fifth of the limit", () => {
    const left = (room: string) => sentence({ rules: [limit("daily_loss", 0, room)] });
    expect(left("1000.00")).toMatch(/^safe/);
    expect(left("999.99")).toBe("close: Close: $999.99 left until 00:00 (Prague)");
    expect(left("-10.00")).toBe("close: Close: $0.00 left until 00:00 (Prague)");
  });

  it("says what has stopped the account, also if a person has", () => {
    const rules = [{ ...limit("daily_loss", 0, "-1.00"), status: "breached" }];
    const verdict = { outcome: "breached", endedAt: "2026-03-02T08:55:00.000Z" };
    const at = "Mar 02, 2026, 09:55:00 (Europe/Prague)";
    expect(sentence({ rules, verdict, standing: "confirmed" })).toBe(
      `stopped: Stopped: the limit of the daily loss was breached at ${at}`,
    );
    expect(sentence({ rules, verdict, standing: "under_review" })).toBe(
      `stopped: Stopped: the limit of the daily loss was breached at ${at}, which the firm reviews`,
    );
    expect(sentence({ rules, accountStatus: "breached" })).toMatch(/^stopped: Stopped: the firm/);
    expect(sentence({ rules, accountStatus: "under-review" })).toMatch(/^close: On hold/);
  });

  it("says that nothing is known, that a stage is passed or over, and nothing without limits", () => {
    expect(sentence({ rules: [limit("daily_loss", 0, null)] })).toMatch(/^unknown: Not known/);
    expect(sentence({ verdict: { outcome: "passed" } })).toMatch(/^safe: Passed/);
    expect(sentence({ endedAt: new Date("2026-03-02T10:00:00Z") })).toMatch(/^unknown: Ended/);
    expect(sentence({})).toBeNull();
  });
});

describe("the next payout", () => {
  const figures = { profit: "2239.13", share: "100", withdrawable: "2239.13" };
  const readiness = (changes: object): Readiness => ({
    ready: false,
    ...figures,
    nextAt: null,
    reasons: [],
    statement: null,
    ...changes,
  });
  const early = {
    code: "next_payout_too_early",
    message: "Too early.",
    until: "2026-12-03T10:00:00Z",
  };
  const open = { code: "open_positions", message: "Positions are open.", until: null };

  it("is an amount with a day, or what is missing", () => {
    const nextAt = early.until;
    expect(nextPayout(readiness({ ready: true }), "USD")).toBe("$2,239.13, now");
    expect(nextPayout(readiness({ nextAt, reasons: [early] }), "USD")).toBe(
      "$2,239.13, from Dec 3",
    );
    expect(nextPayout(readiness({ nextAt, reasons: [early, open] }), "USD")).toBe(
      "$2,239.13, from Dec 3. Positions are open.",
    );
    expect(nextPayout(readiness({ reasons: [open] }), "USD")).toBe(
      "$2,239.13 so far. Positions are open.",
    );
    const breached = { code: "breached", message: "A limit is breached.", until: null };
    expect(nextPayout(readiness({ reasons: [breached, open] }), "USD")).toBe(
      "A limit is breached.",
    );
    expect(nextPayout(readiness({ withdrawable: "0.00", nextAt, reasons: [early] }), "USD")).toBe(
      "Too early.",
    );
  });

  it("comes after the target in a step without payouts", () => {
    const target = (missing: string | null) =>
      [{ kind: "profit_target", missing }] as unknown as Verdict["rules"];
    const stage = { endedAt: null, currency: "USD" };
    expect(payoutAfterTarget({ outcome: "in_progress", rules: target("1257.40") }, stage)).toBe(
      "once you are funded. $1,257.40 of profit is left to the target.",
    );
    expect(payoutAfterTarget({ outcome: "in_progress", rules: target(null) }, stage)).toBe(
      "once you are funded. The profit target is reached.",
    );
    expect(payoutAfterTarget({ outcome: "breached", rules: target("1.00") }, stage)).toBeNull();
    expect(payoutAfterTarget({ outcome: "in_progress", rules: [] }, stage)).toBeNull();
  });
});
