import { LockMode } from "@mikro-orm/core";
import { changesBetween } from "../audit/audit-event.rule.ts";
import { type AuditActor, commandLine, recordEvent } from "../audit/record-event.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type Database, inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { describeDevice } from "../sessions/device.ts";
import type { Role } from "../roles/roles.rule.ts";
import { Administrator } from "./administrator.entity.ts";
import { createHash } from "node:crypto";
import { endTokensOf } from "../tokens/revoke-tokens.ts";
import type { NamedToken } from "../tokens/tokens.schema.ts";
import { hashRaw } from "@node-rs/argon2";
import { generateToken } from "../../platform/vault/tokens.ts";

/** Held while the first administrator is created, so that concurrent starts create only one. See `platform/advisory-locks.ts`. */
const FIRST_ADMINISTRATOR_LOCK = 7_310_003;

interface AdministratorContext {
  database: Database;
  clock: Clock;
}

const startActor: AuditActor = { kind: "system", name: "Start" };

/** Creates an administrator. @returns the access key, which cannot be read again later */
export async function createAdministrator(
  context: AdministratorContext,
  label: string,
  role: Role = "owner",
): Promise<string> {
  const { key } = await inTransaction(context.database, (transaction) =>
    insertAdministrator(context, transaction, commandLine, { label, role }),
  );
  return key;
}

/** Creates an administrator with a generated key in `transaction`. */
export async function insertAdministrator(
  context: Pick<AdministratorContext, "clock">,
  transaction: Transaction,
  actor: AuditActor,
  { label, role }: { label: string; role: Role },
): Promise<{ id: number; key: string }> {
  const key = generateAccessKey();
  const created = transaction.create(Administrator, {
    label,
    role,
    accessKey: await hashAccessKey(key),
    createdAt: context.clock.now(),
  });
  await recordEvent(context, transaction, actor, {
    action: "administrator.created",
    changes: changesBetween({}, { label, role }),
  });
  return { id: created.id, key };
}

/**
 * Ensures that an administrator with the configured key exists and is not revoked. If no key is
 * configured, creates one with a generated key, unless there is an administrator already.
 * @returns the generated key, on the first start only
 */
export async function ensureAdministrator(
  context: AdministratorContext,
  configuredKey: string | undefined,
): Promise<string | undefined> {
  const key = configuredKey ?? generateAccessKey();
  const accessKey = await hashAccessKey(key);
  const isCreated = await inTransaction(context.database, async (transaction) => {
    await transaction.execute("select pg_advisory_xact_lock(?)", [FIRST_ADMINISTRATOR_LOCK]);
    const existing = await transaction.findOne(
      Administrator,
      configuredKey ? { accessKey } : { id: { $gt: 0 } },
    );
    // Configuring a revoked key makes it valid again.
    if (existing?.revokedAt && configuredKey) {
      existing.revokedAt = null;
      await recordEvent(context, transaction, startActor, {
        action: "administrator.created",
        changes: changesBetween({}, { label: existing.label }),
        reason: "ADMIN_ACCESS_KEY is set to the key that was revoked",
      });
    }
    if (existing) return false;
    // Traders see the label next to the last view of their master password.
    const label = configuredKey ? "Administrator" : "First administrator";
    transaction.create(Administrator, { label, accessKey, createdAt: context.clock.now() });
    await recordEvent(context, transaction, startActor, {
      action: "administrator.created",
      changes: changesBetween({}, { label }),
    });
    return true;
  });
  return isCreated && !configuredKey ? key : undefined;
}

export async function listAdministrators({ database }: Pick<AdministratorContext, "database">) {
  return database.kysely
    .selectFrom("admins")
    .select(["id", "label", "role", "created_at as createdAt", "revoked_at as revokedAt"])
    .orderBy("id")
    .execute();
}

/** Returns whether `key` is the access key of the administrator with this id. */
export async function isAccessKeyOf(
  { database }: Pick<AdministratorContext, "database">,
  id: number,
  key: string,
): Promise<boolean> {
  const row = await database.kysely
    .selectFrom("admins")
    .select("id")
    .where("id", "=", id)
    .where("access_key", "=", await hashAccessKey(key))
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the unexpired sessions of administrators, most recently used first. */
export async function listAdministratorSessions({ database, clock }: AdministratorContext) {
  const rows = await database.kysely
    .selectFrom("sessions")
    .innerJoin("admins", "admins.id", "sessions.admin_id")
    .select(["admins.id as id", "admins.label as label", "sessions.address as address"])
    .select(["sessions.user_agent as userAgent", "sessions.last_seen_at as lastSeenAt"])
    .where("sessions.expires_at", ">", clock.now().toISOString())
    .orderBy("sessions.last_seen_at", "desc")
    .execute();
  return rows.map(({ userAgent, ...session }) => ({
    ...session,
    device: describeDevice(userAgent),
  }));
}

/**
 * Ends all sessions of an administrator; the access key stays valid.
 * @returns the number of ended sessions, or `undefined` if the administrator does not exist
 */
export async function signOutAdministrator(
  context: AdministratorContext,
  id: number,
): Promise<number | undefined> {
  return inTransaction(context.database, async (transaction) => {
    const administrator = await transaction.findOne(Administrator, { id });
    if (!administrator) return undefined;
    const ended = await kyselyOf(transaction)
      .deleteFrom("sessions")
      .where("admin_id", "=", id)
      .returning("id")
      .execute();
    await recordEvent(context, transaction, commandLine, {
      action: "administrator.signed-out",
      changes: { label: { from: administrator.label, to: administrator.label } },
    });
    return ended.length;
  });
}

/**
 * Revokes the access key of an administrator and their tokens, and ends all their sessions.
 * @returns false if the administrator does not exist
 */
export async function revokeAdministrator(
  context: AdministratorContext,
  id: number,
): Promise<boolean> {
  return inTransaction(
    context.database,
    async (transaction) =>
      (await revokeInTransaction(context, transaction, commandLine, { id })) !== undefined,
  );
}

/**
 * Does the same as `revokeAdministrator` in `transaction`.
 * @param revoked.keeper who takes the tokens over; without one, they are revoked
 * @returns the tokens concerned; `undefined` if the administrator does not exist
 */
export async function revokeInTransaction(
  context: Pick<AdministratorContext, "clock">,
  transaction: Transaction,
  actor: AuditActor,
  { id, keeper }: { id: number; keeper?: { id: number; label: string } | undefined },
): Promise<NamedToken[] | undefined> {
  const administrator = await transaction.findOne(
    Administrator,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!administrator) return undefined;
  if (administrator.revokedAt) return [];
  administrator.revokedAt = context.clock.now();
  await kyselyOf(transaction).deleteFrom("sessions").where("admin_id", "=", id).execute();
  const tokens = await endTokensOf(context, transaction, actor, { id, keeper });
  await recordEvent(context, transaction, actor, {
    action: "administrator.revoked",
    changes: { label: { from: administrator.label, to: null } },
  });
  return tokens;
}

/** The salt is fixed, because administrators are looked up by the hash of their key. */
const salt = createHash("sha256")
  .update("propdesk administrator access key")
  .digest()
  .subarray(0, 16);

/** Generates a random access key. It is shown once; only its hash is stored. */
export function generateAccessKey(): string {
  return generateToken();
}

/** Hashes the key with argon2id, because a key from `ADMIN_ACCESS_KEY` may be weaker than a generated one. */
export async function hashAccessKey(key: string): Promise<string> {
  const bytes = await hashRaw(key.trim(), {
    salt,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  return bytes.toString("base64url");
}
