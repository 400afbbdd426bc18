import { LockMode } from "@mikro-orm/core";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../platform/lib/errors.ts";
import { Administrator } from "./administrator.entity.ts";
import type { StaffActor } from "../tokens/authenticate-token.ts";
import { requireAbility } from "../roles/roles.rule.ts";

export interface LockedTeam {
  /** The owners with a valid key, in ascending order. */
  ownerIds: number[];
}

/**
 * Locks the owners, so that changes of the team happen one after the other: if two owners revoke each other at the same
 * time, the second call is refused.
 * @throws RefusalError if the caller has been revoked, or lost the role, since the call was admitted
 */
export async function lockTeam(em: Em, actor: StaffActor): Promise<LockedTeam> {
  const owners = await kyselyOf(em)
    .selectFrom("admins")
    .select("id")
    .where("role", "=", "owner")
    .where("revoked_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (actor.kind === "administrator") await requireStillAllowed(em, actor.id);
  return { ownerIds: owners.map(({ id }) => id) };
}

async function requireStillAllowed(em: Em, id: number): Promise<void> {
  const { role, revoked_at: revokedAt } = await kyselyOf(em)
    .selectFrom("admins")
    .select(["role", "revoked_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (revokedAt !== null)
    throw new RefusalError("unauthenticated", "Please sign in as an administrator");
  requireAbility(role, "team.manage");
}

/** @throws RefusalError if the administrator does not exist or is revoked */
export async function lockMember(em: Em, id: number): Promise<Administrator> {
  const found = await em.findOne(Administrator, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!found) throw notFound("Administrator");
  if (found.revokedAt)
    throw new RefusalError("conflict", "This administrator is revoked. Add a new one instead.");
  return found;
}

/**
 * Ensures that an owner remains, because otherwise only the command line could create another one.
 * @throws RefusalError if the administrator is the last owner
 */
export function requireAnotherOwner({ ownerIds }: LockedTeam, id: number): void {
  if (ownerIds.some((owner) => owner !== id)) return;
  throw new RefusalError("conflict", "This is the last owner. Make someone else an owner first.");
}
