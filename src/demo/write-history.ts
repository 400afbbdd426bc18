import { TradingAccount } from "../business/traders/accounts/account.entity.ts";
import { recordEvents } from "../platform/audit/record-event.ts";
import type { Context } from "../platform/context.ts";
import { DAY, MINUTE } from "../platform/time/durations.rule.ts";
import type { Em } from "../platform/database/orm.ts";
import { backOfficeActor } from "./back-office.ts";
import { type PastEvent, traderHistory } from "./trader-history.ts";
import type { WrittenCertificates } from "./write-certificates.ts";
import type { WrittenPayouts } from "./write-payouts.ts";
import type { WrittenTraders } from "./write-traders.ts";

interface Written {
  traders: WrittenTraders;
  payouts: WrittenPayouts;
  certificates: WrittenCertificates;
  /** The events of the records. */
  events: PastEvent[];
}

/** Records the audit events of all traders in chronological order, and returns them. */
export async function writeHistory(
  context: Context,
  em: Em,
  written: Written,
): Promise<PastEvent[]> {
  const { traders, payouts, certificates } = written;
  const accounts = new Map(
    (await em.find(TradingAccount, {})).map((account) => [account.trader.id, account]),
  );
  const ofTraders = [...traders].flatMap(([demoTrader, trader]) => {
    const account = accounts.get(trader.id)!;
    return traderHistory(context.clock, { demoTrader, trader, account, payouts, certificates });
  });
  const events = [...ofTraders, ...written.events];
  const all = [...events, ...officeSignIns(events)].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  await recordEvents(context, em, all);
  return all;
}

/** Creates a sign-in of the back office before its first action of each day. */
function officeSignIns(events: PastEvent[]): PastEvent[] {
  const byDay = Object.groupBy(
    events.filter(({ actor }) => actor.kind === "administrator"),
    ({ at }) => Math.floor(at.getTime() / DAY),
  );
  return Object.values(byDay).map((ofDay = []) => {
    const first = Math.min(...ofDay.map(({ at }) => at.getTime()));
    const at = new Date(first - 3 * MINUTE);
    return { action: "administrator.signed-in", actor: backOfficeActor(), at };
  });
}
