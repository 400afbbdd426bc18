import type { z } from "zod";
import { saveSettings } from "../audit/save-settings.ts";
import type { Context } from "../../platform/context.ts";
import { admitCaller, inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { notFound, RefusalError } from "../../platform/errors.ts";
import type { StaffActor } from "../tokens/authenticate-token.ts";
import { hasSecondFactor, isRequiredOfTeam } from "../second-factor/second-factor.queries.ts";
import { countMembers } from "./team.queries.ts";
import type { setTeamSettingsInput, TeamSettings } from "./team.schema.ts";
import { LockMode } from "@mikro-orm/core";
import type { Transaction } from "../../platform/database/orm.ts";
import { Administrator } from "./administrator.entity.ts";

/** Reads what is required of all administrators: nothing, until an owner changes it. */
export async function readTeamSettings(context: Context): Promise<TeamSettings> {
  const row = await context.database.kysely
    .selectFrom("team_settings")
    .select(["second_factor_required as secondFactorRequired"])
    .select(["updated_at as updatedAt", "updated_by as updatedBy"])
    .executeTakeFirst();
  return {
    secondFactorRequired: row?.secondFactorRequired ?? false,
    ...(await countMembers(context)),
    updatedAt: row ? new Date(row.updatedAt) : null,
    updatedBy: row?.updatedBy ?? null,
  };
}

/**
 * Sets whether all administrators must have a second factor.
 * @throws RefusalError if the caller requires one without having one
 */
export async function setTeamSettings(
  context: Context,
  actor: StaffActor,
  { secondFactorRequired }: z.output<typeof setTeamSettingsInput>,
): Promise<TeamSettings> {
  await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    await lockTeam(transaction);
    const before = { secondFactorRequired: await isRequiredOfTeam(kysely) };
    if (secondFactorRequired && !before.secondFactorRequired) {
      const person = actor.kind === "administrator" && { kind: actor.kind, id: actor.id };
      if (!person || !(await hasSecondFactor(kysely, person)))
        throw new RefusalError(
          "conflict",
          "Set up a second factor of your own first, so that you are not locked out.",
        );
    }
    await saveSettings(context, transaction, actor, {
      table: "team_settings",
      action: "team-settings.changed",
      before,
      after: { secondFactorRequired },
      row: { second_factor_required: secondFactorRequired },
    });
  });
  return readTeamSettings(context);
}

export interface LockedTeam {
  /** The owners with a valid key, in ascending order. */
  ownerIds: number[];
}

/**
 * Locks the owners, so that changes of the team happen one after the other: if two owners revoke each other at the same
 * time, the second call is refused.
 * @throws RefusalError if the caller has been revoked or signed out, or lost the role, since the call was admitted
 */
export async function lockTeam(transaction: Transaction): Promise<LockedTeam> {
  const owners = await kyselyOf(transaction)
    .selectFrom("admins")
    .select("id")
    .where("role", "=", "owner")
    .where("revoked_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  // Before the command ends sessions, of which one may be the caller's own.
  await admitCaller(transaction);
  return { ownerIds: owners.map(({ id }) => id) };
}

/** @throws RefusalError if the administrator does not exist or is revoked */
export async function lockMember(transaction: Transaction, id: number): Promise<Administrator> {
  const administrator = await transaction.findOne(
    Administrator,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!administrator) throw notFound("Administrator");
  if (administrator.revokedAt)
    throw new RefusalError("conflict", "This administrator is revoked. Add a new one instead.");
  return administrator;
}

/**
 * Ensures that an owner remains, because otherwise only the command line could create another one.
 * @throws RefusalError if the administrator is the last owner
 */
export function requireAnotherOwner({ ownerIds }: LockedTeam, id: number): void {
  if (ownerIds.some((owner) => owner !== id)) return;
  throw new RefusalError("conflict", "This is the last owner. Make someone else an owner first.");
}
