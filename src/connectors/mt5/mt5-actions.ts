import { DAY, SECOND } from "../../platform/time/durations.rule.ts";
import { exactCents } from "../exact-amount.rule.ts";
import { type Action, PlatformError, RefusedActionError } from "../platform.ts";
import { accepted, type ActingTools, isSoon, readRows } from "./acting.ts";
import { valueOf } from "./mt5-answers.ts";
import { closePositions } from "./mt5-close-positions.ts";
import type { Mt5Answer } from "./mt5-connection.ts";
import { textOf } from "./mt5-records.rule.ts";
import { asText, describeRetcode } from "./retcodes.rule.ts";

/** The bit of an account's rights that keeps it from trading. */
const TRADING_DISABLED = 4n;
/** How long the platform may take to show what was changed. */
const SHOWN_WITHIN = 10 * SECOND;
/** How long a booking is looked for whose answer was lost. */
const TRACED_WITHIN = 30 * SECOND;

/** @throws RefusedActionError if the platform refuses the action */
export async function executeMt5Action(
  tools: ActingTools,
  action: Action,
): Promise<string | undefined> {
  switch (action.kind) {
    case "disable_trading":
      return setTrading(tools, action.login, false);
    case "enable_trading":
      return setTrading(tools, action.login, true);
    case "close_positions":
      return closePositions(tools, action.login);
    case "withdraw":
    case "deposit":
      return book(tools, action);
    default:
      // A later release of Propdesk may ask for more.
      throw new RefusedActionError("This connector cannot do this");
  }
}

async function setTrading(tools: ActingTools, login: string, isEnabled: boolean) {
  const read = async () => {
    const [user] = await readRows(tools, "/api/user/get_batch", { login });
    if (!user) throw new RefusedActionError(describeRetcode(13));
    const rights = textOf(user, "Rights");
    if (!/^\d+$/.test(rights)) throw new RefusedActionError("The platform states no rights");
    return BigInt(rights);
  };
  const isRight = (rights: bigint) => (rights & TRADING_DISABLED) === (isEnabled ? 0n : 4n);
  const rights = await read();
  const done = isEnabled ? "Trading is enabled" : "Trading is disabled";
  if (isRight(rights)) return done;
  const wanted = isEnabled ? rights & ~TRADING_DISABLED : rights | TRADING_DISABLED;
  const query = { login, rights: wanted.toString() };
  await accepted(tools, { path: "/api/user/update", method: "POST", query });
  const isShown = await isSoon(tools, SHOWN_WITHIN, async () => isRight(await read()));
  if (isShown) return done;
  throw new RefusedActionError("The platform did not change the right to trade");
}

const commentOf = ({ id }: Action) => `Propdesk ${id}`;

/** Books money once: a comment that an earlier attempt has left is found first. */
async function book(tools: ActingTools, action: Action): Promise<string | undefined> {
  const { login, kind } = action;
  const amount = kind === "withdraw" ? `-${action.amount}` : action.amount!;
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
async function traced(tools: ActingTools, action: Action, done: () => string): Promise<string> {
  const look = () => isBooked(tools, action).catch(ifAway(false));
  if (await isSoon(tools, TRACED_WITHIN, look)) return done();
  throw new RefusedActionError("The booking was not seen at the platform");
}

/** Goes on looking while the platform is away. */
function ifAway<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof PlatformError) return value;
    throw error;
  };
}

async function isBooked(tools: ActingTools, action: Action): Promise<boolean> {
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
async function requireFreeMargin(tools: ActingTools, { login, amount }: Action): Promise<void> {
  const [account] = await readRows(tools, "/api/user/account/get_batch", { login });
  const [user] = account ? [] : await readRows(tools, "/api/user/get_batch", { login });
  if (!account && !user) throw new RefusedActionError(describeRetcode(13));
  const free = exactCents(account ? textOf(account, "MarginFree") : textOf(user!, "Balance"));
  if (free !== null && free < exactCents(amount!)!) {
    throw new RefusedActionError("There is not enough free margin for the withdrawal (10019)");
  }
}
