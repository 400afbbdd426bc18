import type { CaseSignature } from "./case.schema.ts";
import type { FileDifference } from "./first-difference.rule.ts";
import type { SignatureStatus } from "./web-crypto.rule.ts";

/**
 * Describes a signature that was checked and is not the firm's.
 * @param unproven what may have been changed without another difference, to the end of the sentence
 */
export function signatureDifference(
  status: SignatureStatus,
  { keyId }: CaseSignature,
  unproven: string,
): FileDifference | undefined {
  if (status === "unknown-key") {
    return {
      path: "signature",
      message: `It was signed with the key ${keyId}, which is not one of the firm's keys.`,
    };
  }
  if (status !== "invalid") return undefined;
  return {
    path: "signature",
    message: `The signature does not match this file: either the signature was changed, or ${unproven}`,
  };
}
