import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { id } from "../../../platform/fields/fields.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { waitingActorNames, waitingKindNames } from "../../traders/waiting/waiting.rule.ts";
import { waitingFor } from "../../traders/waiting/waiting.schema.ts";
import { waitingAccounts } from "./waiting.queries.ts";

const { administratorCall } = callsAbout("Administration");

const listWaitingInput = unsearchedListQuery({
  kind: z
    .enum(waitingKindNames, { error: `kind must be one of ${waitingKindNames.join(", ")}` })
    .optional()
    .meta({ description: "What the accounts wait for" }),
  actor: z
    .enum(waitingActorNames, { error: `actor must be one of ${waitingActorNames.join(", ")}` })
    .optional()
    .meta({ description: "Who acts next" }),
});

const waitingAccount = z
  .object({
    userId: id,
    fullName: z
      .string()
      .nullable()
      .meta({ examples: ["Olivia Bennett"] }),
    email: z.string().meta({ examples: ["olivia.bennett@example.com"] }),
    waitingFor,
  })
  .meta({ id: "WaitingAccount" });

/** What accounts wait for, and who acts next. */
export const adminWaiting = administratorCall("traders.read", {
  rest: "GET /admin/waiting",
  scope: "records:read",
  summary: "List what accounts wait for, and who acts next, the longest wait first",
  description: "Accounts that wait for nothing are left out.",
})
  .input(listWaitingInput.optional())
  .output(z.array(waitingAccount))
  .query(({ ctx, input = {} }) =>
    respondWithPage(ctx, waitingAccounts, { ...input, isWaiting: true as const }),
  );
