import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";

declare module "../../../platform/errors.ts" {
  interface RefusalReasons {
    /** An appeal against the subject is open; only the decision on the appeal can change it. */
    appeal_open: true;
  }
  interface RefusalDetails {
    /** The id of what stands in the way. */
    id?: number;
  }
}

/**
 * Refuses to decide what an open appeal is against. The caller holds the lock under which appeals are made and decided.
 * @throws RefusalError with the id of the appeal
 */
export async function requireNoOpenAppeal(
  kysely: Kysely<Tables>,
  subject: { kind: "payout" | "review"; id: number },
): Promise<void> {
  const appeal = await kysely
    .selectFrom("appeals")
    .select("id")
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .where("decision", "is", null)
    .executeTakeFirst();
  if (!appeal) return;
  const message = "An appeal against this decision is open. Decide the appeal first.";
  throw new RefusalError("conflict", message, { reason: "appeal_open", id: appeal.id });
}
