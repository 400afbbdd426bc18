import { violatesUnique } from "../../platform/database/failures.ts";
import { RefusalError } from "../../platform/lib/errors.ts";

/**
 * Turns a violation of the unique email into a refusal. There is no check before the write, because a
 * concurrent transaction could take the email in between.
 * @throws RefusalError if the email belongs to another trader
 */
export async function rejectTakenEmail<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!violatesUnique(error, "users_email_unique")) throw error;
    throw new RefusalError("conflict", "An account with this email already exists", {
      issues: [{ path: ["email"], message: "An account with this email already exists" }],
    });
  }
}
