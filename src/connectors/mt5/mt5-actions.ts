import { SECOND } from "../../platform/time/durations.rule.ts";
import { executeAction, isSoon } from "../acting.ts";
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
export function executeMt5Action(
  tools: ActingTools,
  action: Action,
): Promise<Executed | undefined> {
  return executeAction(action, {
    createAccount: () => createAccount(tools, action),
    setTrading: (login, isEnabled) => setTrading(tools, login, isEnabled),
    closePositions: (login) => closePositions(tools, login),
    book: (booking) => book(tools, booking),
    resetPassword: (login) => resetPassword(tools, login),
    changeAccount: (login, asked) => changeAccount(tools, login, asked),
  });
}

async function setTrading(tools: ActingTools, login: string, isEnabled: boolean): Promise<string> {
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
