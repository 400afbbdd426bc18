import { DAY, SECOND } from "../../platform/time/durations.rule.ts";
import { exactCents } from "../exact-amount.rule.ts";
import { PlatformError, RefusedActionError } from "../platform.ts";
import { type ActingTools, commentOf, ifAway, isSoon, readRows, TRACED_WITHIN } from "./acting.ts";
import { valueOf } from "./mt5-answers.ts";
import type { Mt5Answer } from "./mt5-connection.ts";
import { textOf } from "./mt5-records.rule.ts";
import { asText, describeRetcode } from "./retcodes.rule.ts";

/** Money that is booked for an action. */
interface Booking {
  /** Of the action. */
  id: number;
  login: string;
  kind: "withdraw" | "deposit";
  amount: string;
  requestedAt: string;
  startedAt: string | null;
}

/**
 * Books money once: a comment that an earlier attempt has left is found first.
 * @returns what administrators read; `undefined` if it is not to be answered
 */
export async function book(tools: ActingTools, action: Booking): Promise<string | undefined> {
  const { login, kind } = action;
  const amount = kind === "withdraw" ? `-${action.amount}` : action.amount;
  const done = () => (kind === "withdraw" ? "The withdrawal is booked" : "The deposit is booked");
  if (await isBooked(tools, action)) return done();
  if (action.startedAt !== null) return traced(tools, action, done);
  if (kind === "withdraw") await requireFreeMargin(tools, action);
  if (!(await tools.begin())) return undefined;
  const query = {
    login,
    type: 2,
    balance: amount,
    comment: commentOf(action),
    ...(kind === "withdraw" && { check_margin: 1 }),
  };
  let answer: Mt5Answer;
  try {
    answer = await tools.connection.call({ path: "/api/trade/balance", query });
  } catch (error) {
    if (!(error instanceof PlatformError && error.mayBeReceived)) throw error;
    return traced(tools, action, done);
  }
  if (answer.code !== 0 && answer.code !== 1) {
    throw new RefusedActionError(describeRetcode(answer.code, answer.stated));
  }
  const ticket = asText(valueOf(answer, "Ticket"));
  return traced(tools, action, () => (ticket ? `${done()} as deal ${ticket}` : done()));
}

/** @throws RefusedActionError if the platform does not show the booking */
async function traced(tools: ActingTools, action: Booking, done: () => string): Promise<string> {
  const look = () => isBooked(tools, action).catch(ifAway(false));
  if (await isSoon(tools, TRACED_WITHIN, look)) return done();
  throw new RefusedActionError("The booking was not seen at the platform");
}

async function isBooked(tools: ActingTools, action: Booking): Promise<boolean> {
  const { clock } = tools;
  const from = clock.earliestFrom(Date.parse(action.requestedAt) - DAY);
  const to = clock.latestUntil(Date.now() + DAY);
  const query = {
    login: action.login,
    from: Math.floor(from / SECOND),
    to: Math.ceil(to / SECOND),
  };
  const deals = await readRows(tools, "/api/deal/get_batch", query);
  return deals.some(
    (deal) => textOf(deal, "Comment") === commentOf(action) && textOf(deal, "Action") === "2",
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
