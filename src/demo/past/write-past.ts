import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { backOfficeActor } from "../account-history.ts";
import { isTraded } from "../demo-record.ts";
import { demoServer, type DemoTrader } from "../demo-trader.ts";
import { ladders } from "../ladders.ts";
import type { Market } from "../trading/market.ts";
import type { PastEvent } from "../trader-history.ts";
import { ladderOf, type WrittenLadders } from "../write-programmes.ts";
import type { WrittenTraders } from "../write-traders.ts";
import { earlierStages } from "./earlier-stages.ts";
import { customerEvents, endEvents, startEvent } from "./past-events.ts";
import { phaseOf, type WrittenCustomer } from "./write-former-customers.ts";
import { type PlacedPastStage, writePastStages } from "./write-past-stages.ts";

interface Past {
  customers: readonly WrittenCustomer[];
  traders: WrittenTraders;
  written: WrittenLadders;
  market: Market;
  /** Of the bridge that has sent the deals. */
  tokenId: number;
}

/**
 * Writes what happened before the present: the stages of former customers, and those that the present traders have passed.
 * @returns the audit events
 */
export async function writePast(
  context: Context,
  transaction: Transaction,
  { customers, traders, written, market, tokenId }: Past,
): Promise<PastEvent[]> {
  const server = demoServer(context.config, "Demo01");
  const former = customers.flatMap(({ customer, trader, accountId }) =>
    customer.stages.map((past): PlacedPastStage => {
      const { versionId, rulesVersionId } = written.get(customer.ladder)![past.step - 1]!;
      const phase = phaseOf(customer, past);
      const step = { phase, programmeVersionId: versionId, rulesVersionId };
      return { past, accountId, userId: trader.id, size: customer.size, server, ...step };
    }),
  );
  const passed = await placeEarlier(context, transaction, { traders, written, market, server });
  const stages = [...former, ...passed.map(({ placed }) => placed)];
  const ids = await writePastStages(transaction, stages, tokenId);
  return [
    ...customers.flatMap((customer) => customerEvents(context, customer, ids)),
    ...passed.flatMap(({ placed: { past, phase, size }, trader }) => {
      const stageId = ids.get(past)!;
      const started = { stageId, phase, size, at: past.startedAt, actor: backOfficeActor() };
      return [startEvent(trader, started), ...endEvents(trader, stageId, past)];
    }),
  ];
}

async function placeEarlier(
  { clock }: Context,
  transaction: Transaction,
  {
    traders,
    written,
    market,
    server,
  }: Pick<Past, "traders" | "written" | "market"> & { server: string },
) {
  const present = await readPresent(transaction);
  const onLadders = [...traders].filter(([demoTrader]) => isTraded(demoTrader));
  return onLadders.flatMap(([demoTrader, trader]) => {
    const ladder = ladderOf(demoTrader);
    const stage = present.get(trader.id);
    if (!ladder || !stage) return [];
    const until = new Date(Date.parse(stage.startedAt) - 2 * MINUTE);
    const place = { ladder, step: stage.step, until, now: clock.now() };
    return earlierStages(demoTrader, place, market).map((past) => {
      const { versionId, rulesVersionId } = written.get(ladder)![past.step - 1]!;
      const phase: string = ladders[ladder][past.step - 1]!;
      const of = {
        accountId: stage.accountId,
        userId: trader.id,
        size: sizeOf(demoTrader),
        server,
      };
      const placed = { past, phase, programmeVersionId: versionId, rulesVersionId, ...of };
      return { placed, trader };
    });
  });
}

const sizeOf = ({ account }: DemoTrader) => account.size;

interface PresentStage {
  userId: number;
  accountId: number;
  startedAt: string;
  step: number;
}

/** Reads the stages that the records of the present traders have started. */
async function readPresent(transaction: Transaction): Promise<Map<number, PresentStage>> {
  const { rows } = await sql<PresentStage>`
    select trading_accounts.user_id as "userId", stages.account_id as "accountId",
      stages.started_at as "startedAt", stages.programme_step as step
    from stages join trading_accounts on trading_accounts.id = stages.account_id
    where stages.programme_step is not null`.execute(kyselyOf(transaction));
  return new Map(rows.map((row) => [row.userId, row]));
}
