import type { z } from "zod";
import { recordEvents } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { readAuditedTraders } from "../record-views.ts";
import {
  created,
  deleteMembers,
  eventsOf,
  insertMembers,
  insertPerson,
  lockPerson,
  lockTraders,
  readMembers,
  refuseSize,
} from "./person-store.ts";
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
