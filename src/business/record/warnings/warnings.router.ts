import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { findAccountId } from "../../traders/accounts/accounts.queries.ts";
import {
  accountWarning,
  listOwnWarningsInput,
  listWarningsInput,
  setWarningSettingsInput,
  warningSettings,
} from "./warning.schema.ts";
import { readWarningSettings, setWarningSettings, warnings } from "./warnings.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall: recordCall } = callsAbout("Records");
const { administratorCall: settingsCall } = callsAbout("Administration");

const aboutWarnings =
  "A warning is sent once for each limit, percent, and trading day or stage. Its figures are those that the verdict compared.";

export const traderWarningsProcedure = traderCall({
  rest: "GET /user/warnings",
  summary: "List the warnings about your loss limits, newest first",
  description: aboutWarnings,
})
  .input(listOwnWarningsInput.optional())
  .output(z.array(accountWarning))
  .query(async ({ ctx, input = {} }) => {
    const accountId = await findAccountId(ctx.app.database.kysely, ctx.actor.trader.id);
    return respondWithPage(ctx, warnings, { ...input, accountId });
  });

export const adminWarningsProcedure = recordCall("records.read", {
  rest: "GET /admin/user/{userId}/warnings",
  summary: "List the warnings about a trader's loss limits, newest first",
  description: aboutWarnings,
  scope: "records:read",
})
  .input(listWarningsInput)
  .output(z.array(accountWarning))
  .query(async ({ ctx, input: { userId, ...query } }) => {
    const accountId = await findAccountId(ctx.app.database.kysely, userId);
    return respondWithPage(ctx, warnings, { ...query, accountId });
  });

/** At which percents of a loss limit traders are warned. */
export const warningSettingsRouter = t.router({
  get: settingsCall("settings.read", {
    rest: "GET /admin/settings/warnings",
    summary: "Get the percents of a loss limit at which traders are warned",
    description: "50, 80 and 95 unless the firm sets others.",
  })
    .output(warningSettings)
    .query(({ ctx }) => readWarningSettings(ctx.app)),

  set: settingsCall("settings.write", {
    rest: "PATCH /admin/settings/warnings",
    errors: [409],
    summary: "Set the percents of a loss limit at which traders are warned",
    description: "An empty list switches warnings off.",
    event: "authz_admin",
    example: { percents: [50, 75, 90] },
  })
    .input(setWarningSettingsInput)
    .output(warningSettings)
    .mutation(({ ctx, input }) => setWarningSettings(ctx.app, ctx.actor, input)),
});
