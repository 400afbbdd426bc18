import { LockMode } from "@mikro-orm/core";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { notFound } from "../../platform/errors.ts";
import { changesBetween } from "../audit/audit-event.rule.ts";
import { type AuditActor, recordEvent } from "../audit/record-event.ts";
import { Administrator } from "../team/administrator.entity.ts";
import { ApiToken } from "./api-token.entity.ts";
import type { NamedToken } from "./tokens.schema.ts";

/** Describes a token for the audit log, without its secret. */
export function describeToken({ id, label, scopes, expiresAt }: ApiToken) {
  return {
    tokenId: id,
    label,
    scopes: scopes.join(", "),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/**
 * Revokes an API token. A repeated revocation changes nothing.
 * @throws RefusalError if the token does not exist
 */
export async function revokeToken(
  context: Pick<Context, "clock" | "database">,
  actor: AuditActor,
  id: number,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const token = await transaction.findOne(
      ApiToken,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!token) throw notFound("Token");
    if (!token.revokedAt) await endToken(context, transaction, actor, token);
  });
}

/**
 * Ends what an administrator could still do through the tokens they made, in the transaction that ends their own rights.
 * @param leaver.keeper who takes the tokens over; without one, they are revoked
 * @returns the tokens concerned
 */
export async function endTokensOf(
  context: Pick<Context, "clock">,
  transaction: Transaction,
  actor: AuditActor,
  { id, keeper }: { id: number; keeper?: { id: number; label: string } | undefined },
): Promise<NamedToken[]> {
  const tokens = await transaction.find(
    ApiToken,
    { maker: id, revokedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: "asc" } },
  );
  for (const token of tokens) {
    if (keeper) await takeOver(context, transaction, actor, { token, keeper });
    else await endToken(context, transaction, actor, token);
  }
  return tokens.map(({ id: tokenId, label }) => ({ id: tokenId, label }));
}

async function takeOver(
  context: Pick<Context, "clock">,
  transaction: Transaction,
  actor: AuditActor,
  { token, keeper }: { token: ApiToken; keeper: { id: number; label: string } },
): Promise<void> {
  const { id: tokenId, label, createdBy } = token;
  token.maker = transaction.getReference(Administrator, keeper.id);
  token.createdBy = keeper.label;
  await recordEvent(context, transaction, actor, {
    action: "token.taken-over",
    changes: {
      tokenId: { from: tokenId, to: tokenId },
      label: { from: label, to: label },
      createdBy: { from: createdBy, to: keeper.label },
    },
  });
}

async function endToken(
  context: Pick<Context, "clock">,
  transaction: Transaction,
  actor: AuditActor,
  token: ApiToken,
): Promise<void> {
  token.revokedAt = context.clock.now();
  await recordEvent(context, transaction, actor, {
    action: "token.revoked",
    changes: changesBetween(describeToken(token), {}),
  });
}
