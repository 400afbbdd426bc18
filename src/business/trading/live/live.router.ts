import { z } from "zod";
import { guards } from "../../../calls/guards.ts";
import { callsAbout } from "../../../calls/procedures.ts";
import { targetId } from "../../../platform/fields/fields.schema.ts";
import { findAccountId } from "../records/record-stages.queries.ts";
import { followAccount } from "./follow-account.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Records");

/** Seconds since the caller's oldest data arrived. A change since then is reported when the stream begins. */
export const dataAge = z.int().min(0).optional();

/** A stream of the changes of the trader's own account. */
export const traderLiveProcedure = traderCall()
  .input(z.strictObject({ dataAge }).optional())
  .subscription(async function* ({ ctx, input, signal }) {
    const { trader, sessionId } = ctx.actor;
    const accountId = await findAccountId(ctx.app.database.kysely, trader.id);
    yield* followAccount(ctx.app, {
      accountId,
      dataAge: input?.dataAge,
      callerTopics: [`session:${sessionId}`, `trader:${trader.id}`],
      requirePermission: () => guards.trader(ctx, {}),
      signal,
    });
  });

/** A stream of the changes of any account. */
export const adminLiveProcedure = administratorCall("records.read", { scope: "records:read" })
  .input(z.strictObject({ userId: targetId, dataAge }))
  .subscription(async function* ({ ctx, input, signal }) {
    const accountId = await findAccountId(ctx.app.database.kysely, input.userId);
    const { actor } = ctx;
    yield* followAccount(ctx.app, {
      accountId,
      dataAge: input.dataAge,
      callerTopics: actor.kind === "administrator" ? [`session:${actor.sessionId}`] : [],
      requirePermission: () =>
        guards.administrator(ctx, { ability: "records.read", scope: "records:read" }),
      signal,
    });
  });
