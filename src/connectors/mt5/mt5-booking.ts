import { DAY, SECOND } from "../../platform/time/durations.rule.ts";
import { type Booking, bookOnce, commentOf } from "../acting.ts";
import { exactCents } from "../exact-amount.rule.ts";
import { RefusedActionError } from "../platform.ts";
import { accepted, type ActingTools, readRows } from "./acting.ts";
import { valueOf } from "./mt5-answers.ts";
import { textOf } from "./mt5-records.rule.ts";
import { asText, describeRetcode } from "./retcodes.rule.ts";

/** Trade requests that were executed have a code of their own. */
const REQUEST_DONE = 10009;

/** Books money once. @returns what administrators read; `undefined` if it is not to be answered */
export function book(tools: ActingTools, booking: Booking): Promise<string | undefined> {
  const { login, kind, amount } = booking;
  return bookOnce(tools, booking, {
    isBooked: () => isBooked(tools, booking),
    requireFree: () => requireFreeMargin(tools, booking),
    async book() {
      const query = {
        login,
        type: 2,
        balance: kind === "withdraw" ? `-${amount}` : amount,
        comment: commentOf(booking),
        ...(kind === "withdraw" && { check_margin: 1 }),
      };
      const answer = await accepted(tools, { path: "/api/trade/balance", query }, [REQUEST_DONE]);
      return asText(valueOf(answer, "Ticket"));
    },
  });
}

async function isBooked(tools: ActingTools, booking: Booking): Promise<boolean> {
  const { clock } = tools;
  const from = clock.earliestFrom(Date.parse(booking.requestedAt) - DAY);
  const to = clock.latestUntil(Date.now() + DAY);
  const query = {
    login: booking.login,
    from: Math.floor(from / SECOND),
    to: Math.ceil(to / SECOND),
  };
  const deals = await readRows(tools, "/api/deal/get_batch", query);
  return deals.some(
    (deal) => textOf(deal, "Comment") === commentOf(booking) && textOf(deal, "Action") === "2",
  );
}

/** @throws RefusedActionError if a withdrawal is more than the free margin, or the balance of a quiet account */
async function requireFreeMargin(tools: ActingTools, { login, amount }: Booking): Promise<void> {
  const [account] = await readRows(tools, "/api/user/account/get_batch", { login });
  const [user] = account ? [] : await readRows(tools, "/api/user/get_batch", { login });
  if (!account && !user) throw new RefusedActionError(describeRetcode(13));
  const free = exactCents(account ? textOf(account, "MarginFree") : textOf(user!, "Balance"));
  if (free !== null && free < exactCents(amount)!) {
    throw new RefusedActionError("There is not enough free margin for the withdrawal (10019)");
  }
}
