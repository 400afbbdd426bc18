import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { type CallContext, t } from "../../../calls/trpc.ts";
import { requireAbility } from "../../../identity/roles/roles.rule.ts";
import { invalidField } from "../../../platform/errors.ts";
import type { Batches } from "../../../platform/exports/csv.ts";
import { figureCsv } from "./figure-csv.ts";
import * as schema from "./figures.schema.ts";
import * as read from "./read-answer.ts";
import { figureRows } from "./figure-rows.ts";
import { readLiabilityDays } from "./liability-days.ts";
import { answerLiability, readLiabilityRows } from "./read-liability.ts";

const { administratorCall } = callsAbout("Figures");

const period =
  "The period is divided by the calendar of the firm's time zone. `cells` names the rows behind each count and sum.";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Sends the rows of an answer as a file if the query asks for one. */
function answerAs(
  { rest }: CallContext,
  format: "json" | "csv" | undefined,
  name: string,
  row: z.ZodObject,
  rows: Rows,
): void {
  if (format !== "csv" || !rest) return;
  const reached = Math.max(
    0,
    ...rows.map((each) => (each.reached as unknown[] | undefined)?.length ?? 0),
  );
  rest.sendFile(`${name}.csv`, figureCsv(row, once(rows), { reached }));
}

async function* once(rows: Rows): Batches<Rows[number]> {
  yield rows;
}

/** The parameters that only some figures have. */
const parametersOf = (name: string) => {
  if (name === "liability") return [];
  return name === "cohorts" ? periodParameters.concat("per") : periodParameters;
};
const periodParameters = ["from", "to", "by"];

/** @throws RefusalError if the rows of this figure do not depend on a parameter */
function requireKnownParameters(input: z.output<typeof schema.figureRowsInput>): void {
  const known = parametersOf(input.name);
  for (const name of ["from", "to", "by", "per"] as const) {
    if (input[name] !== undefined && !known.includes(name))
      throw invalidField(name, `${name} does not apply to this figure`);
  }
}

/** How the firm does, from stored records and never from counters. */
export const adminFiguresRouter = t.router({
  funnel: administratorCall("figures.read", {
    rest: "GET /admin/figures/funnel",
    summary: "Get how many stages passed and failed, by step",
    description: `Stages that started in the period, as they stand now. ${period}`,
    scope: "figures:read",
  })
    .input(schema.figureInput.optional())
    .output(schema.funnel)
    .query(async ({ ctx, input: { format, ...query } = {} }) => {
      const answer = await read.readFunnel(ctx.app, query);
      answerAs(ctx, format, "funnel", schema.funnelRow, answer.rows);
      return answer;
    }),

  cohorts: administratorCall("figures.read", {
    rest: "GET /admin/figures/cohorts",
    summary: "Get how far attempts came that started together",
    description: `An attempt is a stage of a programme with the later steps that follow from its pass. ${period}`,
    scope: "figures:read",
  })
    .input(schema.cohortsInput.optional())
    .output(schema.cohorts)
    .query(async ({ ctx, input: { format, ...query } = {} }) => {
      const answer = await read.readCohorts(ctx.app, query);
      answerAs(ctx, format, "cohorts", schema.cohortRow, answer.rows);
      return answer;
    }),

  breaches: administratorCall("figures.read", {
    rest: "GET /admin/figures/breaches",
    summary: "Get why accounts end, by kind of rule",
    description: `Reviews of breaches by the instant of the breach, by what was decided until now. ${period}`,
    scope: "figures:read",
  })
    .input(schema.figureInput.optional())
    .output(schema.breaches)
    .query(async ({ ctx, input: { format, ...query } = {} }) => {
      const answer = await read.readBreaches(ctx.app, query);
      answerAs(ctx, format, "breaches", schema.breachRow, answer.rows);
      return answer;
    }),

  money: administratorCall("figures.money", {
    rest: "GET /admin/figures/money",
    summary: "Get what was sold, requested, approved and paid, by currency",
    description: `Each amount counts when it happened, whatever follows. ${period}`,
    scope: "figures:read",
  })
    .input(schema.figureInput.optional())
    .output(schema.money)
    .query(async ({ ctx, input: { format, ...query } = {} }) => {
      const answer = await read.readMoney(ctx.app, query);
      answerAs(ctx, format, "money", schema.moneyRow, answer.rows);
      return answer;
    }),

  waiting: administratorCall("figures.read", {
    rest: "GET /admin/figures/waiting",
    summary: "Get how long traders and the firm waited, by queue",
    description: `Waits that ended in the period, and in \`open\` what waits now. ${period}`,
    scope: "figures:read",
  })
    .input(schema.figureInput.optional())
    .output(schema.waits)
    .query(async ({ ctx, input: { format, ...query } = {} }) => {
      const answer = await read.readWaits(ctx.app, query);
      answerAs(ctx, format, "waiting", schema.waitingRow, answer.rows);
      return answer;
    }),

  liability: administratorCall("figures.money", {
    rest: "GET /admin/figures/liability",
    summary: "Get what is owed, and what can be withdrawn when",
    description:
      "Open stages of accounts with payouts enabled by their readiness, and the requests that are pending, or approved and unpaid. Up to 15 minutes old if more than 10,000 accounts are judged. `cells` names the rows behind each count and sum.",
    scope: "figures:read",
  })
    .input(schema.liabilityInput.optional())
    .output(schema.liability)
    .query(async ({ ctx, input: { format, ...filter } = {} }) => {
      const answer = await answerLiability(ctx.app, filter);
      answerAs(ctx, format, "liability", schema.liabilityRow, answer.rows);
      return answer;
    }),

  liabilityHistory: administratorCall("figures.money", {
    rest: "GET /admin/figures/liability/history",
    summary: "Get the liability as each day ended",
    description:
      "By the calendar of the firm's time zone, as it was computed then. A day that ended while nothing ran is missing.",
    scope: "figures:read",
  })
    .input(schema.liabilityHistoryInput.optional())
    .output(z.array(schema.liabilityDay))
    .query(async ({ ctx, input: { format, ...query } = {} }) => {
      const days = await readLiabilityDays(ctx.app, query);
      answerAs(ctx, format, "liability-history", schema.liabilityDay, days);
      return days;
    }),

  rows: administratorCall("figures.money", {
    rest: "GET /admin/figures/{name}/rows",
    summary: "List the rows behind a count or a sum, newest first",
    description:
      "`name` is that of the figure, `cell` one of the `cells` of its answer, and the other parameters are those of the answer. Money and liability require the ability `figures.money`, the others `figures.read`.",
    scope: "figures:read",
    errors: [404],
    example: { name: "money", cell: "WyJwYWlkIiwiMjAyNi0wMy0wMSIsIlVTRCJd" },
    cost: { kind: "stream" },
  })
    .input(schema.figureRowsInput)
    .output(z.array(schema.figureFact))
    .query(async ({ ctx, input: { format, ...input } }) => {
      if (ctx.actor.kind === "administrator" && !["money", "liability"].includes(input.name))
        requireAbility(ctx.actor.role, "figures.read");
      requireKnownParameters(input);
      const list = figureRows(
        input.name === "liability"
          ? await readLiabilityRows(ctx.app, input)
          : (context, page) => read.readFigureRows(context, { ...input, ...page }),
      );
      if (format !== "csv" || !ctx.rest) return respondWithPage(ctx, list, input);
      const batches = list.readBatches(ctx.app, input);
      ctx.rest.sendFile(`${input.name}-rows.csv`, figureCsv(schema.figureFact, batches));
      return [];
    }),
});
