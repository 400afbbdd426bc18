import fc from "fast-check";
import { reviewSubject } from "../../src/business/record/verdicts/review-subject.rule.ts";
import { judgeRecords } from "../../src/business/rulebook/engine/judge-records.rule.ts";
import type { Waiver } from "../../src/business/rulebook/engine/verdict.schema.ts";
import { type JudgedCase, judgedCases } from "./judged-cases.ts";

export interface WaivedCase extends JudgedCase {
  waivers: Waiver[];
}

const at = "2026-12-01T00:00:00.000Z";

/**
 * Cases whose breaches were set aside one after another, as people do who dismiss every review; sometimes one of several
 * at the same instant is not, and sometimes a key means nothing.
 */
export const waivedCases: fc.Arbitrary<WaivedCase> = fc
  .record({
    judged: judgedCases,
    isStrict: fc.boolean(),
    dismissals: fc.array(fc.constantFrom("all", "all", "all", "first"), { maxLength: 8 }),
    unknown: fc.constantFrom([], ["daily_loss/0/2026-03-02T00:00:00.001Z"], ["news/0/a/b"]),
  })
  .map(({ judged, isStrict, dismissals, unknown }) => {
    const { stage, records, asOf } = judged;
    const limits = judged.rules.limits.map((limit) =>
      isStrict ? { ...limit, consequence: "fail" as const } : limit,
    );
    const rules = { ...judged.rules, limits };
    const waivers: Waiver[] = unknown.map((key) => ({ key, reason: "Unknown", at }));
    for (const dismissal of dismissals) {
      const judgement = judgeRecords(stage, rules, records, asOf, { waivers });
      const subject = reviewSubject(judgement, limits);
      if (subject?.kind !== "breach") break;
      const keys = dismissal === "all" ? subject.keys : subject.keys.slice(0, 1);
      waivers.push(...keys.map((key) => ({ key, reason: "Dismissed", at })));
    }
    return { stage, rules, records, asOf, waivers };
  });
