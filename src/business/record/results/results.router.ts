import { z } from "zod";
import type { Cost } from "../../../calls/costs.ts";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { type CallContext, t } from "../../../calls/trpc.ts";
import { readDays } from "./days.queries.ts";
import { readEquity } from "./equity.queries.ts";
import {
  daysInput,
  equityInput,
  equityPoint,
  listOwnTradesInput,
  listTradesInput,
  ownDaysInput,
  ownEquityInput,
  ownStatisticsInput,
  ownTradesPageInput,
  statistics,
  statisticsInput,
  trade,
  tradesPage,
  tradesPageInput,
  tradingDay,
} from "./result.schema.ts";
import { findStage } from "../records/record-stages.queries.ts";
import { readStatistics } from "./statistics.queries.ts";
import { trades, tradesOfStage } from "./trades.queries.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Records");

type Input<Schema extends z.ZodType> = z.output<Schema>;

async function listTrades(
  ctx: CallContext,
  traderId: number,
  { stage: stageId, symbol, ...query }: Input<typeof listOwnTradesInput>,
) {
  const stage = await findStage(ctx.app.database.kysely, traderId, stageId);
  return respondWithPage(ctx, trades, { ...query, ...tradesOfStage(stage, symbol) });
}

async function pageTrades(
  { app }: CallContext,
  traderId: number,
  { stage: stageId, symbol, ...query }: Input<typeof ownTradesPageInput>,
) {
  const stage = await findStage(app.database.kysely, traderId, stageId);
  return trades.readPage(app, { ...query, ...tradesOfStage(stage, symbol) });
}

async function listDays(
  { app }: CallContext,
  traderId: number,
  { stage: stageId, from, to }: Input<typeof ownDaysInput>,
) {
  const stage = await findStage(app.database.kysely, traderId, stageId);
  return stage ? readDays(app, stage, { from, to }) : [];
}

async function listEquity(
  { app: { database } }: CallContext,
  traderId: number,
  { stage: stageId, ...query }: Input<typeof ownEquityInput>,
) {
  const stage = await findStage(database.kysely, traderId, stageId);
  return stage ? readEquity(database.kysely, stage, query) : [];
}

async function getStatistics(
  { app: { database } }: CallContext,
  traderId: number,
  stageId: number | undefined,
) {
  return readStatistics(database.kysely, await findStage(database.kysely, traderId, stageId));
}

const descriptions = {
  trades:
    "Returns pages by cursor, newest first, for the current stage unless `stage` names another.",
  days: "Days follow the clock of the stage's rules. Returns the current stage unless `stage` names another.",
  equity: "Returns points in time; `equity` is `null` if only the balance is known.",
  statistics: "Figures that cannot be computed from the closed trades are `null`.",
};
type RecordPath = keyof typeof descriptions;

const costs: Partial<Record<RecordPath, { cost: Cost }>> = {
  trades: { cost: { kind: "stream", when: ({ limit }) => limit === undefined } },
  equity: { cost: { kind: "replay" } },
};

const own = (path: RecordPath, summary: string) =>
  traderCall({
    rest: `GET /user/${path}`,
    summary,
    description: descriptions[path],
    errors: [404],
    ...costs[path],
  });

const ofTrader = (path: RecordPath, summary: string) =>
  administratorCall("records.read", {
    rest: `GET /admin/user/{userId}/${path}`,
    summary,
    description: descriptions[path],
    scope: "records:read",
    ...costs[path],
  });

/** The trading record of the trader's own account. */
export const traderRecordRouter = t.router({
  trades: own("trades", "List your trades")
    .input(listOwnTradesInput.optional())
    .output(z.array(trade))
    .query(({ ctx, input }) => listTrades(ctx, ctx.actor.trader.id, input ?? {})),

  /** For the web client: pages by number. */
  tradesPage: traderCall()
    .input(ownTradesPageInput)
    .output(tradesPage)
    .query(({ ctx, input }) => pageTrades(ctx, ctx.actor.trader.id, input)),

  days: own("days", "List your trading days with records, oldest first")
    .input(ownDaysInput.optional())
    .output(z.array(tradingDay))
    .query(({ ctx, input }) => listDays(ctx, ctx.actor.trader.id, input ?? {})),

  equity: own("equity", "Get your equity curve, thinned without losing lows and highs")
    .input(ownEquityInput.optional())
    .output(z.array(equityPoint))
    .query(({ ctx, input }) =>
      listEquity(ctx, ctx.actor.trader.id, input ?? ownEquityInput.parse({})),
    ),

  statistics: own("statistics", "Get the statistics of your closed trades")
    .input(ownStatisticsInput.optional())
    .output(statistics)
    .query(({ ctx, input }) => getStatistics(ctx, ctx.actor.trader.id, input?.stage)),
});

/** The trading records of all accounts. */
export const adminRecordProcedures = {
  trades: ofTrader("trades", "List a trader's trades")
    .input(listTradesInput)
    .output(z.array(trade))
    .query(({ ctx, input: { userId, ...query } }) => listTrades(ctx, userId, query)),

  /** For the web client: pages by number. */
  tradesPage: administratorCall("records.read", { scope: "records:read" })
    .input(tradesPageInput)
    .output(tradesPage)
    .query(({ ctx, input: { userId, ...query } }) => pageTrades(ctx, userId, query)),

  days: ofTrader("days", "List a trader's trading days with records, oldest first")
    .input(daysInput)
    .output(z.array(tradingDay))
    .query(({ ctx, input: { userId, ...query } }) => listDays(ctx, userId, query)),

  equity: ofTrader("equity", "Get a trader's equity curve, thinned without losing lows and highs")
    .input(equityInput)
    .output(z.array(equityPoint))
    .query(({ ctx, input: { userId, ...query } }) => listEquity(ctx, userId, query)),

  statistics: ofTrader("statistics", "Get the statistics of a trader's closed trades")
    .input(statisticsInput)
    .output(statistics)
    .query(({ ctx, input }) => getStatistics(ctx, input.userId, input.stage)),
};
