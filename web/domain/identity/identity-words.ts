import type { IdentityStatus } from "../../../src/business/traders/identity/identity.rule.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";

/** The labels of the statuses of identities, in the order in which filters list them. */
export const identityStatusLabels: Readonly<Record<IdentityStatus, string>> = {
  submitted: "Submitted",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Ended",
  draft: "Not sent yet",
  none: "None",
};

export const identityTones: Readonly<Record<IdentityStatus, BadgeTone>> = {
  submitted: "orange",
  approved: "green",
  rejected: "red",
  expired: "yellow",
  draft: "gray",
  none: "gray",
};
