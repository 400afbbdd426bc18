import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "../platform/time/durations.rule.ts";
import {
  type Action,
  type ActionTools,
  type Executed,
  PlatformError,
  RefusedActionError,
} from "./platform.ts";

const LOOK_AGAIN = 500;
/** How long something is looked for whose answer was lost. */
export const TRACED_WITHIN = 30 * SECOND;

/** By which an action is found again at the platform. */
export const commentOf = ({ id }: { id: number }) => `Propdesk ${id}`;

/** Goes on looking while the platform is away. */
export function ifAway<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof PlatformError) return value;
    throw error;
  };
}

/** Looks until something is so, or the time is over. */
export async function isSoon(
  { signal }: Pick<ActionTools, "signal">,
  within: number,
  look: () => Promise<boolean>,
): Promise<boolean> {
  const until = Date.now() + within;
  for (;;) {
    if (await look()) return true;
    if (Date.now() >= until) return false;
    await sleep(LOOK_AGAIN, undefined, { signal });
  }
}

/** What a platform does for each kind of action. The texts are what administrators read. */
interface ActionCalls {
  createAccount(): Promise<Executed | undefined>;
  setTrading(login: string, isEnabled: boolean): Promise<string>;
  closePositions(login: string): Promise<string>;
  /** @returns `undefined` if it is not to be answered */
  book(booking: Booking): Promise<string | undefined>;
  resetPassword(login: string): Promise<Executed>;
  changeAccount(
    login: string,
    asked: Pick<NonNullable<Action["account"]>, "group" | "leverage">,
  ): Promise<Executed>;
}

/**
 * Executes an action by the calls of a platform.
 * @returns `undefined` if it is not to be answered
 * @throws RefusedActionError if the platform refuses it
 */
export async function executeAction(
  action: Action,
  calls: ActionCalls,
): Promise<Executed | undefined> {
  if (action.kind === "create_account") return calls.createAccount();
  const { login } = action;
  if (login === null) throw new RefusedActionError("The action names no login");
  switch (action.kind) {
    case "disable_trading":
      return { message: await calls.setTrading(login, false) };
    case "enable_trading":
      return { message: await calls.setTrading(login, true) };
    case "close_positions":
      return { message: await calls.closePositions(login) };
    case "withdraw":
    case "deposit": {
      const { id, kind, amount, requestedAt, startedAt } = action;
      const booking = { id, login, kind, amount: amount!, requestedAt, startedAt };
      const message = await calls.book(booking);
      return message === undefined ? undefined : { message };
    }
    case "reset_password":
      return calls.resetPassword(login);
    case "change_account":
      return calls.changeAccount(login, action.account ?? {});
    default:
      // A later release of Propdesk may ask for more.
      throw new RefusedActionError("This connector cannot do this");
  }
}

/** Money that is booked for an action. */
export interface Booking {
  /** Of the action. */
  id: number;
  login: string;
  kind: "withdraw" | "deposit";
  amount: string;
  requestedAt: string;
  startedAt: string | null;
}

/** How a platform books money, and shows it. */
interface BookingCalls {
  isBooked(): Promise<boolean>;
  /** @throws RefusedActionError if more is to be withdrawn than is free */
  requireFree(): Promise<void>;
  /** Books, which must not be repeated. @returns the ticket if the platform states one */
  book(): Promise<string | undefined>;
}

/**
 * Books money once: a comment that an earlier attempt has left is found first.
 * @returns what administrators read; `undefined` if it is not to be answered
 * @throws RefusedActionError if the platform refuses it, or does not show the booking
 */
export async function bookOnce(
  tools: ActionTools,
  { kind, startedAt }: Booking,
  calls: BookingCalls,
): Promise<string | undefined> {
  const done = kind === "withdraw" ? "The withdrawal is booked" : "The deposit is booked";
  if (await calls.isBooked()) return done;
  let ticket: string | undefined;
  if (startedAt === null) {
    if (kind === "withdraw") await calls.requireFree();
    if (!(await tools.begin())) return undefined;
    try {
      ticket = await calls.book();
    } catch (error) {
      if (!(error instanceof PlatformError && error.mayBeReceived)) throw error;
    }
  }
  const look = () => calls.isBooked().catch(ifAway(false));
  if (await isSoon(tools, TRACED_WITHIN, look)) return ticket ? `${done} as deal ${ticket}` : done;
  throw new RefusedActionError("The booking was not seen at the platform");
}

/** Waits until what is booked is no longer before the request, also by a clock that only shows seconds. */
export async function waitUntilPast(
  { now, signal }: Pick<ActionTools, "signal"> & { now: () => number },
  requestedAt: string,
): Promise<void> {
  const rest = Date.parse(requestedAt) + SECOND - now();
  if (rest > 0) await sleep(rest, undefined, { signal });
}

/** Describes what was closed, for administrators. */
export function describeClosed(positions: number, orders: number): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const closed = positions === 0 ? "No position is open" : `Closed ${count(positions, "position")}`;
  return orders === 0 ? closed : `${closed}, cancelled ${count(orders, "pending order")}`;
}
