import { z } from "zod";
import { id, idFilter, timestamp } from "../../../platform/fields/fields.schema.ts";
import { text } from "../../../platform/fields/text.schema.ts";
import {
  currency,
  currencyInput,
  moneyInput,
  moneySum,
} from "../../../platform/money/money.schema.ts";
import {
  bucketSizes,
  cohortsPer,
  moneyCells,
  queues,
  withdrawableTimes,
} from "./figure-names.rule.ts";

const dayInput = (name: string) =>
  z.iso
    .date({ error: `${name} must be a day such as 2026-03-01` })
    .optional()
    .meta({ examples: ["2026-03-01"] });

const stepMessage = "step must be a whole number from 1";

const filterInput = {
  programmeId: idFilter("programmeId").meta({ description: "Only stages of this programme" }),
  programmeVersionId: idFilter("programmeVersionId").meta({
    description: "Only stages of this version of a programme",
  }),
  step: z
    .int({ error: stepMessage })
    .min(1, { error: stepMessage })
    .max(100, { error: stepMessage })
    .optional()
    .meta({ description: "Only stages at this step, from 1" }),
  initialBalance: moneyInput("initialBalance must be an amount")
    .optional()
    .meta({ description: "Only stages that started with this balance" }),
  currency: currencyInput
    .optional()
    .meta({ description: "Only stages in this currency; of requests and payments, their own" }),
};

const format = z
  .enum(["json", "csv"], { error: "format must be json or csv" })
  .optional()
  .meta({ description: "`csv` returns the same rows as a file; REST only" });

const queryInput = {
  from: dayInput("from").meta({
    description: "The first day, in the firm's time zone; 12 months before `to` by default",
  }),
  to: dayInput("to").meta({
    description: "The day after the last one; the first of next month by default",
  }),
  by: z
    .enum(bucketSizes, { error: `by must be one of ${bucketSizes.join(", ")}` })
    .optional()
    .meta({ description: "How the period is divided; weeks begin on Monday" }),
  ...filterInput,
};

const per = z
  .enum(cohortsPer, { error: `per must be one of ${cohortsPer.join(", ")}` })
  .optional()
  .meta({ description: "`trader` counts each trader once; `attempt` by default" });

export const figureInput = z.strictObject({ ...queryInput, format });
export const cohortsInput = z.strictObject({ ...queryInput, per, format });

export const liabilityInput = z.strictObject({ ...filterInput, format });
export const liabilityHistoryInput = z.strictObject({
  from: queryInput.from,
  to: queryInput.to,
  format,
});

/** The query of any figure, and one of the cells of its answer. */
export const figureRowsInput = z.strictObject({
  name: text("name must be text").meta({ description: "The figure, such as `funnel`" }),
  cell: text("cell must be text").meta({ description: "One of the `cells` of its answer" }),
  ...queryInput,
  per,
  limit: z
    .int({ error: "limit must be a whole number from 1 to 1000" })
    .min(1, { error: "limit must be a whole number from 1 to 1000" })
    .max(1000, { error: "limit must be a whole number from 1 to 1000" })
    .optional(),
  cursor: text("cursor must be text").optional().meta({
    description: "The end of the previous page, copied from the `Link` header",
  }),
  format,
});

const count = z.int().meta({ examples: [61] });
const share = z
  .string()
  .nullable()
  .meta({ description: "A percentage; `null` without a base", examples: ["14.81"] });
const seconds = z
  .int()
  .nullable()
  .meta({ description: "Whole seconds; `null` without any", examples: [86_400] });
const bucket = z.string().meta({ description: "The first day", examples: ["2026-03-01"] });
const sum = z.object({ count, amount: moneySum });
const cell = z
  .string()
  .nullable()
  .meta({ description: "Names the rows behind the figure; `null` if there are none" });

function cellsOf<Name extends string>(names: readonly Name[]) {
  return z.object(
    Object.fromEntries(names.map((name) => [name, cell])) as Record<Name, typeof cell>,
  );
}

function answerOf<Row extends z.ZodObject>(row: Row) {
  return z.object({
    from: bucket,
    to: z.string().meta({ description: "The day after the last one", examples: ["2027-03-01"] }),
    timeZone: z.string().meta({ examples: ["Europe/Prague"] }),
    by: z.enum(bucketSizes),
    computedAt: timestamp,
    deletedTraders: count.meta({ description: "Traders who were deleted since `from`" }),
    rows: z.array(row),
  });
}

const stageCells = ["started", "passed", "failed", "abandoned", "open"] as const;

export const funnelRow = z
  .object({
    bucket,
    programmeId: z.int().nullable(),
    programmeVersionId: z.int().nullable(),
    step: z.int().nullable(),
    phase: z.string().meta({ examples: ["Phase 1"] }),
    started: count,
    passed: count,
    failed: count,
    abandoned: count,
    open: count,
    passRate: share,
    medianSecondsToPass: seconds,
    medianSecondsToFail: seconds,
    cells: cellsOf(stageCells),
  })
  .meta({ id: "FunnelRow" });
export const funnel = answerOf(funnelRow).meta({ id: "Funnel" });
export type Funnel = z.infer<typeof funnel>;

const cohortCells = ["started", "funded", "paid", "open"] as const;

export const cohortRow = z
  .object({
    bucket,
    started: count,
    reached: z.array(count).meta({ description: "How many had a stage at each step" }),
    funded: count,
    paid: count,
    open: count,
    cells: cellsOf(cohortCells).extend({ reached: z.array(cell) }),
  })
  .meta({ id: "CohortRow" });
export const cohorts = answerOf(cohortRow).meta({ id: "Cohorts" });
export type Cohorts = z.infer<typeof cohorts>;

const breachCells = ["breaches", "open", "confirmed", "dismissed", "overturned"] as const;

export const breachRow = z
  .object({
    bucket,
    kind: z
      .string()
      .nullable()
      .meta({ examples: ["daily_loss"] }),
    breaches: count,
    open: count,
    confirmed: count,
    dismissed: count,
    overturned: count,
    share,
    medianSecondsFromStart: seconds,
    cells: cellsOf(breachCells),
  })
  .meta({ id: "BreachRow" });
export const breaches = answerOf(breachRow).meta({ id: "Breaches" });
export type Breaches = z.infer<typeof breaches>;

export const moneyRow = z
  .object({
    bucket,
    currency: currency.nullable(),
    ...(Object.fromEntries(moneyCells.map((name) => [name, sum])) as Record<
      (typeof moneyCells)[number],
      typeof sum
    >),
    payoutRatio: share,
    cells: cellsOf(moneyCells),
  })
  .meta({ id: "MoneyRow" });
export const money = answerOf(moneyRow).meta({ id: "MoneyFigures" });
export type MoneyFigures = z.infer<typeof money>;

const waitCells = ["decided", "withinDay"] as const;

export const waitingRow = z
  .object({
    bucket,
    queue: z.enum(queues),
    decided: count,
    medianSeconds: seconds,
    p90Seconds: seconds,
    withinDay: count,
    withinDayShare: share,
    cells: cellsOf(waitCells),
  })
  .meta({ id: "WaitingRow" });

const openQueue = z.object({
  queue: z.enum(queues),
  open: count,
  oldestSeconds: seconds,
  cells: cellsOf(["open"]),
});

export const waits = answerOf(waitingRow)
  .extend({ open: z.array(openQueue).meta({ description: "What waits now" }) })
  .meta({ id: "Waits" });
export type Waits = z.infer<typeof waits>;

const liabilityTotals = {
  accounts: count.meta({ description: "Open stages of accounts with payouts enabled" }),
  undetermined: count.meta({
    description: "Those without rules for payouts, or whose evidence is incomplete; in no sum",
  }),
  approvedUnpaid: sum,
  pending: sum,
  withdrawable: z
    .object(
      Object.fromEntries(withdrawableTimes.map((time) => [time, sum])) as Record<
        (typeof withdrawableTimes)[number],
        typeof sum
      >,
    )
    .meta({ description: "By when it can be requested; `blocked` is not a matter of time" }),
};

export const liabilityRow = z
  .object({
    currency,
    ...liabilityTotals,
    largest: z
      .array(z.object({ userId: id, stageId: id, amount: moneySum }))
      .meta({ description: "The ten accounts with most to withdraw" }),
    topTenShare: share,
    cells: cellsOf(["accounts", "undetermined", "approvedUnpaid", "pending"]).extend({
      withdrawable: cellsOf(withdrawableTimes),
    }),
  })
  .meta({ id: "LiabilityRow" });
export const liability = z
  .object({ computedAt: timestamp, rows: z.array(liabilityRow) })
  .meta({ id: "Liability" });
export type Liability = z.infer<typeof liability>;

export const liabilityDay = z
  .object({
    day: z.string().meta({ description: "In the firm's time zone", examples: ["2026-03-01"] }),
    currency,
    computedAt: timestamp,
    ...liabilityTotals,
  })
  .meta({ id: "LiabilityDay" });
export type LiabilityDay = z.infer<typeof liabilityDay>;

export const rowKinds = [
  "stage",
  "review",
  "order",
  "request",
  "payment",
  "appeal",
  "action",
  "identity",
  "link",
] as const;

export const figureFact = z
  .object({
    kind: z.enum(rowKinds),
    id: z.int(),
    userId: z.int().nullable(),
    fullName: z.string().nullable(),
    stageId: z.int().nullable(),
    at: timestamp.meta({ description: "The instant by which it counts" }),
    amount: moneySum.nullable(),
    currency: currency.nullable(),
    seconds,
  })
  .meta({ id: "FigureFact" });
export type FigureFact = z.infer<typeof figureFact>;
