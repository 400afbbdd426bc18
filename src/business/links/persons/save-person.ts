import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { Changes } from "../../../identity/audit/audit-event.rule.ts";
import {
  type AuditActor,
  type AuditedTrader,
  type NewAuditEvent,
  recordEvents,
} from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { readAuditedTraders } from "../record-views.ts";
import { LEAST_TRADERS, MOST_TRADERS } from "./person.rule.ts";
import type {
  createPersonInput,
  deletePersonInput,
  Person,
  updatePersonInput,
} from "./person.schema.ts";
import { readPerson, viewPerson } from "./persons.queries.ts";

/** The person that a command has saved, or that stands in its way. */
interface Outcome {
  id: number;
  refusal?: string;
}

const takenMessage = "A user belongs to at most one person";

/**
 * Makes traders one person.
 * @throws RefusalError if a trader does not exist, or belongs to a person
 */
export function createPerson(
  context: Context,
  actor: StaffActor,
  { name, userIds, reason }: z.output<typeof createPersonInput>,
): Promise<Person> {
  return answer(context, actor, async (transaction) => {
    const kysely = kyselyOf(transaction);
    const traders = await lockTraders(transaction, userIds);
    const [taken] = await readMembers(kysely, "user_id", userIds);
    if (taken) return { id: taken.personId, refusal: takenMessage };
    const person = { name, reason, linkId: null, createdBy: actor.label };
    const id = await insertPerson(context, kysely, person);
    await insertMembers(context, kysely, id, userIds);
    await recordEvents(
      context,
      transaction,
      eventsOf(actor, { action: "person.created", traders, changes: created(id), reason }),
    );
    return { id };
  });
}

/**
 * Renames a person, adds and removes traders. Who already belongs to the person, or no longer does, stays as they are.
 * @throws RefusalError if the person or a trader does not exist, a trader belongs to another person, or too few or too
 * many would be left
 */
export function updatePerson(
  context: Context,
  actor: StaffActor,
  { id, name, add = [], remove = [], reason }: z.output<typeof updatePersonInput>,
): Promise<Person> {
  return answer(context, actor, async (transaction) => {
    const kysely = kyselyOf(transaction);
    const changed = await lockTraders(transaction, [...add, ...remove]);
    const present = await lockPerson(kysely, id);
    const members = (await readMembers(kysely, "person_id", [id])).map(({ userId }) => userId);
    const added = add.filter((userId) => !members.includes(userId));
    const removed = remove.filter((userId) => members.includes(userId));
    const [taken] = await readMembers(kysely, "user_id", added);
    if (taken) return { id: taken.personId, refusal: takenMessage };
    const refusal = refuseSize(members.length + added.length - removed.length, removed.length);
    if (refusal !== undefined) return { id, refusal };
    const isRenamed = name !== undefined && name !== present.name;
    if (!isRenamed && added.length === 0 && removed.length === 0) return { id };
    if (isRenamed) await kysely.updateTable("persons").set({ name }).where("id", "=", id).execute();
    await insertMembers(context, kysely, id, added);
    await deleteMembers(kysely, removed);
    const others = await readAuditedTraders(kysely, members);
    const concerned = new Map([...others, ...changed].map((trader) => [trader.id, trader]));
    const events = [...concerned.values()].flatMap((trader) => {
      const isMember = members.includes(trader.id);
      const stays = isMember !== (added.includes(trader.id) || removed.includes(trader.id));
      if (!isMember && !stays) return [];
      const changes = { personId: { from: isMember ? id : null, to: stays ? id : null } };
      return eventsOf(actor, { action: "person.changed", traders: [trader], changes, reason });
    });
    await recordEvents(context, transaction, events);
    return { id };
  });
}

/**
 * Deletes a person; their traders are no longer grouped.
 * @throws RefusalError if the person does not exist
 */
export async function deletePerson(
  context: Context,
  actor: StaffActor,
  { id, reason }: z.output<typeof deletePersonInput>,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    await lockPerson(kysely, id);
    const members = await readMembers(kysely, "person_id", [id]);
    const traders = await readAuditedTraders(
      kysely,
      members.map(({ userId }) => userId),
    );
    await kysely.deleteFrom("persons").where("id", "=", id).execute();
    const changes = { personId: { from: id, to: null } };
    await recordEvents(
      context,
      transaction,
      eventsOf(actor, { action: "person.deleted", traders, changes, reason }),
    );
  });
}

interface Grouping {
  userIds: readonly number[];
  linkId: number;
  name: string;
  reason: string;
}

/**
 * Makes the traders of a confirmed case one person, with those that they were grouped with. The new person replaces
 * theirs, so that the case is known to have made it; a person that already has all of them stays.
 * @returns the person, and the events to record with those of the decision
 * @throws RefusalError if a trader does not exist, or the person would have too many
 */
export async function groupAsPerson(
  context: Pick<Context, "clock">,
  transaction: Transaction,
  by: StaffActor,
  { userIds, linkId, name, reason }: Grouping,
): Promise<{ id: number; events: AuditedEvent[] }> {
  const kysely = kyselyOf(transaction);
  await lockTraders(transaction, userIds);
  const found = await readMembers(kysely, "user_id", userIds);
  const former = [...new Set(found.map(({ personId }) => personId))].toSorted((a, b) => a - b);
  for (const id of former) await lockPerson(kysely, id);
  const members = await readMembers(kysely, "person_id", former);
  const grouped = new Set(members.map(({ userId }) => userId));
  const joining = userIds.filter((userId) => !grouped.has(userId));
  const [only] = former;
  if (only !== undefined && former.length === 1 && joining.length === 0) {
    return { id: only, events: [] };
  }
  const refusal = refuseSize(grouped.size + joining.length, 0);
  if (refusal !== undefined) throw new RefusalError("conflict", refusal);
  const id = await insertPerson(context, kysely, { name, reason, linkId, createdBy: by.label });
  if (former.length > 0) {
    await kysely
      .updateTable("person_traders")
      .set({ person_id: id })
      .where("person_id", "in", former)
      .execute();
    await kysely.deleteFrom("persons").where("id", "in", former).execute();
  }
  await insertMembers(context, kysely, id, joining);
  const traders = await readAuditedTraders(kysely, [...grouped, ...joining]);
  return {
    id,
    events: eventsOf(by, { action: "person.created", traders, changes: created(id), reason }),
  };
}

const created = (id: number): Changes => ({ personId: { from: null, to: id } });

/** Runs a command, and returns the person that it saved. @throws RefusalError with the person that stands in its way */
async function answer(
  context: Context,
  actor: StaffActor,
  command: (transaction: Transaction) => Promise<Outcome>,
): Promise<Person> {
  const { id, refusal } = await inTransaction(context.database, command);
  if (refusal === undefined) return readPerson(context, id);
  throw new RefusalError("conflict", refusal, { current: await viewPerson(context, actor, id) });
}

function refuseSize(size: number, removed: number): string | undefined {
  if (size > MOST_TRADERS) return `A person has at most ${MOST_TRADERS} users`;
  if (removed === 0 || size >= LEAST_TRADERS) return undefined;
  return "A person has at least two users. Delete the person instead.";
}

/** In the order of ids, so that two calls about the same traders wait for each other. */
async function lockTraders(
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
async function lockPerson(kysely: Kysely<Tables>, id: number): Promise<{ name: string }> {
  const found = await kysely
    .selectFrom("persons")
    .select("name")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound("Person");
  return found;
}

function readMembers(
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

async function insertPerson(
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

async function insertMembers(
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

async function deleteMembers(kysely: Kysely<Tables>, userIds: readonly number[]): Promise<void> {
  await kysely
    .deleteFrom("person_traders")
    .where("user_id", "=", sql<number>`any(${userIds})`)
    .execute();
}

type AuditedEvent = NewAuditEvent & { actor: AuditActor };

interface PersonEvents extends Pick<NewAuditEvent, "action" | "changes" | "reason"> {
  traders: readonly AuditedTrader[];
}

/** An event for each trader names no other one, because the log of a trader outlives their person. */
const eventsOf = (actor: AuditActor, { traders, ...event }: PersonEvents): AuditedEvent[] =>
  traders.map((trader) => ({ actor, trader, ...event }));
