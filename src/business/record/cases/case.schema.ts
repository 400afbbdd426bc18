import { z } from "zod";
import { id } from "../../../platform/fields/fields.schema.ts";
import { caseCalendar } from "../../rulebook/calendar/case-calendar.schema.ts";
import { rules } from "../../rulebook/rules/rules.schema.ts";
import { payoutStatement, standingApproval } from "../../rulebook/statement/statement.schema.ts";
import { judgedStage, verdict, waiver } from "../../rulebook/engine/verdict.schema.ts";

/** The case file: everything needed to judge a stage again without the firm. */

/** The third format is that of cases of engine `3`, which have more parts. */
const caseFormats = ["propdesk-case/2", "propdesk-case/3"] as const;
/** The first format signed the records, too, and not only their hash. */
export const readableFormats = ["propdesk-case/1", ...caseFormats] as const;

export function caseFormatOf(engine: string): (typeof caseFormats)[number] {
  return engine === "3" ? "propdesk-case/3" : "propdesk-case/2";
}

/** The round trip is necessary because JavaScript parses 31 February as a day in March. */
function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** A time in a file: ISO 8601 in UTC with milliseconds. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, {
    error: "is not a time such as 2026-03-02T09:00:00.000Z",
  })
  .refine(isInstant, { error: "is not a valid time" })
  .meta({ format: "date-time" });
const money = z
  .string()
  .regex(/^-?\d{1,28}\.\d{2}$/, { error: "is not an amount with two decimals" });
const decimal = z.string().regex(/^-?\d{1,20}\.\d{2,10}$/, { error: "is not a decimal" });
const volume = z.string().regex(/^\d{1,20}\.\d{2,8}$/, { error: "is not a volume" });

export const caseDeal = z.strictObject({
  ticket: z.string(),
  position: z.string(),
  time: instant,
  entry: z.enum(["in", "out", "inout"]),
  symbol: z.string(),
  side: z.enum(["buy", "sell"]),
  volume,
  price: decimal,
  profit: money,
  commission: money,
  swap: money,
  fee: money,
});

export const caseOperation = z.strictObject({
  ticket: z.string(),
  time: instant,
  kind: z.enum(["deposit", "withdrawal", "correction", "fee", "credit"]),
  amount: money,
});

export const caseSnapshot = z.strictObject({ time: instant, balance: money, equity: money });

/** The same fields as in the feed. Each list is sorted by time, and then by ticket as text. */
export const caseRecords = z.strictObject({
  deals: z.array(caseDeal),
  operations: z.array(caseOperation),
  snapshots: z.array(caseSnapshot),
});
export type CaseRecords = z.infer<typeof caseRecords>;

const stage = z.strictObject({
  ...judgedStage.shape,
  id,
  initialBalance: money,
  carriedBalance: money.nullable().optional(),
  startedAt: instant,
  endedAt: instant.nullable(),
  evidence: z.strictObject({
    conflicts: z.array(z.strictObject({ ticket: z.string(), time: instant })),
    inconsistentStatements: z.array(z.strictObject({ id, from: instant.nullable() })),
  }),
});

export const signature = z.strictObject({
  algorithm: z.literal("Ed25519"),
  keyId: z.string(),
  value: z.string().meta({
    description:
      "Base64, over the canonical JSON of the file without `signature` and without `records`, for which `recordsSha256` stands",
  }),
});
export type CaseSignature = z.infer<typeof signature>;

const sha256 = z.string().meta({ pattern: "^[0-9a-f]{64}$" });

export const caseFile = z
  .strictObject({
    format: z.enum(caseFormats),
    firm: z.string(),
    stage,
    rules: rules.nullable(),
    waivers: z
      .array(z.strictObject({ ...waiver.shape, at: instant }))
      .optional()
      .meta({ description: "The breaches that were set aside; from `propdesk-case/3` on" }),
    calendar: caseCalendar.nullable().optional().meta({
      description:
        "The events that rules about news refer to, from a day before the start to a day after the verdict; from `propdesk-case/3` on",
    }),
    approvals: z
      .array(z.strictObject({ ...standingApproval.shape, amount: money, at: instant }))
      .optional()
      .meta({
        description:
          "The approvals of payouts of the stage that stand as of the verdict, oldest first; from `propdesk-case/3` on",
      }),
    statement: payoutStatement.nullable().optional().meta({
      description:
        "How what could be withdrawn as of the verdict comes about; `null` without rules for payouts; from `propdesk-case/3` on",
    }),
    verdict,
    recordsSha256: sha256,
    rulesSha256: sha256.nullable(),
    signature,
    records: caseRecords,
  })
  .meta({ id: "CaseFile" });
export type CaseFile = z.infer<typeof caseFile>;
/** What is signed from format 2 on: everything except the records and the signature itself. */
export type CaseHead = Omit<CaseFile, "records" | "signature">;

/** The minimum that a file needs to be read as a case. Any other fault is reported as a difference. */
export const caseFrame = z.looseObject({
  format: z.enum(readableFormats),
  stage: z.looseObject({}),
  rules: z.looseObject({}).nullable(),
  records: z.looseObject({
    deals: z.array(z.unknown()),
    operations: z.array(z.unknown()),
    snapshots: z.array(z.unknown()),
  }),
  verdict: z.looseObject({}),
});

/** The verdict is compared as a whole, so only its time is parsed. */
export const readableCase = caseFile
  .extend({
    format: z.enum(readableFormats),
    verdict: z.looseObject({ asOf: instant }),
  })
  .refine(({ format, waivers }) => (format === "propdesk-case/3") === (waivers !== undefined), {
    error: "belongs to cases of the format propdesk-case/3, and to all of them",
    path: ["waivers"],
  });
export type ReadableCase = z.infer<typeof readableCase>;

/** The firm's published keys. */
export const publishedKeys = z.object({
  keys: z.array(
    z.object({ keyId: z.string(), algorithm: z.literal("Ed25519"), publicKey: z.string() }),
  ),
});
export type PublishedKeys = z.infer<typeof publishedKeys>;
