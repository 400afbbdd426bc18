import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { fromNow } from "../../platform/lib/clock.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { hashToken } from "../../platform/lib/tokens.ts";
import { ownerColumns } from "./person.ts";
import type { Person } from "./second-factor.entity.ts";

export const CHALLENGE_LIFETIME = 5 * MINUTE;

/** What a challenge is issued for. Before a sign-in, the person is not identified yet. */
type Purpose = { purpose: "registration"; person: Person } | { purpose: Person["kind"] };

const columnsOf = (of: Purpose) => ({
  purpose: of.purpose,
  ...("person" in of ? ownerColumns(of.person) : { user_id: null, admin_id: null }),
});

export async function storeChallenge(
  { clock, database }: Context,
  challenge: string,
  of: Purpose,
): Promise<void> {
  await database.kysely
    .insertInto("webauthn_challenges")
    .values({
      challenge_hash: hashToken(challenge),
      ...columnsOf(of),
      expires_at: fromNow(clock, CHALLENGE_LIFETIME).toISOString(),
    })
    .execute();
}

/**
 * Deletes the challenge that an authenticator has signed, so that it is accepted only once, even if the rest of the
 * response is invalid.
 * @param clientData the `clientDataJSON` of the response
 * @returns `undefined` if it was not issued for this purpose, was used, or has expired
 */
export async function takeChallenge(
  { clock, database }: Context,
  clientData: string,
  of: Purpose,
): Promise<string | undefined> {
  const challenge = readChallenge(clientData);
  if (challenge === undefined) return undefined;
  const columns = columnsOf(of);
  // In a transaction, so that a call repeated with the same Idempotency-Key waits for the first one.
  const taken = await inTransaction(database, (em) =>
    kyselyOf(em)
      .deleteFrom("webauthn_challenges")
      .where("challenge_hash", "=", hashToken(challenge))
      .where("purpose", "=", columns.purpose)
      .where("user_id", "is not distinct from", columns.user_id)
      .where("admin_id", "is not distinct from", columns.admin_id)
      .where("expires_at", ">", clock.now().toISOString())
      .returning("challenge_hash")
      .executeTakeFirst(),
  );
  return taken && challenge;
}

function readChallenge(clientData: string): string | undefined {
  try {
    const text = Buffer.from(clientData, "base64url").toString("utf8");
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
