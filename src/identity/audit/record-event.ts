import type { Clock } from "../../platform/time/clock.ts";
import { admitCaller, insertRows, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { AuditAction, Changes } from "./audit-event.rule.ts";
import { noteForFollowers } from "./followers.ts";

/** An authenticated trader; the action may be the sign-in itself. */
interface AuditedTraderActor {
  kind: "trader";
  trader: AuditedTrader;
  caller: Caller;
}

interface AuditedAdministrator {
  kind: "administrator";
  label: string;
  caller: Caller;
  /** `null` if the administrator has no row in the database. */
  id: number | null;
}

/** An API token. */
interface AuditedToken {
  kind: "token";
  id: number;
  label: string;
  caller: Caller;
}

/** The app itself, or its command line. */
interface SystemActor {
  kind: "system";
  name: string;
}

/** A caller without a session. */
interface Visitor {
  kind: "visitor";
  caller: Caller;
}

export type AuditActor =
  AuditedTraderActor | AuditedAdministrator | AuditedToken | Visitor | SystemActor;

/** Commands that are run on the machine of the app. */
export const commandLine: AuditActor = { kind: "system", name: "Command line" };

/** The trader concerned; the log keeps the name at the time of the event. */
export interface AuditedTrader {
  id: number;
  fullName?: string | null | undefined;
  email: string;
}

export interface NewAuditEvent {
  action: AuditAction;
  trader?: AuditedTrader;
  payoutId?: number;
  changes?: Changes;
  /** The reason that the actor entered. */
  reason?: string | null;
  /** The current time by default. */
  at?: Date;
}

/**
 * Adds an event to the audit log in the transaction of the action, so that neither is committed without the other. Must
 * be called last, because other events of the same chain have to wait until the commit.
 * @throws RefusalError if the caller was revoked, signed out or lost the ability since the call was admitted
 */
export async function recordEvent(
  context: { clock: Clock },
  transaction: Transaction,
  actor: AuditActor,
  event: NewAuditEvent,
): Promise<void> {
  await recordEvents(context, transaction, [{ actor, ...event }]);
}

/**
 * Adds several events in the order of their times. Those of the same time are sorted by chain, so that two transactions
 * wait for each other instead of ending in a deadlock; within a chain, they keep the given order.
 */
export async function recordEvents(
  context: { clock: Clock },
  transaction: Transaction,
  events: (NewAuditEvent & { actor: AuditActor })[],
): Promise<void> {
  await transaction.flush();
  // Before the chain is locked: a revocation locks the administrator first, and the chain last.
  await admitCaller(transaction);
  const now = context.clock.now();
  const sorted = events
    .map((event) => ({ ...event, at: event.at ?? now }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || chainOf(a) - chainOf(b));
  const rows = sorted.map(({ actor, ...event }) => eventRow(actor, event));
  await insertRows(kyselyOf(transaction), "audit_events", rows);
  noteForFollowers(transaction, events);
}

/** Returns the chain that the trigger `audit_events_link` assigns. */
const chainOf = ({ trader }: NewAuditEvent) => (trader?.id ?? 0) % 16;

function eventRow(actor: AuditActor, event: NewAuditEvent & { at: Date }) {
  const { action, trader, payoutId, changes = {}, reason, at } = event;
  return {
    ...columnsOf(actor),
    action,
    at: at.toISOString(),
    trader_id: trader?.id ?? null,
    trader_name: trader ? nameOf(trader) : null,
    payout_id: payoutId ?? null,
    changes: JSON.stringify(changes),
    reason: reason ?? null,
  };
}

function columnsOf(actor: AuditActor) {
  const caller = "caller" in actor ? actor.caller : undefined;
  return {
    actor_kind: actor.kind,
    actor_id: idOf(actor),
    actor_name: actorName(actor),
    address: caller?.address ?? null,
    request_id: caller?.requestId ?? null,
  };
}

function idOf(actor: AuditActor): number | null {
  if (actor.kind === "trader") return actor.trader.id;
  return actor.kind === "administrator" || actor.kind === "token" ? actor.id : null;
}

/** Returns the actor's name; `null` for a visitor. */
export function actorName(actor: AuditActor): string | null {
  if (actor.kind === "trader") return nameOf(actor.trader);
  if (actor.kind === "administrator" || actor.kind === "token") return actor.label;
  return actor.kind === "system" ? actor.name : null;
}

const nameOf = ({ fullName, email }: AuditedTrader) => fullName ?? email;

/** What a request reveals about its caller. */
export interface Caller {
  /** The network address. A forwarded address is only used if it comes from a trusted proxy. */
  address: string;
  requestId: string;
  /** The `User-Agent` header. */
  userAgent: string | null;
  /** What the browser was given at a former sign-in; `null` if it has nothing, absent for callers without cookies. */
  device?: string | null;
}
