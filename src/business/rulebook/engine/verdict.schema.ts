import { z } from "zod";
import { id } from "../../../platform/fields/fields.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { limitKinds, objectiveKinds } from "../kinds/kinds.rule.ts";
import { conductVerdict } from "./conduct-verdict.schema.ts";
import { outcomes } from "./outcome.rule.ts";
import { instant, limitReport, objectiveReport } from "../kinds/parts/report.schema.ts";

/** How much of the time with an open position equity was observed. Whole seconds. */
export const coverage = z
  .object({ openSeconds: z.int(), observedSeconds: z.int(), longestGapSeconds: z.int() })
  .meta({ id: "Coverage" });
export type Coverage = z.infer<typeof coverage>;

export const grades = [
  "observed",
  "partly_observed",
  "closed_results",
  "incomplete",
  "stated",
] as const;
export type Grade = (typeof grades)[number];

const place = { index: z.int().meta({ description: "The position of the rule in its list" }) };

/** The verdict on one limit. */
const limitVerdict = z
  .object({
    kind: z.enum(limitKinds.map(({ kind }) => kind)),
    ...place,
    status: z.enum(["kept", "breached", "undetermined"]),
    ...limitReport.shape,
  })
  .meta({ id: "LimitVerdict" });
export type LimitVerdict = z.infer<typeof limitVerdict>;

/** The verdict on one objective. */
const objectiveVerdict = z
  .object({
    kind: z.enum(objectiveKinds.map(({ kind }) => kind)),
    ...place,
    ...objectiveReport.shape,
  })
  .meta({ id: "ObjectiveVerdict" });
export type ObjectiveVerdict = z.infer<typeof objectiveVerdict>;

/** A breach or a finding that a person has set aside, so that the stage is judged on. */
export const waiver = z
  .object({
    key: z.string().meta({
      description:
        "The kind and the index of the limit, and the time of its breach; or the key of a finding",
      examples: ["daily_loss/0/2026-03-02T10:00:00.000Z"],
    }),
    reason: z.string(),
    at: instant.meta({ description: "When the breach was set aside" }),
  })
  .meta({ id: "Waiver" });
export type Waiver = z.infer<typeof waiver>;

/** What a person should check in addition to the rules. */
export const finding = z
  .object({
    code: z.enum(["possible_breach", "conflict", "inconsistent_statement", "unexplained_balance"]),
    message: z.string().meta({ examples: ["Equity was not observed for 15 minutes"] }),
    at: instant.nullable(),
    kind: z.string().nullable().meta({ description: "The kind of rule that this is about" }),
    index: z.int().nullable(),
  })
  .meta({ id: "VerdictFinding" });
export type VerdictFinding = z.infer<typeof finding>;

export const verdict = z
  .object({
    stageId: id,
    asOf: instant,
    outcome: z.enum(outcomes),
    endedAt: instant
      .nullable()
      .meta({ description: "When a failing breach ended the evaluation; `null` without one" }),
    grade: z.enum(grades),
    coverage,
    rules: z.array(z.union([limitVerdict, objectiveVerdict])),
    findings: z.array(finding),
    deductions: moneySum.optional().meta({ description: "With engine `3`" }),
    calendar: z
      .object({
        versionId: id,
        sha256: z
          .string()
          .meta({ examples: ["2f1ba21c9bd3b7b1f6e2a9d6c7a4f30b6f2a1d1e9b0c35d8a4b6e7f890123456"] }),
      })
      .nullable()
      .optional()
      .meta({
        description: "With engine `3`: the version that rules about news refer to",
      }),
    conduct: z.array(conductVerdict).optional().meta({ description: "With engine `3`" }),
    rulesVersionId: id.nullable(),
    rulesSha256: z.string().nullable(),
    recordsSha256: z.string(),
    engine: z.string().meta({
      description:
        "The version of the engine; `2` since the balance after an entry is no longer equity, `3` with rules of conduct, breaches that were set aside or a balance carried over",
      examples: ["2"],
    }),
    zoneData: z.string().meta({
      description: "The version of the time zone data that trading days were computed with",
      examples: ["2026a"],
    }),
  })
  .meta({ id: "Verdict" });
export type Verdict = z.infer<typeof verdict>;

/** What the engine decides; hashes are added by the caller. */
export type Judgement = Omit<Verdict, "rulesSha256" | "recordsSha256" | "zoneData" | "calendar"> & {
  calendar?: Pick<NonNullable<Verdict["calendar"]>, "versionId"> | null;
};

/** Conflicts between sources and inconsistent statements, which the records themselves do not show. */
const stageEvidence = z.object({
  conflicts: z.array(z.object({ ticket: z.string(), time: instant })),
  inconsistentStatements: z.array(z.object({ id, from: instant.nullable() })),
});
export type StageEvidence = z.infer<typeof stageEvidence>;

/** The stage as judged by the engine, and as contained in a case file. */
export const judgedStage = z.object({
  id,
  phase: z.string(),
  currency: z.string(),
  initialBalance: moneySum,
  carriedBalance: moneySum.nullable().optional(),
  rulesVersionId: id.nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
  evidence: stageEvidence,
});
export type JudgedStage = z.infer<typeof judgedStage>;
