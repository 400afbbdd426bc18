import type { AuditedTrader } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { readAuditedTraders } from "../record-views.ts";
import {
  type AuditedEvent,
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
import { LEAST_TRADERS } from "./person.rule.ts";

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

interface Leaving {
  userId: number;
  /** The cases of which one may have made the person. */
  linkIds: readonly number[];
  reason: string;
}

/**
 * Removes a trader from the person that the confirmation of a case has made, if it has; a person of fewer than two
 * traders is deleted. The caller has locked the trader.
 * @returns the events to record
 */
export async function leavePerson(
  transaction: Transaction,
  by: StaffActor,
  { userId, linkIds, reason }: Leaving,
): Promise<AuditedEvent[]> {
  const kysely = kyselyOf(transaction);
  const made = await kysely
    .selectFrom("persons")
    .innerJoin("person_traders", "person_traders.person_id", "persons.id")
    .select("persons.id")
    .where("user_id", "=", userId)
    .where("link_id", "in", [...linkIds])
    .forUpdate("persons")
    .executeTakeFirst();
  if (!made) return [];
  const { id } = made;
  const members = await readMembers(kysely, "person_id", [id]);
  const traders = await readAuditedTraders(
    kysely,
    members.map((member) => member.userId),
  );
  const events = (action: AuditedEvent["action"], of: AuditedTrader[], to: number | null) =>
    eventsOf(by, { action, traders: of, changes: { personId: { from: id, to } }, reason });
  if (members.length - 1 < LEAST_TRADERS) {
    await kysely.deleteFrom("persons").where("id", "=", id).execute();
    return events("person.deleted", traders, null);
  }
  await deleteMembers(kysely, [userId]);
  return traders.flatMap((trader) =>
    events("person.changed", [trader], trader.id === userId ? null : id),
  );
}
