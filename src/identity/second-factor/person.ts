import { LockMode } from "@mikro-orm/core";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { Administrator } from "../team/administrator.entity.ts";
import type { AdministratorActor, TraderActor } from "../sessions/actor.ts";
import { lockTrader } from "../users/lock-trader.ts";
import type { Person } from "./second-factor.entity.ts";

/** Someone who changes their own second factor. */
export type SelfActor = TraderActor | AdministratorActor;

export const personOf = (actor: SelfActor): Person =>
  actor.kind === "trader"
    ? { kind: "trader", id: actor.trader.id }
    : { kind: "administrator", id: actor.id };

/** Returns the column that refers to the person. */
export const ownerColumn = ({ kind }: Person) => (kind === "trader" ? "user_id" : "admin_id");

export const ownerColumns = ({ kind, id }: Person) =>
  kind === "trader" ? { user_id: id, admin_id: null } : { user_id: null, admin_id: id };

/** Identifies the person in throttles. */
export const personKey = ({ kind, id }: Person) => `${kind} ${id}`;

/** Locks the person, so that changes of their second factor happen one after the other. */
export async function lockPerson(em: Em, { kind, id }: Person): Promise<void> {
  if (kind === "trader") await lockTrader(em, id);
  else await em.findOneOrFail(Administrator, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Ends all sessions except that of the call, as a change of the password does. */
export async function endOtherSessions(em: Em, actor: SelfActor): Promise<void> {
  const person = personOf(actor);
  await kyselyOf(em)
    .deleteFrom("sessions")
    .where(ownerColumn(person), "=", person.id)
    .where("id", "<>", actor.sessionId)
    .execute();
}
