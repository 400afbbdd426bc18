import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { readFirmSettings, setFirmSettings } from "./firm-settings.ts";
import { firmSettings, setFirmSettingsInput } from "./firm-settings.schema.ts";

const { administratorCall } = callsAbout("Administration");

/** What applies to the whole firm. */
export const firmSettingsRouter = t.router({
  get: administratorCall("settings.read", {
    rest: "GET /admin/settings/firm",
    summary: "Get the firm's time zone",
    description: "Dates that have no zone of their own are in this zone.",
  })
    .output(firmSettings)
    .query(({ ctx }) => readFirmSettings(ctx.app)),

  set: administratorCall("settings.write", {
    rest: "PATCH /admin/settings/firm",
    errors: [409],
    summary: "Set the firm's time zone",
    description: "Statements that have been imported keep the zone with which they were read.",
    event: "authz_admin",
    isLong: true,
    example: { timeZone: "Europe/Prague" },
  })
    .input(setFirmSettingsInput)
    .output(firmSettings)
    .mutation(({ ctx, input }) => setFirmSettings(ctx.app, ctx.actor, input)),
});
