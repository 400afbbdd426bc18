import { DAY } from "../../platform/time/durations.rule.ts";
import { type Booking, bookOnce, commentOf } from "../acting.ts";
import { exactCents } from "../exact-amount.rule.ts";
import { RefusedActionError } from "../platform.ts";
import { accepted, accountPath, type ActingTools, readAccount, readRows } from "./acting.ts";
import { textOf } from "./match-trader-rows.rule.ts";

/** Books money once. @returns what administrators read; `undefined` if it is not to be answered */
export function book(tools: ActingTools, booking: Booking): Promise<string | undefined> {
  const { login, kind, amount } = booking;
  return bookOnce(tools, booking, {
    isBooked: () => isBooked(tools, booking),
    requireFree: () => requireFreeMargin(tools, booking),
    async book() {
      const path = `${accountPath(login)}/${kind}`;
      // An amount with two decimals is written as it is by JSON.
      await accepted(tools, {
        path,
        body: { amount: Number(amount), comment: commentOf(booking) },
      });
      return undefined;
    },
  });
}

async function isBooked(tools: ActingTools, booking: Booking): Promise<boolean> {
  const rows = await readRows(tools, "ledgers", booking.login, {
    types: ["DEPOSIT", "WITHDRAWAL"],
    from: new Date(Date.parse(booking.requestedAt) - DAY).toISOString(),
    to: new Date(tools.connection.now() + DAY).toISOString(),
  });
  return rows.some(({ row }) => textOf(row, "comment") === commentOf(booking));
}

/** @throws RefusedActionError if a withdrawal is more than the free margin */
async function requireFreeMargin(tools: ActingTools, { login, amount }: Booking): Promise<void> {
  const { financeInfo } = await readAccount(tools, login);
  // Parts of a cent are not free.
  const free = exactCents(textOf(financeInfo, "freeMargin").replace(/(\.\d{2})\d+$/, "$1"));
  if (free === null) throw new RefusedActionError("The platform states no free margin");
  if (free < exactCents(amount)!) {
    throw new RefusedActionError("There is not enough free margin for the withdrawal");
  }
}
