import { isIP } from "node:net";
import type { Config } from "../../platform/config/config.ts";
import { RefusalError } from "../../platform/errors.ts";
import type { Person } from "./second-factor.entity.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { fromNow } from "../../platform/time/clock.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { hashToken } from "../../platform/vault/tokens.ts";
import { ownerColumns } from "./person.ts";

/** The site that passkeys belong to. Browsers offer them at no other site. */
interface PasskeySite {
  rpId: string;
  origin: string;
}

/**
 * Returns the site of the public address, or of `http://localhost` if none is set. Returns `undefined` if the public
 * address is an IP address, because passkeys belong to a host name.
 */
export function passkeySite({
  publicUrl,
  isPublicUrlSet,
  port,
}: Pick<Config, "publicUrl" | "isPublicUrlSet" | "port">): PasskeySite | undefined {
  const origin = isPublicUrlSet ? publicUrl : new URL(`http://localhost:${port}`).origin;
  const rpId = new URL(origin).hostname;
  return isIP(rpId.replaceAll(/^\[|\]$/g, "")) === 0 ? { rpId, origin } : undefined;
}

/** @throws RefusalError if passkeys cannot work at the public address */
export function requirePasskeySite(config: Parameters<typeof passkeySite>[0]): PasskeySite {
  const site = passkeySite(config);
  if (site) return site;
  const message = "Passkeys need a public address with a name; this one is an IP address";
  throw new RefusalError("conflict", message);
}

/** Identifies the person to an authenticator, which stores the handle. It contains no personal data. */
export const userHandleOf = ({ kind, id }: Person): Buffer<ArrayBuffer> =>
  Buffer.from(`${kind}:${id}`);

/** Loads the library when it is first needed, because its 300 modules take a tenth of the time of a start. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

export const CHALLENGE_LIFETIME = 5 * MINUTE;

/** What a challenge is issued for. Before a sign-in, the person is not identified yet. */
type Purpose = { purpose: "registration"; person: Person } | { purpose: Person["kind"] };

const columnsOf = (issued: Purpose) => ({
  purpose: issued.purpose,
  ...("person" in issued ? ownerColumns(issued.person) : { user_id: null, admin_id: null }),
});

export async function storeChallenge(
  { clock, database }: Context,
  challenge: string,
  issued: Purpose,
): Promise<void> {
  await database.kysely
    .insertInto("webauthn_challenges")
    .values({
      challenge_hash: hashToken(challenge),
      ...columnsOf(issued),
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
  issued: Purpose,
): Promise<string | undefined> {
  const challenge = readChallenge(clientData);
  if (challenge === undefined) return undefined;
  const columns = columnsOf(issued);
  // In a transaction, so that a call repeated with the same Idempotency-Key waits for the first one.
  const taken = await inTransaction(database, (transaction) =>
    kyselyOf(transaction)
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
