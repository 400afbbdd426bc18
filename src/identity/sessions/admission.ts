import type { Context } from "../../platform/context.ts";
import { type Admission, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { type Ability, requireAbility } from "../roles/roles.rule.ts";
import {
  invalidToken,
  type RequiredScope,
  requireScope,
  type StaffActor,
} from "../tokens/authenticate-token.ts";
import { type AdministratorActor, unauthenticated } from "./authenticate.ts";

/** What a call of administrators requires. */
interface Required extends RequiredScope {
  /** Undefined for calls that only tokens make. */
  ability?: Ability | undefined;
}

/**
 * Returns the app for a call of an administrator or a token: each of its transactions checks that the session or token
 * still stands and may still make the call. The lock lasts until the commit, so nothing commits after a revocation.
 */
export function admitted(app: Context, actor: StaffActor, required: Required): Context {
  const admission: Admission = (transaction) =>
    actor.kind === "token"
      ? requireToken(transaction, actor.id, required)
      : requireSession(transaction, actor, required.ability);
  return { ...app, database: { ...app.database, admission } };
}

/** The administrator is locked before the session, as by a revocation, so that the two cannot end in a deadlock. */
async function requireSession(
  transaction: Transaction,
  { id, sessionId }: AdministratorActor,
  ability: Ability | undefined,
): Promise<void> {
  const found = await kyselyOf(transaction)
    .selectFrom("admins")
    .innerJoin("sessions", "sessions.admin_id", "admins.id")
    .select("admins.role")
    .where("admins.id", "=", id)
    .where("admins.revoked_at", "is", null)
    .where("sessions.id", "=", sessionId)
    .forKeyShare(["admins", "sessions"])
    .executeTakeFirst();
  if (!found) throw unauthenticated("administrator");
  if (ability !== undefined) requireAbility(found.role, ability);
}

async function requireToken(
  transaction: Transaction,
  id: number,
  required: RequiredScope,
): Promise<void> {
  const found = await kyselyOf(transaction)
    .selectFrom("api_tokens")
    .select("scopes")
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) throw invalidToken();
  requireScope(found, required);
}
