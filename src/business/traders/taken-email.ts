import { violatesUnique } from "../../platform/database/failures.ts";
import { RefusalError } from "../../platform/lib/errors.ts";

/**
 * Runs a write that sets an email. The unique index decides, not a look beforehand: two who take
 * an address at the same time cannot both get it.
 * @throws RefusalError where the address is another trader's
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
