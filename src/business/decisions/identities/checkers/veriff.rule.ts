import type { DocumentKind, IdentityFacts } from "../../../traders/identity/identity.rule.ts";
import { veriffMessage } from "./checker-bodies.schema.ts";
import { type CheckerNews, NO_COMMENT, unreadable } from "./checker-news.rule.ts";

const outcomes: Readonly<Record<string, CheckerNews["outcome"]>> = {
  review: "submitted",
  approved: "approve",
  declined: "reject",
  resubmission_requested: "reject",
};

const documents: Readonly<Record<string, DocumentKind>> = {
  PASSPORT: "passport",
  ID_CARD: "id_card",
  DRIVERS_LICENSE: "driving_licence",
  RESIDENCE_PERMIT: "residence_permit",
};

/**
 * Reads a decision of Veriff.
 * @returns `undefined` for statuses that are ignored
 * @throws RefusalError if the message lacks what its status requires
 */
export function readVeriff(body: unknown): CheckerNews | undefined {
  const { verification } = (body ?? {}) as { verification?: unknown };
  const { status } = (verification ?? {}) as { status?: unknown };
  const outcome = outcomes[String(status)];
  if (outcome === undefined) return undefined;
  const { success, data } = veriffMessage.safeParse(verification);
  const at = new Date((success && (data.decisionTime ?? data.acceptanceTime)) || Number.NaN);
  if (!success || Number.isNaN(at.getTime())) throw unreadable();
  return {
    reference: data.vendorData,
    at,
    outcome,
    reason: outcome === "reject" ? data.reason || NO_COMMENT : null,
    isFinal: false,
    facts: factsOf(data),
  };
}

function factsOf({
  person,
  document,
}: ReturnType<typeof veriffMessage.parse>): Partial<IdentityFacts> {
  const legalName = [person?.firstName, person?.lastName].filter(Boolean).join(" ");
  const documentKind = documents[document?.type ?? ""];
  return {
    ...(legalName && { legalName }),
    ...(person?.dateOfBirth && { birthDate: person.dateOfBirth }),
    ...(documentKind && { documentKind }),
    ...(document?.validUntil && { documentExpiresOn: document.validUntil }),
  };
}
