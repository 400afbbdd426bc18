import { randomUUID } from "node:crypto";
import { accountSnapshot } from "../business/traders/accounts/change-account.ts";
import type { TradingAccount } from "../business/traders/accounts/account.entity.ts";
import { type Changes, changesBetween } from "../identity/audit/audit-event.rule.ts";
import type { AuditActor, NewAuditEvent } from "../identity/audit/record-event.ts";
import type { Clock } from "../platform/time/clock.ts";
import { DAY, MINUTE } from "../platform/time/durations.rule.ts";
import type { PayoutRequest } from "../business/money/payouts/payout.entity.ts";
import { profileSnapshot } from "../business/traders/update-trader.ts";
import type { Trader } from "../identity/users/trader.entity.ts";
import { accountHistory, backOfficeActor, newAccount, nextOfficeHour } from "./account-history.ts";
import { type DemoPayout, type DemoTrader, toDate } from "./demo-trader.ts";
import { seedOf } from "./demo-traders.ts";
import type { WrittenCertificates } from "./write-certificates.ts";
import type { WrittenPayouts } from "./write-payouts.ts";

export interface PastEvent extends NewAuditEvent {
  actor: AuditActor;
  at: Date;
}

/** A demo trader and the rows that were inserted for it. */
export interface WrittenTrader {
  demoTrader: DemoTrader;
  trader: Trader;
  account: TradingAccount;
  payouts: WrittenPayouts;
  certificates: WrittenCertificates;
}

/** Returns the audit events of a trader's history, unsorted. */
export function traderHistory(clock: Clock, written: WrittenTrader): PastEvent[] {
  const account = accountEvents(clock, written);
  return [
    ...registrationEvents(clock, written),
    ...account,
    ...viewEvents(clock, written, account),
    ...requestEvents(clock, written, written.demoTrader.payouts ?? []),
    ...certificateEvents(written),
    ...banEvents(clock, written, account),
    ...recentSignIn(clock, written),
  ];
}

const addressOf = ({ id }: { id: number }) => `198.51.100.${(id % 250) + 2}`;

export function visitorActor(trader: { id: number }) {
  const caller = { address: addressOf(trader), requestId: randomUUID(), userAgent: null };
  return { kind: "visitor", caller } satisfies AuditActor;
}

export function traderActor(trader: Trader) {
  return { ...visitorActor(trader), kind: "trader", trader } satisfies AuditActor;
}

const addMilliseconds = (moment: Date, milliseconds: number) =>
  new Date(moment.getTime() + milliseconds);

/** Returns the registration of a trader with an address; the others were created by an administrator. */
function registrationEvents(clock: Clock, { demoTrader, trader }: WrittenTrader): PastEvent[] {
  const at = toDate(clock, demoTrader.joined);
  const changes = changesBetween({}, profileSnapshot(trader));
  if (demoTrader.address) {
    return [{ action: "trader.registered", actor: traderActor(trader), at, trader, changes }];
  }
  const created = {
    action: "trader.created",
    actor: backOfficeActor(),
    at,
    trader,
    changes,
  } as const;
  if (demoTrader.invited) return [created];
  const passwordChange: Changes = { password: "changed" };
  const reset = { action: "password.reset", actor: visitorActor(trader), trader } as const;
  return [created, { ...reset, at: addMilliseconds(at, 42 * MINUTE), changes: passwordChange }];
}

function accountEvents(clock: Clock, { demoTrader, trader, account }: WrittenTrader): PastEvent[] {
  const { typedBalance, typedProfitLoss, balance, profitLoss } = account;
  const final = {
    ...accountSnapshot(account),
    // The back office did not type figures that are derived from the record.
    balance: typedBalance ?? balance,
    profitLoss: typedProfitLoss ?? profitLoss,
  };
  let current = newAccount;
  return accountHistory(clock, demoTrader, final, seedOf(demoTrader)).flatMap(({ at, patch }) => {
    const next = { ...current, ...patch };
    const changes = changesBetween(current, next);
    if (current.login === null && next.login !== null) changes.masterPassword = "changed";
    current = next;
    if (Object.keys(changes).length === 0) return [];
    return [{ action: "account.updated", actor: backOfficeActor(), at, trader, changes } as const];
  });
}

/** Returns the views of the master password, including one shortly before an account is stopped. */
function viewEvents(
  clock: Clock,
  { demoTrader, trader }: WrittenTrader,
  account: PastEvent[],
): PastEvent[] {
  const stop = account.find(({ changes = {} }) => {
    const { status } = changes;
    return typeof status === "object" && (status.to === "breached" || status.to === "under-review");
  });
  const times = [
    ...(demoTrader.passwordViewed ? [toDate(clock, demoTrader.passwordViewed)] : []),
    ...(stop ? [addMilliseconds(stop.at, -7 * MINUTE)] : []),
  ];
  const view = { action: "master-password.viewed", actor: backOfficeActor(), trader } as const;
  return times.map((at) => ({ ...view, at }));
}

/** Returns the events of a trader's requests until their decisions. */
export function requestEvents(
  clock: Clock,
  written: Pick<WrittenTrader, "trader" | "payouts">,
  requests: readonly DemoPayout[],
): PastEvent[] {
  return requests.flatMap((request) => payoutEvents(clock, written, request));
}

function payoutEvents(
  clock: Clock,
  { trader, payouts }: Pick<WrittenTrader, "trader" | "payouts">,
  entry: DemoPayout,
): PastEvent[] {
  const payout = payouts.get(entry)!;
  const { amount, paymentMethod, createdAt: requested } = payout;
  const subject = { trader, payoutId: payout.id };
  const isMistyped = payout.id % 9 === 4;
  return [
    ...(isMistyped
      ? [
          {
            action: "trader.sign-in-refused" as const,
            actor: visitorActor(trader),
            at: addMilliseconds(requested, -5 * MINUTE),
            trader,
            reason: "Wrong password",
          },
        ]
      : []),
    {
      action: "trader.signed-in",
      actor: traderActor(trader),
      at: addMilliseconds(requested, -4 * MINUTE),
      trader,
    },
    {
      action: "payout.requested",
      actor: traderActor(trader),
      at: requested,
      ...subject,
      changes: changesBetween({}, { amount, currency: "USD", paymentMethod }),
    },
    ...decisionEvents(clock, payout, entry).map((decision) => ({
      ...decision,
      ...subject,
      actor: entry[4] === "cancelled" ? traderActor(trader) : backOfficeActor(),
    })),
  ];
}

function decisionEvents(
  clock: Clock,
  { id, createdAt }: PayoutRequest,
  [, , , , status, adminNotes, reversedNotes]: DemoPayout,
) {
  if (status === "pending") return [];
  if (status === "cancelled") {
    const changes = changesBetween({ status: "pending" }, { status });
    return [
      { action: "payout.cancelled" as const, at: addMilliseconds(createdAt, 26 * MINUTE), changes },
    ];
  }
  const at = nextOfficeHour(clock, createdAt, id);
  if (reversedNotes === undefined) {
    const changes = changesBetween({ status: "pending" }, { status });
    return [{ action: `payout.${status}` as const, at, changes, reason: adminNotes }];
  }
  const opposite = status === "approved" ? "rejected" : "approved";
  return [
    {
      action: `payout.${opposite}` as const,
      at,
      changes: changesBetween({ status: "pending" }, { status: opposite }),
      reason: reversedNotes,
    },
    {
      action: "payout.reversed" as const,
      at: nextOfficeHour(clock, at, id + 3),
      changes: changesBetween({ status: opposite }, { status }),
      reason: adminNotes,
    },
  ];
}

function certificateEvents({ demoTrader, trader, certificates }: WrittenTrader): PastEvent[] {
  return (demoTrader.certificates ?? []).map((entry) => {
    const { id, name, issuedAt, uploadedAt } = certificates.get(entry)!;
    const issued = { certificateId: id, name, issuedAt: issuedAt.toISOString().slice(0, 10) };
    return {
      action: "certificate.issued",
      actor: backOfficeActor(),
      at: uploadedAt,
      trader,
      changes: changesBetween({}, issued),
    };
  });
}

/** Bans the trader after the last change of the account; six hours later, a sign-in is refused. */
function banEvents(clock: Clock, { trader }: WrittenTrader, account: PastEvent[]): PastEvent[] {
  if (!trader.banned) return [];
  const last = account.map(({ at }) => at).filter((at) => at < toDate(clock, [2, "00:00"]));
  const at = nextOfficeHour(clock, last.at(-1)!, trader.id + 1);
  const before = { banned: false, banReason: null };
  return [
    {
      action: "trader.banned",
      actor: backOfficeActor(),
      at,
      trader,
      changes: changesBetween(before, { banned: true, banReason: trader.banReason ?? null }),
      reason: trader.banReason,
    },
    {
      action: "trader.sign-in-refused",
      actor: visitorActor(trader),
      at: addMilliseconds(at, DAY / 4),
      trader,
      reason: "Banned",
    },
  ];
}

/** Returns a sign-in within the last three days if the trader is active. */
function recentSignIn(clock: Clock, { trader, account }: WrittenTrader): PastEvent[] {
  if (account.status !== "active" || trader.banned) return [];
  const minutes = (trader.id * 37) % 780;
  const at = addMilliseconds(toDate(clock, [1 + (trader.id % 3), "06:10"]), minutes * MINUTE);
  return [{ action: "trader.signed-in", actor: traderActor(trader), at, trader }];
}
