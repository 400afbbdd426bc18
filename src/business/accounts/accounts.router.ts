import {
  administratorProcedure,
  ownProcedure,
  traderProcedure,
} from "../../identity/calls/procedures.ts";
import { rest } from "../../identity/calls/rest-meta.ts";
import { t } from "../../identity/calls/trpc.ts";
import { lastView } from "../../platform/audit/audit-event.schema.ts";
import { findLastView } from "../../platform/audit/audit-events.queries.ts";
import { accountWithoutPassword, saveAccountInput, tradingAccount } from "./account.schema.ts";
import { ownAccount } from "./accounts.queries.ts";
import { saveAccount } from "./save-account.ts";

/** The trader's own account. */
export const traderAccountProcedures = {
  account: ownProcedure(ownAccount)
    .meta(
      rest("GET /user/account", {
        summary: "Own trading account",
        tag: "Trader",
        errors: [401, 403],
      }),
    )
    .output(tradingAccount)
    .query(({ ctx }) => ctx.own),

  lastView: traderProcedure
    .meta(
      rest("GET /user/account/last-view", {
        summary: "When an administrator last saw the own master password, and which",
        tag: "Trader",
        errors: [401, 403],
      }),
    )
    .output(lastView)
    .query(({ ctx }) => findLastView(ctx.app, ctx.actor.trader.id)),
};

/** The trading accounts of all traders. */
export const adminAccountsRouter = t.router({
  create: administratorProcedure
    .meta(
      rest("POST /admin/user/{id}/account", {
        summary: "Fill the account of a new trader",
        description: "Fields that are not given stay as they are.",
        tag: "Administration",
        errors: [400, 401, 403, 404],
        created: true,
      }),
    )
    .input(saveAccountInput)
    .output(accountWithoutPassword)
    .mutation(({ ctx, input: { id, ...fields } }) => saveAccount(ctx.app, ctx.actor, id, fields)),

  update: administratorProcedure
    .meta(
      rest("PATCH /admin/user/{id}/account", {
        summary: "Change a trading account",
        description: "Fields that are not given stay as they are.",
        tag: "Administration",
        errors: [400, 401, 403, 404],
      }),
    )
    .input(saveAccountInput)
    .output(accountWithoutPassword)
    .mutation(({ ctx, input: { id, ...fields } }) => saveAccount(ctx.app, ctx.actor, id, fields)),
});
