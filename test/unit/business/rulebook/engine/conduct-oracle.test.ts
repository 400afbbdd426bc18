import fc from "fast-check";
import { expect, it } from "vitest";
import { judgeRecords } from "../../../../../src/business/rulebook/engine/judge-records.rule.ts";
import type { Judgement } from "../../../../../src/business/rulebook/engine/verdict.schema.ts";
import { conductedCases, type ConductedCase } from "../../../../support/conducted-cases.ts";
import { cents, stageOf100k } from "../../../../support/judged.ts";
import { judgeConductNaively } from "../../../../support/naive-conduct.ts";
import { rounds } from "../../../../support/rounds.ts";

type Waivers = { key: string; reason: string; at: string }[];

function judgeCase(
  { rules, records, calendar, conflicts, asOf, startedAt }: ConductedCase,
  waivers: Waivers,
) {
  const stage = {
    ...stageOf100k,
    initialBalance: "10000.00",
    startedAt: new Date(startedAt).toISOString(),
    evidence: {
      conflicts: conflicts.map((ticket) => ({ ticket, time: new Date(startedAt).toISOString() })),
      inconsistentStatements: [],
    },
  };
  return judgeRecords(stage, rules, records, asOf, { calendar, waivers });
}

/** Selects the parts that the naive implementation also computes: everything except sentences. */
function comparable({ endedAt, conduct }: Judgement) {
  const wordless = <Item extends { reason: string }>({ reason: _, ...others }: Item) => others;
  return {
    endedAt,
    conduct: conduct!.map((row) => ({ ...wordless(row), findings: row.findings.map(wordless) })),
  };
}

const naively = (conducted: ConductedCase, waivers: Waivers) =>
  judgeConductNaively({ ...conducted, waivers, initialBalance: cents("10000.00") });

it("judges conduct as the contract defines it", () => {
  fc.assert(
    fc.property(conductedCases, (conducted) => {
      expect(comparable(judgeCase(conducted, []))).toEqual(naively(conducted, []));
    }),
    rounds(300),
  );
});

it("judges on after findings were waived", () => {
  fc.assert(
    fc.property(conductedCases, fc.infiniteStream(fc.boolean()), (conducted, choices) => {
      const { conduct } = judgeCase(conducted, []);
      const at = new Date(conducted.asOf).toISOString();
      const waivers = conduct!
        .flatMap(({ findings }) => findings.map(({ key }) => key))
        .filter(() => choices.next().value)
        .map((key) => ({ key, reason: "The platform lagged", at }));
      expect(comparable(judgeCase(conducted, waivers))).toEqual(naively(conducted, waivers));
    }),
    rounds(300),
  );
});
