import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { acceptAgreement } from "./accept-agreement.ts";
import {
  acceptAgreementInput,
  acceptance,
  acceptancesInput,
  acceptedByInput,
  acceptedByPage,
  addAgreementVersionInput,
  agreement,
  createAgreementInput,
  listAgreementsInput,
  MAX_AGREEMENT_BYTES,
  ownAgreement,
  traderAcceptance,
  updateAgreementInput,
} from "./agreement.schema.ts";
import {
  acceptedVersions,
  agreements,
  listAcceptances,
  listOwnAgreements,
} from "./agreements.queries.ts";
import { addAgreementVersion, createAgreement, updateAgreement } from "./save-agreement.ts";

const { administratorCall } = callsAbout("Administration");
const { traderCall } = callsAbout("Trader");

const exampleText =
  "# Terms for funded accounts\n\nThe trader may not share the account with anyone.";

/** Agreements, their immutable versions, and who has accepted them. */
export const adminAgreementsRouter = t.router({
  list: administratorCall("agreements.read", {
    rest: "GET /admin/agreements",
    summary: "List agreements with their versions, newest first",
    description: "Also contains archived ones, which are not asked for.",
  })
    .input(listAgreementsInput.optional())
    .output(z.array(agreement))
    .query(({ ctx, input }) => respondWithPage(ctx, agreements, input ?? {})),

  create: administratorCall("agreements.write", {
    rest: "POST /admin/agreements",
    summary: "Add an agreement with its first version",
    description: "Names are compared without case.",
    errors: [409],
    successStatus: 201,
    event: "authz_admin",
    bodyLimit: MAX_AGREEMENT_BYTES,
    example: { name: "Terms for funded accounts", text: exampleText },
  })
    .input(createAgreementInput)
    .output(agreement)
    .mutation(({ ctx, input }) => createAgreement(ctx.app, ctx.actor, input)),

  addVersion: administratorCall("agreements.write", {
    rest: "POST /admin/agreements/{id}/versions",
    summary: "Add a version to an agreement",
    description: "Asks every trader to accept it. What was accepted stays.",
    successStatus: 201,
    event: "authz_admin",
    bodyLimit: MAX_AGREEMENT_BYTES,
    example: { text: exampleText },
  })
    .input(addAgreementVersionInput)
    .output(agreement)
    .mutation(({ ctx, input }) => addAgreementVersion(ctx.app, ctx.actor, input)),

  update: administratorCall("agreements.write", {
    rest: "PATCH /admin/agreements/{id}",
    summary: "Archive or restore an agreement",
    description: "An archived agreement is not asked for. What was accepted stays.",
    event: "authz_admin",
    example: { archived: true },
  })
    .input(updateAgreementInput)
    .output(agreement)
    .mutation(({ ctx, input }) => updateAgreement(ctx.app, ctx.actor, input)),

  acceptances: administratorCall("agreements.read", {
    rest: "GET /admin/user/{id}/acceptances",
    summary: "List what a trader has accepted, newest first",
    description: "With the hash of the text, and the trader's name and the time of the acceptance.",
  })
    .input(acceptancesInput)
    .output(z.array(traderAcceptance))
    .query(({ ctx, input }) => listAcceptances(ctx.app.database.kysely, input.id)),

  /** For the web client: a page of those who have accepted a version, and the cursor of the next one. */
  acceptedBy: administratorCall("agreements.read")
    .input(acceptedByInput)
    .output(acceptedByPage)
    .query(({ ctx, input }) => acceptedVersions.readCursorPage(ctx.app, input)),
});

/** The agreements that the firm asks the trader for. */
export const traderAgreementsRouter = t.router({
  list: traderCall({
    rest: "GET /user/agreements",
    summary: "List the agreements of the firm",
    description: "The newest version of each, and which version you have accepted.",
  })
    .output(z.array(ownAgreement))
    .query(({ ctx }) => listOwnAgreements(ctx.app.database.kysely, ctx.actor.trader.id)),

  accept: traderCall({
    rest: "POST /user/agreements/{versionId}/accept",
    summary: "Accept the newest version of an agreement",
    description:
      "`sha256` is that of the text that you have read. Returns 200 if you had accepted it before, and 409 with the newest version as `current` if this is an older one or the hash differs.",
    errors: [409],
    successStatus: 201,
    repeats: true,
    example: { sha256: "3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728" },
  })
    .input(acceptAgreementInput)
    .output(acceptance)
    .mutation(async ({ ctx, input }) => {
      const accepted = await acceptAgreement(ctx.app, ctx.actor, input);
      if (accepted.isRepeated) ctx.rest?.markRepeated();
      return accepted.acceptance;
    }),
});
