import type { Clock } from "../lib/clock.ts";
import { kyselyOf } from "../database/database.ts";
import type { Em } from "../database/orm.ts";
import type { Caller } from "../lib/caller.ts";
import type { AuditAction } from "./audit-actions.rule.ts";
import type { Changes } from "./changes.rule.ts";

/** Whoever proved to be the trader, also when it is only now that the session begins. */
interface AuditedTraderActor {
  kind: "trader";
  trader: AuditedTrader;
  caller: Caller;
}

interface AuditedAdministrator {
  kind: "administrator";
  label: string;
  caller: Caller;
  /** `null` for one whom only the log knows. */
  id: number | null;
}

/** The app itself, or somebody at its command line. */
interface SystemActor {
  kind: "system";
  name: string;
}

/** A caller who is not signed in. */
interface Visitor {
  kind: "visitor";
  caller: Caller;
}

export type AuditActor = AuditedTraderActor | AuditedAdministrator | Visitor | SystemActor;

/** Somebody at a terminal of the machine that the app runs on. */
export const commandLine: AuditActor = { kind: "system", name: "Command line" };

/** The trader whom an event is about, called as he is called at that moment. */
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
  /** In the words of whoever did it. */
  reason?: string | null;
  /** Another time than now, for what is told afterwards. */
  at?: Date;
}

/**
 * Writes what was done into the audit log, in the transaction that did it: one is not without the
 * other. It is the last thing that a transaction does: from here to the commit, others wait who
 * write about traders of the same chain.
 */
export async function recordEvent(
  context: { clock: Clock },
  em: Em,
  actor: AuditActor,
  event: NewAuditEvent,
): Promise<void> {
  await recordEvents(context, em, [{ actor, ...event }]);
}

/** The same for many at once, in this order. */
export async function recordEvents(
  context: { clock: Clock },
  em: Em,
  events: (NewAuditEvent & { actor: AuditActor })[],
): Promise<void> {
  await em.flush();
  const rows = events.map(({ actor, ...event }) => eventRow(context, actor, event));
  await kyselyOf(em).insertInto("audit_events").values(rows).execute();
}

/** What the log keeps of it. */
function eventRow({ clock }: { clock: Clock }, actor: AuditActor, event: NewAuditEvent) {
  const { action, trader, payoutId, changes = {}, reason, at = clock.now() } = event;
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
  return actor.kind === "administrator" ? actor.id : null;
}

function actorName(actor: AuditActor): string | null {
  if (actor.kind === "trader") return nameOf(actor.trader);
  if (actor.kind === "administrator") return actor.label;
  return actor.kind === "system" ? actor.name : null;
}

const nameOf = ({ fullName, email }: AuditedTrader) => fullName ?? email;
