import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { brandSettings, setBrandInput } from "./brand.schema.ts";
import { readBrandSettings, removeLogo, setBrand } from "./brand.ts";

const { administratorCall } = callsAbout("Administration");

/** How the firm presents itself on screens and in mails. */
export const brandRouter = t.router({
  get: administratorCall("settings.read", {
    rest: "GET /admin/settings/brand",
    summary: "Get the firm's brand",
    description: "Fields that have not been set are `null`, and their defaults apply.",
  })
    .output(brandSettings)
    .query(({ ctx }) => readBrandSettings(ctx.app)),

  set: administratorCall("settings.write", {
    rest: "PATCH /admin/settings/brand",
    summary: "Set the firm's brand",
    description:
      "Omitted fields keep their values; `null` restores the default. Applies to pages loaded and emails written from now on. An accent with too little contrast is accepted: `warnings` contains the uses that fail, and `shades` are used instead.",
    event: "authz_admin",
    example: {
      name: "Meridian Capital",
      accent: "#0b7145",
      supportAddress: "support@example.com",
    },
  })
    .input(setBrandInput)
    .output(brandSettings)
    .mutation(({ ctx, input }) => setBrand(ctx.app, ctx.actor, input)),

  removeLogo: administratorCall("settings.write", {
    rest: "DELETE /admin/settings/brand/logo",
    summary: "Remove the firm's logo",
    description: "The default mark is shown again. Also succeeds if there is no logo.",
    event: "authz_admin",
  })
    .output(brandSettings)
    .mutation(({ ctx }) => removeLogo(ctx.app, ctx.actor)),
});
