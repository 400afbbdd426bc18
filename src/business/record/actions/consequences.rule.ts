import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import type { AskedAccount } from "./platform-account.schema.ts";
import type {
  ActionKind,
  ActionStatus,
  causeKinds,
  Enforcement,
  EnforcementMode,
} from "./action.rule.ts";

/** What the trading platform is asked to do because of an event, and what it is no longer asked for. */
export interface Consequences {
  /** In order. */
  wanted: WantedAction[];
  /** The ids of proposed or pending actions that are cancelled. */
  cancelled: number[];
  /** Actions that can no longer be requested again if they have failed, or do so later. */
  final: { id: number; why: string }[];
}

export type Cause = { kind: (typeof causeKinds)[number]; id: number | null };

export interface WantedAction {
  stageId: number | null;
  /** `null` for an account that is to be created. */
  login: string | null;
  kind: ActionKind;
  amount: string | null;
  account?: AskedAccount | null;
  status: "proposed" | "pending";
  cause: Cause;
}

/** An action of the account, whatever asked for it. */
export interface ActionFacts {
  id: number;
  stageId: number | null;
  login: string | null;
  kind: ActionKind;
  amount: string | null;
  status: ActionStatus;
  cause: Cause;
  /** Milliseconds since 1970 UTC. */
  requestedAt: number;
  deliveredAt: number | null;
}

/** The stage that the event is about. */
export interface EventStage {
  id: number | null;
  /** The account's while the stage is open, kept when it ends. Without one, nothing is asked for. */
  login: string | null;
  /** Whether a later stage runs on the same login, so that a person must look first. */
  isReused: boolean;
}

/** A stage's money by its records, in cents. */
export interface StageMoney {
  initialBalance: bigint;
  balance: bigint;
  /** Withdrawals that the platform has fed, with when they arrived. */
  booked: { amount: bigint; receivedAt: number }[];
}

interface AboutReview {
  reviewId: number;
  stage: EventStage;
}

export interface AboutOrder {
  orderId: number;
  stage: EventStage;
}

export type ConsequenceEvent =
  /** `isCertain`: the verdict was observed, and nothing contradicts the records. */
  | (AboutReview & { kind: "breachOpened"; isCertain: boolean })
  | (AboutReview & { kind: "breachConfirmed" })
  /** It was dismissed, or an appeal against it was granted. */
  | (AboutReview & { kind: "breachOverturned"; why: string })
  /** `next` is the stage that starts with the decision and keeps the login. */
  | (AboutReview & { kind: "passConfirmed"; next: { stageId: number; excess: bigint } | null })
  | PaidPayout
  /** The request is no longer to be paid; its payments may have come back. */
  | { kind: "payoutRejected"; paymentIds: readonly number[] }
  | { kind: "payoutApproved"; paymentIds: readonly number[] }
  /** A stage starts, or gets its login, while its trader has not done their part. */
  | { kind: "gateClosed"; stage: EventStage }
  /** The trader has done their part, or nothing is asked of them any more. */
  | { kind: "gateOpened"; stage: EventStage }
  /** The money of an order came back: it was refunded in full, or is disputed. */
  | (AboutOrder & { kind: "moneyReturned" })
  /** A dispute was closed in favour of the firm. */
  | (AboutOrder & { kind: "disputeWon" })
  /** An order has started the stage again. */
  | (AboutOrder & { kind: "stageReset" })
  /** A person or a bridge said that an action has failed. */
  | { kind: "actionFailed"; failed: Pick<ActionFacts, "kind" | "cause"> };

export interface PaidPayout {
  kind: "payoutPaid";
  stage: EventStage;
  paymentId: number;
  /** All payments of the request, whatever has become of them. */
  paymentIds: readonly number[];
  /** The profit that the payment settles, in cents. */
  profit: bigint;
  /** `null` if nothing is known of the stage. */
  money: StageMoney | null;
}

/**
 * Determines what an event asks of the platform. An action belongs to its subject (the review or the payout request),
 * and at most one of a kind stands for it, so that a repeated event asks for nothing again.
 * @param actions all actions of the account, oldest first
 */
export function consequencesOf(
  event: ConsequenceEvent,
  actions: readonly ActionFacts[],
  settings: Enforcement,
): Consequences {
  switch (event.kind) {
    case "breachOpened":
      return ofOpenedBreach(event, actions, settings.breachOpened);
    case "breachConfirmed":
      return ofConfirmedBreach(event, actions, settings.breachConfirmed);
    case "breachOverturned":
      return ofOverturnedBreach(event, actions, settings.breachDismissed);
    case "passConfirmed":
      return ofConfirmedPass(event, actions, settings.passConfirmed);
    case "payoutPaid":
      return ofPaidPayout(event, actions, settings.payoutPaid);
    case "payoutRejected":
      return ofRejectedPayout(event, actions);
    case "payoutApproved":
      return withoutDeposits(event.paymentIds, actions);
    case "gateClosed":
      return ofClosedGate(event.stage, actions);
    case "gateOpened":
      return ofOpenedGate(event.stage, actions);
    case "moneyReturned":
      return askForOrder(event, actions, [{ kind: "disable_trading" }]);
    case "stageReset":
      return askForOrder(event, actions, [
        { kind: "close_positions" },
        { kind: "disable_trading" },
      ]);
    case "disputeWon":
      return ofWonDispute(event, actions);
    default:
      return ofFailure(event.failed, actions);
  }
}

const nothing: Consequences = { wanted: [], cancelled: [], final: [] };

function ofOpenedBreach(
  { reviewId, stage, isCertain }: Extract<ConsequenceEvent, { kind: "breachOpened" }>,
  actions: readonly ActionFacts[],
  mode: EnforcementMode,
): Consequences {
  const own = ofCauses(actions, "review", [reviewId]);
  return ask({ stage, cause: review(reviewId), own, actions, mode, isCertain }, [
    { kind: "disable_trading" },
  ]);
}

function ofConfirmedBreach(
  { reviewId, stage }: Extract<ConsequenceEvent, { kind: "breachConfirmed" }>,
  actions: readonly ActionFacts[],
  mode: EnforcementMode,
): Consequences {
  const own = ofCauses(actions, "review", [reviewId]);
  return ask({ stage, cause: review(reviewId), own, actions, mode }, [
    { kind: "close_positions" },
    { kind: "disable_trading" },
  ]);
}

/** Whatever the breach has asked for is withdrawn, under every setting. */
function ofOverturnedBreach(
  { reviewId, stage, why }: Extract<ConsequenceEvent, { kind: "breachOverturned" }>,
  actions: readonly ActionFacts[],
  mode: EnforcementMode,
): Consequences {
  const own = ofCauses(actions, "review", [reviewId]);
  const withdrawn = { cancelled: waiting(own), final: unfinished(own, why) };
  const enabled = actions.some(
    ({ id, kind, login, status }) =>
      kind === "enable_trading" &&
      login === stage.login &&
      isUndecided(status) &&
      !withdrawn.cancelled.includes(id),
  );
  const { login } = stage;
  if (login === null || enabled || isHeldByGate(actions, login) || !isDisabled(actions, login)) {
    return { wanted: [], ...withdrawn };
  }
  const { wanted } = ask({ stage, cause: review(reviewId), own: [], actions, mode }, [
    { kind: "enable_trading" },
  ]);
  return { wanted, ...withdrawn };
}

function ofConfirmedPass(
  { reviewId, stage, next }: Extract<ConsequenceEvent, { kind: "passConfirmed" }>,
  actions: readonly ActionFacts[],
  mode: EnforcementMode,
): Consequences {
  const own = ofCauses(actions, "review", [reviewId]);
  const asked: Asked[] = [{ kind: "close_positions" }, { kind: "disable_trading" }];
  if (next) {
    const { excess, stageId } = next;
    if (excess > 0n) asked.push({ kind: "withdraw", amount: excess });
    if (excess < 0n) asked.push({ kind: "deposit", amount: -excess });
    asked.push({ kind: "enable_trading", stageId });
  }
  return ask({ stage, cause: review(reviewId), own, actions, mode }, asked);
}

/**
 * The profit leaves the account once a request. A payment that is made again after it came back withdraws only if the
 * first withdrawal did not happen, or was deposited again.
 */
function ofPaidPayout(
  { stage, paymentId, paymentIds, profit, money }: PaidPayout,
  actions: readonly ActionFacts[],
  mode: EnforcementMode,
): Consequences {
  const given = withoutDeposits(paymentIds, actions);
  const own = ofCauses(actions, "payment", paymentIds);
  const standing = own.findLast(({ kind, status }) => kind === "withdraw" && stands(status));
  const isBack = own.some(
    (each) => standing && each.status === "done" && isDepositOf(each, standing),
  );
  if (standing && !isBack) return given;
  const isCertain = money !== null && surplusOf(stage, money, actions) >= profit;
  const cause: Cause = { kind: "payment", id: paymentId };
  const failed = own.filter(({ status }) => status === "failed");
  const asked = ask({ stage, cause, own: failed, actions, mode, isCertain }, [
    { kind: "withdraw", amount: profit },
  ]);
  return { ...asked, cancelled: given.cancelled, final: [...given.final, ...asked.final] };
}

/** Returns what the withdrawals that stand leave above the initial balance, by the records. */
function surplusOf(
  stage: EventStage,
  { initialBalance, balance, booked }: StageMoney,
  actions: readonly ActionFacts[],
): bigint {
  const unmatched = [...booked];
  let ahead = 0n;
  for (const each of actions) {
    if (each.kind !== "withdraw" || each.stageId !== stage.id || !stands(each.status)) continue;
    const amount = storedCents(each.amount!);
    // The balance already lacks what was executed and has arrived with the feed.
    const index = unmatched.findIndex(
      (one) => one.amount === amount && one.receivedAt >= each.requestedAt,
    );
    if (index !== -1) unmatched.splice(index, 1);
    const isUndone = actions.some((other) => other.status === "done" && isDepositOf(other, each));
    if (index === -1 && !isUndone) ahead += amount;
  }
  return balance - ahead - initialBalance;
}

/** A rejected request is not paid, so what its payment has withdrawn goes back, if a person agrees. */
function ofRejectedPayout(
  { paymentIds }: Extract<ConsequenceEvent, { kind: "payoutRejected" }>,
  actions: readonly ActionFacts[],
): Consequences {
  const own = ofCauses(actions, "payment", paymentIds);
  const withdrawals = own.filter(({ kind }) => kind === "withdraw");
  const left = withdrawals.filter(
    (each) =>
      (each.status === "delivered" || each.status === "done") &&
      !own.some((other) => isDepositOf(other, each) && stands(other.status)),
  );
  return {
    wanted: left.map(({ stageId, login, amount, cause }) => ({
      stageId,
      login,
      kind: "deposit",
      amount,
      status: "proposed",
      cause,
    })),
    cancelled: waiting(withdrawals),
    final: unfinished(withdrawals, "The payout request was rejected"),
  };
}

/** The request is to be paid, so the withdrawal stands, and is not undone. */
function withoutDeposits(
  paymentIds: readonly number[],
  actions: readonly ActionFacts[],
): Consequences {
  const deposits = ofCauses(actions, "payment", paymentIds).filter(
    ({ kind }) => kind === "deposit",
  );
  const why = "The payout request was approved again";
  return { wanted: [], cancelled: waiting(deposits), final: unfinished(deposits, why) };
}

/** Whatever was to enable trading with this login no longer does. */
function ofClosedGate(stage: EventStage, actions: readonly ActionFacts[]): Consequences {
  const ofLogin = actions.filter(({ login }) => login === stage.login);
  const ofStage = ofLogin.filter(({ stageId }) => stageId === stage.id);
  const enabling = ofLogin.filter(({ kind }) => kind === "enable_trading");
  const isAsked = stage.login === null || isHeldByGate(ofStage, stage.login);
  return {
    wanted: isAsked ? [] : [askedByGate(stage, "disable_trading")],
    cancelled: waiting(enabling),
    final: [],
  };
}

/** Trading stays disabled if something else has disabled it in the stage. */
function ofOpenedGate(stage: EventStage, actions: readonly ActionFacts[]): Consequences {
  const { login } = stage;
  if (login === null || !isHeldByGate(actions, login)) return nothing;
  const ofStage = actions.filter((each) => each.login === login && each.stageId === stage.id);
  const lastEnabled = ofStage.findLast(
    ({ kind, status }) => kind === "enable_trading" && status === "done",
  );
  const isOtherwiseDisabled = ofStage.some(
    ({ id, kind, cause, status }) =>
      kind === "disable_trading" &&
      cause.kind !== "gate" &&
      (status === "pending" || status === "delivered" || status === "done") &&
      id > (lastEnabled?.id ?? 0),
  );
  if (isOtherwiseDisabled) return nothing;
  return { ...nothing, wanted: [askedByGate(stage, "enable_trading")] };
}

const askedByGate = ({ id, login }: EventStage, kind: ActionKind): WantedAction => ({
  stageId: id,
  login: login!,
  kind,
  amount: null,
  status: "pending",
  cause: { kind: "gate", id: null },
});

/** Returns whether a gate has disabled trading with a login, and has not enabled it since. */
function isHeldByGate(actions: readonly ActionFacts[], login: string): boolean {
  const last = actions.findLast(
    (each) => each.login === login && each.cause.kind === "gate" && stands(each.status),
  );
  return last?.kind === "disable_trading";
}

/** Whatever the settings say, a person decides: the money is the shop's, not the platform's. */
function askForOrder(
  { orderId, stage }: AboutOrder,
  actions: readonly ActionFacts[],
  asked: Asked[],
): Consequences {
  const own = ofCauses(actions, "order", [orderId]).filter(({ login }) => login === stage.login);
  const cause: Cause = { kind: "order", id: orderId };
  return ask({ stage, cause, own, actions, mode: "propose" }, asked);
}

/** What the dispute has asked for is withdrawn; what a bridge may have done is undone, if a person agrees. */
function ofWonDispute(
  { orderId, stage }: AboutOrder,
  actions: readonly ActionFacts[],
): Consequences {
  const own = ofCauses(actions, "order", [orderId]).filter(
    ({ kind }) => kind === "disable_trading",
  );
  const withdrawn = { cancelled: waiting(own), final: unfinished(own, "The dispute was won") };
  const sent = own.findLast(({ status }) => status === "delivered" || status === "done");
  if (!sent?.login || !isDisabled(actions, sent.login)) return { wanted: [], ...withdrawn };
  const disabled = { ...stage, login: sent.login };
  const { wanted } = askForOrder({ orderId, stage: disabled }, actions, [
    { kind: "enable_trading" },
  ]);
  return { wanted, ...withdrawn };
}

/** What was not withdrawn is not deposited. */
function ofFailure(
  { kind, cause }: Pick<ActionFacts, "kind" | "cause">,
  actions: readonly ActionFacts[],
): Consequences {
  if (kind !== "withdraw" || cause.kind !== "payment") return nothing;
  const deposits = ofCauses(actions, "payment", [cause.id!]).filter(
    (each) => each.kind === "deposit",
  );
  const why = "The withdrawal that it would undo has failed";
  return { wanted: [], cancelled: waiting(deposits), final: unfinished(deposits, why) };
}

/**
 * Returns whether trading with a login is disabled as far as the actions tell: the last of the two kinds that was done is
 * `disable_trading`, or one is with a bridge. Actions are done in the order of their deliveries, by the clock of the app.
 */
export function isDisabled(actions: readonly ActionFacts[], login: string): boolean {
  const switches = actions.filter(
    (each) =>
      each.login === login && (each.kind === "disable_trading" || each.kind === "enable_trading"),
  );
  if (switches.some((each) => each.kind === "disable_trading" && each.status === "delivered")) {
    return true;
  }
  const done = switches
    .filter(({ status }) => status === "done")
    .toSorted((one, other) => one.deliveredAt! - other.deliveredAt! || one.id - other.id);
  return done.at(-1)?.kind === "disable_trading";
}

interface Asked {
  kind: ActionKind;
  amount?: bigint;
  /** Unless it is the stage of the event. */
  stageId?: number;
}

interface Asking {
  stage: EventStage;
  cause: Cause;
  /** The actions of the subject so far. */
  own: readonly ActionFacts[];
  actions: readonly ActionFacts[];
  mode: EnforcementMode;
  /** Whether no person has to look first. */
  isCertain?: boolean;
}

/** Asks for what does not stand yet; what was only proposed gives way to what is asked for automatically. */
function ask(
  { stage, cause, own, actions, mode, isCertain = true }: Asking,
  asked: Asked[],
): Consequences {
  const { login } = stage;
  if (login === null || mode === "none") return nothing;
  const isAutomatic = mode === "automatic" && isCertain && !stage.isReused;
  const status = isAutomatic ? "pending" : "proposed";
  const wanted: WantedAction[] = [];
  const cancelled: number[] = [];
  const replaced: ActionFacts[] = [];
  for (const { kind, amount, stageId = stage.id } of asked) {
    const standing = own.find(
      (each) =>
        each.kind === kind &&
        stands(each.status) &&
        (kind !== "disable_trading" || each.status !== "done" || isDisabled(actions, login)),
    );
    if (standing && !(isAutomatic && standing.status === "proposed")) continue;
    if (standing) cancelled.push(standing.id);
    replaced.push(...own.filter((each) => each.kind === kind && each.status === "failed"));
    const text = amount === undefined ? null : formatDecimal(amount);
    wanted.push({ stageId, login, kind, amount: text, status, cause });
  }
  return { wanted, cancelled, final: final(replaced, "Another one was asked for in its place") };
}

const review = (id: number): Cause => ({ kind: "review", id });

const ofCauses = (
  actions: readonly ActionFacts[],
  kind: Cause["kind"],
  ids: readonly number[],
): ActionFacts[] =>
  actions.filter(({ cause }) => cause.kind === kind && cause.id !== null && ids.includes(cause.id));

const isUndecided = (status: ActionStatus) =>
  status === "proposed" || status === "pending" || status === "delivered";

/** Whether an action was asked for and may still happen, or has happened. */
const stands = (status: ActionStatus) => isUndecided(status) || status === "done";

const isDepositOf = (deposit: ActionFacts, { cause, amount, id }: ActionFacts) =>
  deposit.kind === "deposit" &&
  deposit.id > id &&
  deposit.amount === amount &&
  deposit.cause.kind === cause.kind &&
  deposit.cause.id === cause.id;

const waiting = (actions: readonly ActionFacts[]): number[] =>
  actions.filter(({ status }) => status === "proposed" || status === "pending").map(({ id }) => id);

const final = (actions: readonly ActionFacts[], why: string) =>
  actions.map(({ id }) => ({ id, why }));

/** A delivered action may yet fail. */
const unfinished = (actions: readonly ActionFacts[], why: string) =>
  final(
    actions.filter(({ status }) => status === "failed" || status === "delivered"),
    why,
  );
