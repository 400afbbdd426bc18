import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import {
  accountWithoutPassword,
  lastView,
  saveAccountInput,
  tradingAccount,
} from "./account.schema.ts";
import { accountFields } from "./account.fields.ts";
import { examplesOf } from "../../../platform/declared/field.rule.ts";
import { findLastView } from "./master-password.ts";
import { ownAccount } from "./accounts.queries.ts";
import { saveAccount } from "./change-account.ts";

const { ownCall, traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Administration");

/** The trader's own account. */
export const traderAccountProcedures = {
  account: ownCall(ownAccount, {
    rest: "GET /user/account",
    summary: "Get your trading account",
    description:
      "The account that the firm opened for you, with its credentials. Values that have not been set are `null`.",
  })
    .output(tradingAccount)
    .query(({ ctx }) => ctx.own),

  lastView: traderCall({
    rest: "GET /user/account/last-view",
    summary: "Get when your master password was last viewed, and by which administrator",
    description: "The response is `null` if no administrator has viewed it.",
  })
    .output(lastView)
    .query(({ ctx }) => findLastView(ctx.app, ctx.actor.trader.id)),
};

/** The trading accounts of all traders. */
export const adminAccountsRouter = t.router({
  create: administratorCall("traders.write", {
    rest: "POST /admin/user/{id}/account",
    scope: "users:write",
    summary: "Set up the trading account of a new trader",
    description: "Omitted fields keep their values.",
    errors: [409],
    successStatus: 201,
    event: "authz_admin",
    example: {
      ...examplesOf(accountFields),
      overallLossLimit: "10% / $10000",
      profitTarget: "$8000",
    },
  })
    .input(saveAccountInput)
    .output(accountWithoutPassword)
    .mutation(({ ctx, input: { id, reason, expectedStatus, expected, ...fields } }) =>
      saveAccount(ctx.app, ctx.actor, id, fields, { reason, expectedStatus, expected }),
    ),

  update: administratorCall("traders.write", {
    rest: "PATCH /admin/user/{id}/account",
    scope: "users:write",
    summary: "Update a trading account",
    description: "Omitted fields keep their values.",
    errors: [409],
    event: "authz_admin",
    example: {
      status: "under-review",
      payoutEnabled: false,
      reason: "Trades against the news",
    },
  })
    .input(saveAccountInput)
    .output(accountWithoutPassword)
    .mutation(({ ctx, input: { id, reason, expectedStatus, expected, ...fields } }) =>
      saveAccount(ctx.app, ctx.actor, id, fields, { reason, expectedStatus, expected }),
    ),
});
