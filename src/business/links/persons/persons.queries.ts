import { type Kysely, sql } from "kysely";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";
import type { Context } from "../../../platform/context.ts";
import { computedJson, integer, text, timestamp } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { mapList } from "../../../platform/lists/list-declaration.ts";
import { recordViews } from "../record-views.ts";
import type { PersonsOfTraders } from "./person.rule.ts";
import type { Person } from "./person.schema.ts";

const persons = defineList({
  name: "persons",
  from: "persons",
  columns: {
    id: integer("persons.id"),
    name: text("persons.name"),
    traders: computedJson<Person["traders"]>(
      `select coalesce(json_agg(json_build_object('userId', users.id, 'fullName', users.full_name,
          'email', users.email) order by users.id), '[]')
        from person_traders join users on users.id = person_traders.user_id
        where person_traders.person_id = persons.id`,
    ),
    reason: text("persons.reason"),
    linkId: integer("persons.link_id"),
    createdAt: timestamp("persons.created_at"),
    createdBy: text("persons.created_by"),
  },
  filters: {
    userId: (userId: number) =>
      sql<boolean>`persons.id in (select person_id from person_traders where user_id = ${userId})`,
  },
  batchSize: 100,
});

/** All persons, newest first. Each row that is read is recorded as shown, for each of its traders. */
export const viewedPersons = (context: Context, actor: StaffActor) =>
  mapList(persons, async (rows) => {
    await recordPersonViews(context, actor, rows);
    return rows;
  });

/**
 * Returns a person, and records the view for each of their traders.
 * @throws RefusalError if the person does not exist
 */
export async function viewPerson(context: Context, actor: StaffActor, id: number): Promise<Person> {
  const found = await readPerson(context, id);
  await recordPersonViews(context, actor, [found]);
  return found;
}

/** @throws RefusalError if the person does not exist */
export async function readPerson(context: Pick<Context, "database">, id: number): Promise<Person> {
  const found = await persons.find(context, id);
  if (!found) throw notFound("Person");
  return found;
}

const recordPersonViews = (context: Context, actor: StaffActor, shown: readonly Person[]) =>
  recordViews(
    context,
    actor,
    shown.flatMap(({ traders }) =>
      traders.map(({ userId, ...trader }) => ({ id: userId, ...trader })),
    ),
  );

/** Reads which traders belong to which person. */
export async function readPersonsOfTraders(kysely: Kysely<Tables>): Promise<PersonsOfTraders> {
  const rows = await kysely.selectFrom("person_traders").select(["user_id", "person_id"]).execute();
  return new Map(rows.map((row) => [row.user_id, row.person_id]));
}

export const personPart: OwnDataPart = {
  name: "grouping",
  about:
    "Since when the firm counts the trader's account and others as those of one person, if it does",
  table: "person_traders",
  where: byTrader("person_traders.user_id"),
  key: ["person_traders.user_id"],
  columns: { groupedSince: timestamp("person_traders.added_at") },
};
