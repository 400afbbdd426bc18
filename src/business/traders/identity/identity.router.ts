import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import {
  identity,
  identitySettings,
  saveIdentityInput,
  setIdentitySettingsInput,
} from "./identity.schema.ts";
import { getIdentityOf, withoutStaff } from "./identities.queries.ts";
import { readIdentitySettings, setIdentitySettings } from "./identity-settings.ts";
import { saveIdentity, submitIdentity } from "./save-identity.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Administration");

/** The trader's own identity. */
export const traderIdentityRouter = t.router({
  get: traderCall({
    rest: "GET /user/identity",
    summary: "Get your identity",
    description: "The latest attempt, with what you have sent and how it was decided.",
  })
    .output(identity)
    .query(async ({ ctx }) => withoutStaff(await getIdentityOf(ctx.app, ctx.actor.trader.id))),

  save: traderCall({
    rest: "PUT /user/identity",
    summary: "Save the draft of your identity",
    description:
      "Begins a draft if there is none; one after a rejection has the former pictures. Returns 409 while the identity is submitted or approved, and if no attempts are left.",
    errors: [409],
    example: {
      legalName: "Olivia Anne Bennett",
      birthDate: "1990-02-28",
      country: "uk",
      city: "London",
      street: "Mill Street",
      houseNumber: "12",
      documentKind: "passport",
      documentExpiresOn: null,
    },
  })
    .input(saveIdentityInput)
    .output(identity)
    .mutation(({ ctx, input }) => saveIdentity(ctx.app, ctx.actor, input)),

  submit: traderCall({
    rest: "POST /user/identity/submit",
    summary: "Submit your identity",
    description:
      "Returns 400 with an issue for each missing picture: `front`, `back` unless the document is a passport, and those that the firm asks for. Returns 409 without a draft.",
    errors: [400, 409],
  })
    .output(identity)
    .mutation(({ ctx }) => submitIdentity(ctx.app, ctx.actor)),
});

/** How identities are proved. */
export const identitySettingsRouter = t.router({
  get: administratorCall("settings.read", {
    rest: "GET /admin/settings/identity",
    summary: "Get how identities are proved",
    description: "Three attempts without further pictures unless the firm sets something else.",
  })
    .output(identitySettings)
    .query(({ ctx }) => readIdentitySettings(ctx.app.database.kysely)),

  set: administratorCall("settings.write", {
    rest: "PATCH /admin/settings/identity",
    errors: [409],
    summary: "Set how identities are proved",
    description: "Omitted fields keep their values. Approvals keep the end that they have.",
    event: "authz_admin",
    example: { pictures: ["selfie"], validMonths: 24 },
  })
    .input(setIdentitySettingsInput)
    .output(identitySettings)
    .mutation(({ ctx, input }) => setIdentitySettings(ctx.app, ctx.actor, input)),
});
