import { z } from "zod";
import { isId } from "../../../platform/fields/id.rule.ts";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { listQuery, unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { requiredText } from "../../../platform/fields/text.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { isTimeZone } from "../../../platform/time/local-time.rule.ts";
import { filterInputs } from "../../office/tables/table-inputs.schema.ts";
import { reconciliationStatuses } from "./reading/reconcile.rule.ts";
import { statementFormats } from "./statement.rule.ts";
import { statementTable } from "./statement.table.ts";

/** The zone of an earlier file that stated an offset without a name, such as `+05:30`. */
const OFFSET_ZONE = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

const timeZone = z
  .string()
  .trim()
  .refine((name) => name === "" || isTimeZone(name) || OFFSET_ZONE.test(name), {
    error: "Time zone must be an IANA name such as Europe/Athens",
  })
  .transform((name) => (name === "" ? undefined : name));

/** The fields that accompany the file of an upload; all of them are text. */
export const statementFields = z.strictObject({
  timeZone: timeZone.optional(),
  financing: z
    .enum(["cost", ""], { error: "financing must be cost, or left out" })
    .transform((value) => value || undefined)
    .optional(),
  stageId: z
    .string()
    .trim()
    .transform((text) => (text === "" ? undefined : Number(text)))
    .refine((value) => value === undefined || isId(value), {
      error: "stageId must be the id of a stage",
    })
    .optional(),
  dryRun: z
    .enum(["true", "false"], { error: "dryRun must be true or false" })
    .default("false")
    .transform((value) => value === "true"),
});

/** A contradiction of a statement with itself, the account or other sources. */
const statementFinding = z
  .object({
    code: z.string().meta({ examples: ["running_balance"] }),
    message: z
      .string()
      .meta({ examples: ["The balance of the row differs from the sum of those before it"] }),
    row: z.number().nullable(),
    expected: z.string().nullable(),
    actual: z.string().nullable(),
  })
  .meta({ id: "StatementFinding" });
export type StatementFinding = z.infer<typeof statementFinding>;

const count = z.number();

/** An imported statement; `id` and `createdAt` are `null` in the response to a dry run. */
export const statement = z
  .object({
    id: id.nullable(),
    userId: id,
    stageId: id.nullable().meta({ description: "`null` if a dry run would start a stage" }),
    format: z.enum(statementFormats),
    fileName: z.string().meta({ examples: ["DetailedStatement.htm"] }),
    sha256: z.string(),
    size: z.number().meta({ description: "Bytes" }),
    timeZone: z.string().meta({ examples: ["Europe/Athens"] }),
    timeZoneSource: z.enum(["file", "chosen", "earlier", "firm"]).meta({
      description:
        "Whether the file states the zone, it was chosen for this import, or it is that of the trader's statement before or of the firm",
      examples: ["chosen"],
    }),
    login: z
      .string()
      .nullable()
      .meta({ examples: ["5002001"] }),
    accountName: z.string().nullable(),
    currency: z
      .string()
      .nullable()
      .meta({ examples: ["USD"] }),
    from: timestamp.nullable().meta({ description: "The time of the first record" }),
    to: timestamp.nullable().meta({ description: "The time of the last record" }),
    counts: z.object({
      trades: count.meta({ description: "Closed trades" }),
      openTrades: count,
      deals: count,
      operations: count,
      cancelledOrders: count,
      new: count,
      known: count,
      conflicts: count,
    }),
    totals: z.object({
      profit: moneySum,
      commission: moneySum,
      swap: moneySum,
      fee: moneySum,
      deposits: moneySum,
      withdrawals: moneySum,
      corrections: moneySum,
      credits: moneySum,
    }),
    openingBalance: moneySum.nullable(),
    closingBalance: moneySum.nullable(),
    reconciliation: z.object({
      status: z.enum(reconciliationStatuses),
      difference: moneySum,
      findings: z.array(statementFinding),
    }),
    financing: z
      .object({
        count: count.meta({ examples: [2] }),
        amount: moneySum.meta({ examples: ["-4.20"] }),
        areCosts: z.boolean().meta({
          description: "They are operations of the kind `fee`; otherwise deposits and withdrawals",
        }),
      })
      .nullable()
      .meta({
        description: "Balance operations with a financing comment; `null` if there are none",
      }),
    needsConfirmation: z.boolean().meta({
      description: "The records do not count until an administrator confirms the statement",
    }),
    confirmedAt: timestamp.nullable(),
    confirmedBy: z.string().nullable(),
    createdAt: timestamp.nullable(),
    createdBy: z.string().nullable(),
    withdrawnAt: timestamp.nullable(),
    withdrawnBy: z.string().nullable(),
    withdrawnReason: z.string().nullable(),
  })
  .meta({ id: "Statement" });
export type Statement = z.infer<typeof statement>;

export const listOwnStatementsInput = unsearchedListQuery({});
export const listStatementsOfTraderInput = unsearchedListQuery({ userId: targetId });

export const withdrawStatementInput = z.strictObject({
  id: targetId,
  reason: requiredText("Please provide a reason"),
});

export const confirmStatementInput = z.strictObject({ id: targetId });

/** A statement with its trader, as the list of all statements shows it. */
export const listedStatement = statement
  .safeExtend({
    id,
    stageId: id,
    trader: z.object({
      fullName: z
        .string()
        .nullable()
        .meta({ examples: ["Olivia Bennett"] }),
      email: z.string(),
    }),
  })
  .meta({ id: "ListedStatement" });
export type ListedStatement = z.infer<typeof listedStatement>;

export const listStatementsInput = listQuery(filterInputs(statementTable.filters));
