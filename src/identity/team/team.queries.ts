import { type Kysely, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { type Ability, rolesWith } from "../roles/roles.rule.ts";
import { listSessions } from "../sessions/own-sessions.ts";
import { notFound } from "../../platform/errors.ts";
import { hashAccessKey } from "./administrators.ts";
import type { StaffActor } from "../tokens/authenticate-token.ts";
import type { ActiveSession } from "../sessions/session.schema.ts";
import type { Member } from "./team.schema.ts";

/** Lists all administrators: those with a valid key by name, then the revoked ones. */
export async function listMembers(context: Context, actor: StaffActor): Promise<Member[]> {
  const rows = await selectMembers(context)
    .orderBy(sql`revoked_at is not null`)
    .orderBy(sql`lower(label)`)
    .orderBy("id")
    .execute();
  return presentMembers(context, actor, rows);
}

/** @throws RefusalError if the administrator does not exist */
export async function getMember(context: Context, actor: StaffActor, id: number): Promise<Member> {
  const rows = await selectMembers(context).where("id", "=", id).execute();
  const [member] = await presentMembers(context, actor, rows);
  if (!member) throw notFound("Administrator");
  return member;
}

/** Returns whether another active administrator than this one has an ability. */
export async function canOtherAdministrator(
  kysely: Kysely<Tables>,
  id: number,
  ability: Ability,
): Promise<boolean> {
  const other = await kysely
    .selectFrom("admins")
    .select("id")
    .where("id", "<>", id)
    .where("revoked_at", "is", null)
    .where("role", "in", rolesWith(ability))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

const hasApp = sql`exists (select from totp_factors where admin_id = admins.id and confirmed_at is not null)`;
const hasPasskey = sql`exists (select from passkeys where admin_id = admins.id)`;

/** Counts the administrators with a valid key, and how many of them have a second factor. */
export async function countMembers({ database }: Pick<Context, "database">) {
  return database.kysely
    .selectFrom("admins")
    .select([
      sql<number>`count(*)::int`.as("members"),
      sql<number>`count(*) filter (where ${hasApp} or ${hasPasskey})::int`.as(
        "membersWithSecondFactor",
      ),
    ])
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
}

function selectMembers({ database, clock }: Context) {
  const open = sql`from sessions where admin_id = admins.id and expires_at > ${clock.now().toISOString()}`;
  return database.kysely
    .selectFrom("admins")
    .select(["id", "label as name", "role", "access_key as accessKey"])
    .select(["created_at as createdAt", "revoked_at as revokedAt"])
    .select([
      // During a rolling upgrade, the previous release only updates the sessions.
      sql<string | null>`greatest(last_seen_at, (select max(last_seen_at) ${open}))`.as(
        "lastSeenAt",
      ),
      sql<number>`(select count(*)::int ${open})`.as("openSessions"),
      sql<("totp" | "passkey")[]>`array_remove(array[
        case when ${hasApp} then 'totp' end, case when ${hasPasskey} then 'passkey' end], null)`.as(
        "secondFactors",
      ),
    ]);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>["execute"]>>[number];

async function presentMembers(
  { config }: Context,
  actor: StaffActor,
  rows: MemberRow[],
): Promise<Member[]> {
  const { adminAccessKey } = config;
  const configured = adminAccessKey === undefined ? null : await hashAccessKey(adminAccessKey);
  return rows.map(({ accessKey, createdAt, lastSeenAt, revokedAt, ...member }) => ({
    ...member,
    createdAt: new Date(createdAt),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    revokedAt: revokedAt === null ? null : new Date(revokedAt),
    isYou: actor.kind === "administrator" && actor.id === member.id,
    isConfigured: accessKey === configured,
  }));
}

/** Lists the open sessions of an administrator, most recently used first. */
export async function listMemberSessions(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<ActiveSession[]> {
  await getMember(context, actor, id);
  const currentId = actor.kind === "administrator" ? actor.sessionId : undefined;
  return listSessions(context, { owner: "admin_id", ownerId: id, currentId });
}
