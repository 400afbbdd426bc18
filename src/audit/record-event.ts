import type { Context } from "../context.ts";
import { queriesOf } from "../database/database.ts";
import type { Em } from "../database/orm.ts";
import type { AdministratorActor, Caller, Visitor } from "../sessions/actor.ts";
import type { AuditAction } from "./actions.ts";
import type { Changes } from "./changes.ts";

/** Whoever proved to be the trader, also when it is only now that the session begins. */
interface AuditedTraderActor {
  kind: "trader";
  trader: AuditedTrader;
  caller: Caller;
}

interface AuditedAdministrator extends Pick<AdministratorActor, "kind" | "label" | "caller"> {
  /** `null` for one whom only the log knows. */
  id: number | null;
}

/** The app itself, or somebody at its command line. */
interface SystemActor {
  kind: "system";
  name: string;
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
  context: Pick<Context, "clock">,
  em: Em,
  actor: AuditActor,
  event: NewAuditEvent,
): Promise<void> {
  await recordEvents(context, em, [{ actor, ...event }]);
}

/** The same for many at once, in this order. */
export async function recordEvents(
  context: Pick<Context, "clock">,
  em: Em,
  events: (NewAuditEvent & { actor: AuditActor })[],
): Promise<void> {
  await em.flush();
  const rows = events.map(({ actor, ...event }) => eventRow(context, actor, event));
  await queriesOf(em).insertInto("audit_events").values(rows).execute();
}

/** What the log keeps of it. */
function eventRow({ clock }: Pick<Context, "clock">, actor: AuditActor, event: NewAuditEvent) {
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
