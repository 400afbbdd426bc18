import { type Kysely, sql } from "kysely";
import type { Changes } from "../../../identity/audit/audit-event.rule.ts";
import type {
  AuditActor,
  AuditedTrader,
  NewAuditEvent,
} from "../../../identity/audit/record-event.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { LEAST_TRADERS, MOST_TRADERS } from "./person.rule.ts";
import type { Person } from "./person.schema.ts";

/** The changes of a new person. */
export const created = (id: number): Changes => ({ personId: { from: null, to: id } });

/** Returns why a person cannot have so many traders; `undefined` if they can. @param removed how many leave */
export function refuseSize(size: number, removed: number): string | undefined {
  if (size > MOST_TRADERS) return `A person has at most ${MOST_TRADERS} users`;
  if (removed === 0 || size >= LEAST_TRADERS) return undefined;
  return "A person has at least two users. Delete the person instead.";
}

/** In the order of ids, so that two calls about the same traders wait for each other. */
export async function lockTraders(
  transaction: Transaction,
  userIds: readonly number[],
): Promise<AuditedTrader[]> {
  const traders: AuditedTrader[] = [];
  for (const userId of userIds.toSorted((a, b) => a - b)) {
    traders.push(await lockTrader(transaction, userId));
  }
  return traders;
}

/** Locked after the traders who join or leave. No other call adds or removes any until the transaction ends. */
export async function lockPerson(kysely: Kysely<Tables>, id: number): Promise<{ name: string }> {
  const found = await kysely
    .selectFrom("persons")
    .select("name")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound("Person");
  return found;
}

/** Reads traders with their persons, by the ids of either. */
export function readMembers(
  kysely: Kysely<Tables>,
  by: "user_id" | "person_id",
  ids: readonly number[],
): Promise<{ userId: number; personId: number }[]> {
  return kysely
    .selectFrom("person_traders")
    .select(["user_id as userId", "person_id as personId"])
    .where(by, "=", sql<number>`any(${ids})`)
    .orderBy("user_id")
    .execute();
}

/** @returns the id of the new person */
export async function insertPerson(
  { clock }: Pick<Context, "clock">,
  kysely: Kysely<Tables>,
  { name, reason, linkId, createdBy }: Pick<Person, "name" | "reason" | "linkId" | "createdBy">,
): Promise<number> {
  const created_at = clock.now().toISOString();
  const { id } = await kysely
    .insertInto("persons")
    .values({ name, reason, link_id: linkId, created_at, created_by: createdBy })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds traders, who belong to no person, to one. */
export async function insertMembers(
  { clock }: Pick<Context, "clock">,
  kysely: Kysely<Tables>,
  personId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const added_at = clock.now().toISOString();
  await kysely
    .insertInto("person_traders")
    .values(userIds.map((userId) => ({ user_id: userId, person_id: personId, added_at })))
    .execute();
}

/** Removes traders from their persons. */
export async function deleteMembers(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
): Promise<void> {
  await kysely
    .deleteFrom("person_traders")
    .where("user_id", "=", sql<number>`any(${userIds})`)
    .execute();
}

/** An event with who caused it. */
export type AuditedEvent = NewAuditEvent & { actor: AuditActor };

interface PersonEvents extends Pick<NewAuditEvent, "action" | "changes" | "reason"> {
  traders: readonly AuditedTrader[];
}

/** An event for each trader names no other one, because the log of a trader outlives their person. */
export const eventsOf = (actor: AuditActor, { traders, ...event }: PersonEvents): AuditedEvent[] =>
  traders.map((trader) => ({ actor, trader, ...event }));
