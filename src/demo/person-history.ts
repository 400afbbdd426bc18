import { randomUUID } from "node:crypto";
import { accountSnapshot } from "../business/accounts/account-snapshot.ts";
import type { TradingAccount } from "../business/accounts/account.entity.ts";
import { type Changes, changesBetween } from "../platform/audit/changes.rule.ts";
import type { AuditActor, NewAuditEvent } from "../platform/audit/record-event.ts";
import { type Clock, DAY, MINUTE } from "../platform/lib/clock.ts";
import type { PayoutRequest } from "../business/payouts/payout.entity.ts";
import { profileSnapshot } from "../business/traders/profile-snapshot.ts";
import type { Trader } from "../identity/users/trader.entity.ts";
import { accountHistory, newAccount } from "./account-history.ts";
import { backOffice, nextOfficeHour } from "./back-office.ts";
import type { DemoPayout, DemoTrader } from "./demo-trader.ts";
import { toDate } from "./moment.ts";
import type { WrittenCertificates } from "./write-certificates.ts";
import type { WrittenPayouts } from "./write-payouts.ts";

export interface PastEvent extends NewAuditEvent {
  actor: AuditActor;
  at: Date;
}

/** One person of the demo, as written. */
export interface WrittenPerson {
  person: DemoTrader;
  trader: Trader;
  account: TradingAccount;
  payouts: WrittenPayouts;
  certificates: WrittenCertificates;
}

/** All that the log would have kept of a person, had it been there; not yet in order. */
export function personHistory(clock: Clock, written: WrittenPerson): PastEvent[] {
  const account = accountEvents(clock, written);
  return [
    ...beginning(clock, written),
    ...account,
    ...views(clock, written, account),
    ...(written.person.payouts ?? []).flatMap((payout) => payoutEvents(clock, written, payout)),
    ...certificateEvents(written),
    ...ban(clock, written, account),
    ...lately(clock, written),
  ];
}

const addressOf = ({ id }: Trader) => `198.51.100.${(id % 250) + 2}`;

function visitor(trader: Trader) {
  const caller = { address: addressOf(trader), requestId: randomUUID(), userAgent: null };
  return { kind: "visitor", caller } satisfies AuditActor;
}

function himself(trader: Trader) {
  return { ...visitor(trader), kind: "trader", trader } satisfies AuditActor;
}

const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

/** Whoever gave an address signed up himself; the others were invited. */
function beginning(clock: Clock, { person, trader }: WrittenPerson): PastEvent[] {
  const at = toDate(clock, person.joined);
  const changes = changesBetween({}, profileSnapshot(trader));
  if (person.address) {
    return [{ action: "trader.registered", actor: himself(trader), at, trader, changes }];
  }
  const created = { action: "trader.created", actor: backOffice(), at, trader, changes } as const;
  if (person.invited) return [created];
  const changed: Changes = { password: "changed" };
  const reset = { action: "password.reset", actor: visitor(trader), trader } as const;
  return [created, { ...reset, at: later(at, 42 * MINUTE), changes: changed }];
}

function accountEvents(clock: Clock, { person, trader, account }: WrittenPerson): PastEvent[] {
  const final = accountSnapshot(account);
  let present = newAccount;
  return accountHistory(clock, person, final, trader.id).flatMap(({ at, patch }) => {
    const next = { ...present, ...patch };
    const changes = changesBetween(present, next);
    if (present.login === null && next.login !== null) changes.masterPassword = "changed";
    present = next;
    if (Object.keys(changes).length === 0) return [];
    return [{ action: "account.updated", actor: backOffice(), at, trader, changes } as const];
  });
}

/** Before the back office stopped an account, it opened it. */
function views(clock: Clock, { person, trader }: WrittenPerson, account: PastEvent[]): PastEvent[] {
  const stop = account.find(({ changes = {} }) => {
    const { status } = changes;
    return typeof status === "object" && (status.to === "breached" || status.to === "under-review");
  });
  const times = [
    ...(person.passwordViewed ? [toDate(clock, person.passwordViewed)] : []),
    ...(stop ? [later(stop.at, -7 * MINUTE)] : []),
  ];
  const view = { action: "master-password.viewed", actor: backOffice(), trader } as const;
  return times.map((at) => ({ ...view, at }));
}

function payoutEvents(
  clock: Clock,
  { trader, payouts }: WrittenPerson,
  entry: DemoPayout,
): PastEvent[] {
  const payout = payouts.get(entry)!;
  const requested = payout.createdAt;
  const about = { trader, payoutId: payout.id };
  const isMistyped = payout.id % 9 === 4;
  return [
    ...(isMistyped
      ? [
          {
            action: "trader.sign-in-refused" as const,
            actor: visitor(trader),
            at: later(requested, -5 * MINUTE),
            trader,
            reason: "Wrong password",
          },
        ]
      : []),
    {
      action: "trader.signed-in",
      actor: himself(trader),
      at: later(requested, -4 * MINUTE),
      trader,
    },
    {
      action: "payout.requested",
      actor: himself(trader),
      at: requested,
      ...about,
      changes: changesBetween({}, { amount: payout.amount, paymentMethod: payout.paymentMethod }),
    },
    ...decisionsOf(clock, payout, entry).map((decision) => ({
      ...decision,
      ...about,
      actor: backOffice(),
    })),
  ];
}

function decisionsOf(
  clock: Clock,
  { id, createdAt }: PayoutRequest,
  [, , , , status, adminNotes, reversedNotes]: DemoPayout,
) {
  if (status === "pending") return [];
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

function certificateEvents({ person, trader, certificates }: WrittenPerson): PastEvent[] {
  return (person.certificates ?? []).map((entry) => {
    const { id, name, issuedAt, uploadedAt } = certificates.get(entry)!;
    const issued = { certificateId: id, name, issuedAt: issuedAt.toISOString().slice(0, 10) };
    return {
      action: "certificate.issued",
      actor: backOffice(),
      at: uploadedAt,
      trader,
      changes: changesBetween({}, issued),
    };
  });
}

/** After whatever stopped the account; and the next day he finds out. */
function ban(clock: Clock, { trader }: WrittenPerson, account: PastEvent[]): PastEvent[] {
  if (!trader.banned) return [];
  const last = account.map(({ at }) => at).filter((at) => at < toDate(clock, [2, "00:00"]));
  const at = nextOfficeHour(clock, last.at(-1)!, trader.id + 1);
  const before = { banned: false, banReason: null };
  return [
    {
      action: "trader.banned",
      actor: backOffice(),
      at,
      trader,
      changes: changesBetween(before, { banned: true, banReason: trader.banReason ?? null }),
      reason: trader.banReason,
    },
    {
      action: "trader.sign-in-refused",
      actor: visitor(trader),
      at: later(at, DAY / 4),
      trader,
      reason: "Banned",
    },
  ];
}

/** Whoever trades has looked at his account in the last days. */
function lately(clock: Clock, { trader, account }: WrittenPerson): PastEvent[] {
  if (account.status !== "active" || trader.banned) return [];
  const minutes = (trader.id * 37) % 780;
  const at = later(toDate(clock, [1 + (trader.id % 3), "06:10"]), minutes * MINUTE);
  return [{ action: "trader.signed-in", actor: himself(trader), at, trader }];
}
