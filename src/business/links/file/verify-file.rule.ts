import type { PublishedKeys } from "../../record/cases/case.schema.ts";
import {
  type Verification,
  type VerificationStep,
  verifyCase,
} from "../../record/cases/verify-case.rule.ts";
import { isLinkFile, type LinkVerification, verifyLink } from "./verify-link.rule.ts";

/** The result of verifying a file that the firm has signed. */
export type FileVerification =
  { about: "case"; verification: Verification } | { about: "link"; verification: LinkVerification };

/** Verifies a file by its format; what is no link is read as a case. */
export async function verifyFile(
  json: unknown,
  keys: PublishedKeys | null,
  onStep?: (step: VerificationStep) => void,
): Promise<FileVerification> {
  return isLinkFile(json)
    ? { about: "link", verification: await verifyLink(json, keys, onStep) }
    : { about: "case", verification: await verifyCase(json, keys, onStep) };
}
