import { SECOND } from "../../platform/time/durations.rule.ts";
import { executeAction, isSoon } from "../acting.ts";
import { type Action, type Executed, RefusedActionError } from "../platform.ts";
import {
  accountPath,
  type ActingTools,
  readAccount,
  readVersion,
  requireAccepted,
} from "./acting.ts";
import { book } from "./match-trader-booking.ts";
import { closePositions } from "./match-trader-close-positions.ts";
import { createAccount } from "./match-trader-creation.ts";
import { resetPassword } from "./match-trader-people.ts";
import { type Row, textOf } from "./match-trader-rows.rule.ts";

/** How long the platform may take to show what was changed. */
const SHOWN_WITHIN = 10 * SECOND;
/** An account that others change meanwhile is read and changed again so often. */
const MOST_ROUNDS = 5;

/** @throws RefusedActionError if the platform refuses the action */
export function executeMatchTraderAction(
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

/** An account whose sign-in is disabled cannot trade, either. */
const disabled = ["TRADING_DISABLED", "TRADING_AND_LOGIN_DISABLED"];

async function setTrading(tools: ActingTools, login: string, isEnabled: boolean): Promise<string> {
  const isRight = (account: Row) => {
    const right = textOf(account, "accessRight");
    return isEnabled ? right === "FULL" : disabled.includes(right);
  };
  await change(tools, login, { accessRight: isEnabled ? "FULL" : "TRADING_DISABLED" }, isRight);
  return isEnabled ? "Trading is enabled" : "Trading is disabled";
}

/** Moves an account into another group, or gives it another leverage. */
async function changeAccount(
  tools: ActingTools,
  login: string,
  { group, leverage }: { group?: string | undefined; leverage?: number | undefined },
): Promise<Executed> {
  if (group !== undefined) {
    await change(tools, login, { group }, (account) => textOf(account, "group") === group);
  }
  if (leverage !== undefined) {
    const isRight = (account: Row) => Number(textOf(account, "leverageRatioPercent")) === leverage;
    // 100 is 1:100.
    await change(tools, login, { leverageRatioPercent: leverage }, isRight);
  }
  return { message: "The account is changed" };
}

/**
 * Changes an account until the platform shows it. Each change must name the version that it was read with.
 * @throws RefusedActionError if the platform refuses it
 */
async function change(
  tools: ActingTools,
  login: string,
  changes: object,
  isRight: (account: Row) => boolean,
): Promise<void> {
  for (let round = 1; ; round += 1) {
    const { account, version } = await readVersion(tools, login);
    if (isRight(account)) return;
    const body = { ...changes, version };
    const answer = await tools.connection.send({ method: "PATCH", path: accountPath(login), body });
    if (answer.status === 409 && round < MOST_ROUNDS) continue;
    requireAccepted(answer);
    break;
  }
  const isShown = await isSoon(tools, SHOWN_WITHIN, async () =>
    isRight(await readAccount(tools, login)),
  );
  if (!isShown) throw new RefusedActionError("The platform did not change the account");
}
