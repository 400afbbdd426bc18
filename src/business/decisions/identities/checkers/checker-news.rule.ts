import { RefusalError } from "../../../../platform/errors.ts";
import type { IdentityFacts } from "../../../traders/identity/identity.rule.ts";

/** What an outside checker says about the identity of a trader. */
export interface CheckerNews {
  /** That of the trader. */
  reference: string;
  /** By the clock of the checker, which orders its news. */
  at: Date;
  outcome: "submitted" | "approve" | "reject";
  /** For the trader. */
  reason: string | null;
  /** A rejection that no further attempt can follow. */
  isFinal: boolean;
  /** What the checker has read of the document. */
  facts: Partial<IdentityFacts>;
}

/** The refusal of a message that is signed but lacks what its type requires. */
export const unreadable = () =>
  new RefusalError("invalid", "The message is not what its sender documents");

/** The reason of a rejection without a comment. */
export const NO_COMMENT = "The check was not passed";
