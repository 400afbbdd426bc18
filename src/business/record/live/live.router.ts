import { z } from "zod";
import { guards } from "../../../calls/guards.ts";
import { callsAbout } from "../../../calls/procedures.ts";
import { targetId } from "../../../platform/fields/fields.schema.ts";
import { findAccountId } from "../../traders/accounts/accounts.queries.ts";
import type { Ability } from "../../../identity/roles/roles.rule.ts";
import type { Context } from "../../../platform/context.ts";
import type { Topic } from "../../../platform/live/live-updates.ts";
import { followAccount, followTopic } from "./follow-account.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Records");

/** Seconds since the caller's oldest data arrived. A change since then is reported when the stream begins. */
const dataAge = z.int().min(0).optional();

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

interface FollowedList {
  topic: Topic;
  hasChangedWithin: (context: Context, seconds: number) => Promise<boolean>;
}

/** Returns a stream of the changes of all rows of a list, for administrators with the ability. */
export function listLiveProcedure(ability: Ability, { topic, hasChangedWithin }: FollowedList) {
  return administratorCall(ability, { scope: "records:read" })
    .input(z.strictObject({ dataAge }).optional())
    .subscription(async function* ({ ctx, input, signal }) {
      const { actor } = ctx;
      yield* followTopic(ctx.app, {
        topic,
        dataAge: input?.dataAge,
        hasChangedWithin: (seconds) => hasChangedWithin(ctx.app, seconds),
        callerTopics: actor.kind === "administrator" ? [`session:${actor.sessionId}`] : [],
        requirePermission: () => guards.administrator(ctx, { ability, scope: "records:read" }),
        signal,
      });
    });
}
