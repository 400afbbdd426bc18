import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import {
  adminIdentity,
  decideIdentityInput,
  identityAttemptsInput,
  identityIdInput,
  listIdentitiesInput,
  recheckIdentityInput,
} from "../../traders/identity/identity.schema.ts";
import { comparePayees } from "../../money/payouts/payee.queries.ts";
import { comparedPayee } from "../../money/payouts/desk.schema.ts";
import { getIdentity, identitiesAt } from "../../traders/identity/identities.queries.ts";
import { decideIdentity, recheckIdentity } from "./decide-identity.ts";

const { administratorCall } = callsAbout("Administration");

/** More attempts than anyone has. */
const MOST_LISTED = 100;

/** The identities of all traders. */
export const adminIdentitiesRouter = t.router({
  list: administratorCall("identities.read", {
    rest: "GET /admin/identities",
    summary: "List identities, oldest submitted first",
    description: "Each attempt of a trader is an identity; drafts come last.",
  })
    .input(listIdentitiesInput.optional())
    .output(z.array(adminIdentity))
    .query(async ({ ctx, input }) =>
      respondWithPage(ctx, await identitiesAt(ctx.app), input ?? {}),
    ),

  get: administratorCall("identities.read", {
    rest: "GET /admin/identities/{id}",
    summary: "Get an identity",
    description: "The pictures are read one by one, and the audit log records each view.",
  })
    .input(identityIdInput)
    .output(adminIdentity)
    .query(({ ctx, input }) => getIdentity(ctx.app, input.id)),

  /** For the web client: the attempts of a trader, oldest first. */
  attempts: administratorCall("identities.read")
    .input(identityAttemptsInput)
    .output(z.array(adminIdentity))
    .query(async ({ ctx, input }) =>
      respondWithPage(ctx, await identitiesAt(ctx.app), { ...input, limit: MOST_LISTED }),
    ),

  /** For the web client: who is paid by the open requests of the identity's trader. */
  payees: administratorCall("identities.read")
    .input(identityIdInput)
    .output(z.array(comparedPayee))
    .query(async ({ ctx, input }) => {
      const { userId, legalName } = await getIdentity(ctx.app, input.id);
      return comparePayees(ctx.app, userId, legalName);
    }),

  decide: administratorCall("identities.decide", {
    rest: "POST /admin/identities/{id}",
    summary: "Approve or reject an identity",
    description:
      "A rejection needs a reason, which the trader reads, and uses one of their attempts; an approval restores all. Returns 409 with the `current` identity unless it is submitted.",
    errors: [409],
    event: "authz_admin",
    example: { decision: "reject", reason: "The document is cut off at the bottom" },
  })
    .input(decideIdentityInput)
    .output(adminIdentity)
    .mutation(({ ctx, input }) => decideIdentity(ctx.app, ctx.actor, input)),

  recheck: administratorCall("identities.decide", {
    rest: "POST /admin/user/{id}/identity/recheck",
    summary: "Ask a trader for their identity again",
    description: "Ends an approval. Without one, the trader gets one attempt more.",
    event: "authz_admin",
    example: { reason: "The trader has moved to another country" },
  })
    .input(recheckIdentityInput)
    .output(adminIdentity)
    .mutation(({ ctx, input }) => recheckIdentity(ctx.app, ctx.actor, input)),
});
