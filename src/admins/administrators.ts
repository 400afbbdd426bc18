import type { Clock } from "../lib/clock.ts";
import { type Database, inTransaction, queriesOf } from "../database/database.ts";
import { hashAccessKey, makeAccessKey } from "./access-key.ts";
import { Administrator } from "./administrator.entity.ts";

/** Held while the first administrator is made, so that of several instances one does it. */
const FIRST_ADMINISTRATOR_LOCK = 7_310_003;

interface AdministratorContext {
  database: Database;
  clock: Clock;
}

/** Makes an administrator. @returns the access key, which cannot be read again later */
export async function createAdministrator(
  { database, clock }: AdministratorContext,
  label: string,
): Promise<string> {
  const key = makeAccessKey();
  await inTransaction(database, async (em) => {
    em.create(Administrator, {
      label,
      accessKey: await hashAccessKey(key),
      createdAt: clock.now(),
    });
  });
  return key;
}

/**
 * After this there is an administrator: the one with the configured key, or else, where there is
 * none at all, one with a generated key.
 * @returns the generated key, on the first start only
 */
export async function ensureAdministrator(
  { database, clock }: AdministratorContext,
  configuredKey: string | undefined,
): Promise<string | undefined> {
  const key = configuredKey ?? makeAccessKey();
  const accessKey = await hashAccessKey(key);
  const made = await inTransaction(database, async (em) => {
    await em.execute("select pg_advisory_xact_lock(?)", [FIRST_ADMINISTRATOR_LOCK]);
    const present = await em.findOne(
      Administrator,
      configuredKey ? { accessKey } : { id: { $gt: 0 } },
    );
    // A key that is configured is wanted, whatever happened to it before.
    if (present && configuredKey) present.revokedAt = null;
    if (present) return false;
    const label = configuredKey ? "ADMIN_ACCESS_KEY" : "First administrator";
    em.create(Administrator, { label, accessKey, createdAt: clock.now() });
    return true;
  });
  return made && !configuredKey ? key : undefined;
}

export async function listAdministrators({ database }: Pick<AdministratorContext, "database">) {
  return database.kysely
    .selectFrom("admins")
    .select(["id", "label", "created_at as createdAt", "revoked_at as revokedAt"])
    .orderBy("id")
    .execute();
}

/** The key opens nothing from now on, and its sessions end. @returns false where there is none */
export async function revokeAdministrator(
  { database, clock }: AdministratorContext,
  id: number,
): Promise<boolean> {
  return inTransaction(database, async (em) => {
    const administrator = await em.findOne(Administrator, { id });
    if (!administrator) return false;
    administrator.revokedAt ??= clock.now();
    await queriesOf(em).deleteFrom("sessions").where("admin_id", "=", id).execute();
    return true;
  });
}
