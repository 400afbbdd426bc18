import { LockMode } from "@mikro-orm/core";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { notFound } from "../../platform/lib/errors.ts";
import type { StaffActor } from "./token-actor.ts";
import { ApiToken } from "./api-token.entity.ts";
import { describeToken } from "./describe-token.ts";

/**
 * Revokes an API token. A repeated revocation changes nothing.
 * @throws RefusalError if the token does not exist
 */
export async function revokeToken(context: Context, actor: StaffActor, id: number): Promise<void> {
  await inTransaction(context.database, async (em) => {
    const token = await em.findOne(ApiToken, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!token) throw notFound("Token");
    if (token.revokedAt) return;
    token.revokedAt = context.clock.now();
    await recordEvent(context, em, actor, {
      action: "token.revoked",
      changes: changesBetween(describeToken(token), {}),
    });
  });
}
