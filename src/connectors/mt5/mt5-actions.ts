import { SECOND } from "../../platform/time/durations.rule.ts";
import { isSoon } from "../acting.ts";
import { type Action, type Executed, RefusedActionError } from "../platform.ts";
import { accepted, type ActingTools, readRows } from "./acting.ts";
import { changeAccount, createAccount, resetPassword } from "./mt5-accounts.ts";
import { book } from "./mt5-booking.ts";
import { closePositions } from "./mt5-close-positions.ts";
import { textOf } from "./mt5-records.rule.ts";
import { describeRetcode } from "./retcodes.rule.ts";

/** The bit of an account's rights that keeps it from trading. */
const TRADING_DISABLED = 4n;
/** How long the platform may take to show what was changed. */
const SHOWN_WITHIN = 10 * SECOND;

/** @throws RefusedActionError if the platform refuses the action */
export async function executeMt5Action(
  tools: ActingTools,
  action: Action,
): Promise<Executed | undefined> {
  if (action.kind === "create_account") return createAccount(tools, action);
  const { login } = action;
  if (login === null) throw new RefusedActionError("The action names no login");
  switch (action.kind) {
    case "disable_trading":
      return { message: await setTrading(tools, login, false) };
    case "enable_trading":
      return { message: await setTrading(tools, login, true) };
    case "close_positions":
      return { message: await closePositions(tools, login) };
    case "withdraw":
    case "deposit": {
      const { id, kind, amount, requestedAt, startedAt } = action;
      const booking = { id, login, kind, amount: amount!, requestedAt, startedAt };
      const message = await book(tools, booking);
      return message === undefined ? undefined : { message };
    }
    case "reset_password":
      return resetPassword(tools, login);
    case "change_account":
      return changeAccount(tools, login, action.account ?? {});
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
