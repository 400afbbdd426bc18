import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { readAskedParts } from "./asked.queries.ts";
import { readGates, setGates } from "./gate-settings.ts";
import { askedParts, gates, setGatesInput } from "./gate.schema.ts";

const { administratorCall } = callsAbout("Administration");
const { traderCall } = callsAbout("Trader");

/** What the firm asks its traders for. */
export const traderGatesRouter = t.router({
  /** For the web client, which links the pages only if there is something to do or to see on them. */
  asked: traderCall()
    .output(askedParts)
    .query(({ ctx }) => readAskedParts(ctx.app.database.kysely, ctx.actor.trader.id)),
});

/** What is held back until a trader has proved their identity or accepted agreements. */
export const gateSettingsRouter = t.router({
  get: administratorCall("settings.read", {
    rest: "GET /admin/settings/gates",
    summary: "Get what is held back until a trader has done their part",
    description: "Nothing is unless an owner has set it.",
  })
    .output(gates)
    .query(({ ctx }) => readGates(ctx.app.database.kysely)),

  set: administratorCall("settings.write", {
    rest: "PATCH /admin/settings/gates",
    errors: [409],
    summary: "Set what is held back until a trader has done their part",
    description:
      "Gates, and fields of a gate, that are left out stay as they are. What a gate no longer waits for starts within 10 seconds; trading that has been enabled stays enabled.",
    event: "authz_admin",
    example: { payoutApproval: { identity: true } },
  })
    .input(setGatesInput)
    .output(gates)
    .mutation(({ ctx, input }) => setGates(ctx.app, ctx.actor, input)),
});
