import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/lib/errors.ts";
import { hashToken, generateToken } from "../../platform/lib/tokens.ts";
import type { StaffActor } from "./token-actor.ts";
import { ApiToken } from "./api-token.entity.ts";
import { describeToken } from "./describe-token.ts";
import type { CreatedToken, createTokenInput } from "./tokens.schema.ts";

/** Lets secret scanners and people recognise a token. */
const PREFIX = "pdk_";

/**
 * Creates an API token. Only its hash is stored, so it cannot be read again later.
 * @throws RefusalError if `expiresAt` is not in the future
 */
export async function createToken(
  context: Context,
  actor: StaffActor,
  { label, scopes, expiresAt = null }: z.output<typeof createTokenInput>,
): Promise<CreatedToken> {
  const createdAt = context.clock.now();
  if (expiresAt && expiresAt <= createdAt)
    throw invalidField("expiresAt", "expiresAt must be in the future");
  const token = `${PREFIX}${generateToken()}`;
  const created = await inTransaction(context.database, async (em) => {
    const row = em.create(ApiToken, {
      label,
      tokenHash: hashToken(token),
      scopes,
      createdAt,
      createdBy: actor.label,
      expiresAt,
    });
    await em.flush();
    await recordEvent(context, em, actor, {
      action: "token.created",
      changes: changesBetween({}, describeToken(row)),
    });
    return row;
  });
  const { id, createdBy } = created;
  const unused = { lastUsedAt: null, revokedAt: null };
  return { id, label, scopes, createdAt, createdBy, expiresAt, ...unused, token };
}
