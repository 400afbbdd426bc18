import { mayDo } from "../../../identity/roles/roles.rule.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { legalNameOf, readSealedFacts } from "../../traders/identity/identities.queries.ts";
import { readIdentityStatuses } from "../../traders/identity/identity-status.queries.ts";
import { namesMatch } from "../../traders/identity/name-match.rule.ts";
import { readBankDetails } from "./bank-details.rule.ts";
import type { ComparedPayee, PayeeIdentity } from "./desk.schema.ts";
import { decryptPaymentDetails } from "./payment-details.ts";
import { canReadPaymentDetails } from "./payout-policy.rule.ts";

/** Returns who is paid: the account holder of the details, or else the trader; `null` without a name. */
export function payeeOf(details: string | null, fullName: string | null): string | null {
  const { holder } = readBankDetails(details ?? "");
  return holder ?? (fullName || null);
}

/** Returns whether two names are the same; `null` unless both are known. */
export function compareNames(legalName: string | null, payee: string | null): boolean | null {
  return legalName === null || payee === null ? null : namesMatch(legalName, payee);
}

/** Reads the trader's identity beside who is paid by a request. Names that the actor may not see are `null`. */
export async function readPayeeIdentity(
  { cipher, clock, database: { kysely } }: Context,
  actor: StaffActor,
  payoutId: number,
): Promise<PayeeIdentity> {
  const { userId, fullName, sealedDetails } = await kysely
    .selectFrom("payout_requests")
    .innerJoin("users", "users.id", "payout_requests.user_id")
    .select(["user_id as userId", "full_name as fullName", "sealed_details as sealedDetails"])
    .where("payout_requests.id", "=", payoutId)
    .executeTakeFirstOrThrow();
  const statuses = await readIdentityStatuses(kysely, [userId], clock.now());
  const facts = (await readSealedFacts(kysely, [userId])).get(userId);
  const legalName = facts === undefined ? null : legalNameOf(cipher, userId, facts);
  const payee = payeeOf(decryptPaymentDetails(cipher, payoutId, sealedDetails), fullName);
  const seesIdentity = actor.kind === "administrator" && mayDo(actor.role, "identities.read");
  const seesPayee = canReadPaymentDetails(actor) || payee === fullName;
  return {
    status: statuses.get(userId)!,
    legalName: seesIdentity ? legalName : null,
    payee: seesPayee ? payee : null,
    matches: compareNames(legalName, payee),
  };
}

/** The requests of a trader that are compared with an identity; the newest ones. */
const COMPARED = 5;

/**
 * Compares a legal name with who is paid by the trader's requests that are not paid or rejected yet, newest first. Only
 * names that say nothing new are returned, because each reading of payment details is recorded.
 */
export async function comparePayees(
  { cipher, database: { kysely } }: Pick<Context, "cipher" | "database">,
  traderId: number,
  legalName: string | null,
): Promise<ComparedPayee[]> {
  const requests = await kysely
    .selectFrom("payout_requests")
    .innerJoin("users", "users.id", "payout_requests.user_id")
    .select(["payout_requests.id", "status", "full_name as fullName"])
    .select("sealed_details as sealedDetails")
    .where("user_id", "=", traderId)
    .where("status", "in", ["pending", "approved"])
    .orderBy("payout_requests.id", "desc")
    .limit(COMPARED)
    .execute();
  return requests.map(({ id, status, fullName, sealedDetails }) => {
    const payee = payeeOf(decryptPaymentDetails(cipher, id, sealedDetails), fullName);
    const matches = compareNames(legalName, payee);
    return { id, status, payee: matches || payee === fullName ? payee : null, matches };
  });
}
