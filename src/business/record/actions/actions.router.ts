import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { targetId } from "../../../platform/fields/fields.schema.ts";
import { pageOfTable } from "../../office/tables/table.router.ts";
import { listLiveProcedure } from "../live/live.router.ts";
import {
  action,
  actionDetails,
  bridge,
  changeActionInput,
  enforcement,
  failActionInput,
  listActionsInput,
  listOwnActionsInput,
  ownAction,
  requestActionInput,
  setEnforcementInput,
} from "./action.schema.ts";
import {
  actions,
  haveActionsChanged,
  ownActions,
  readActionDetails,
  readBridges,
  servedActions,
} from "./actions.queries.ts";
import { finishedStatuses } from "./action.rule.ts";
import { changeAction } from "./change-action.ts";
import { readEnforcement, setEnforcement } from "./enforcement-settings.ts";
import { changedActions } from "./queue.ts";
import { requestAction } from "./request-action.ts";

const { administratorCall } = callsAbout("Actions");
const settings = callsAbout("Administration");
const { traderCall } = callsAbout("Trader");

const reasonExample = { reason: "Agreed with the trader by phone" };

/** What the firm asks its trading platform to do. A bridge executes it: see docs/bridge.md. */
export const adminActionsRouter = t.router({
  list: administratorCall("actions.read", {
    rest: "GET /admin/actions",
    scope: "records:read",
    summary: "List the actions at the trading platform, newest first",
    description: "Actions are requested by people, and by events as the settings say.",
  })
    .input(listActionsInput.optional())
    .output(z.array(action))
    .query(({ ctx, input = {} }) => respondWithPage(ctx, actions, input)),

  page: pageOfTable(servedActions),

  /** For the web client. */
  get: administratorCall("actions.read", { scope: "records:read" })
    .input(z.strictObject({ id: targetId }))
    .output(actionDetails)
    .query(({ ctx, input }) => readActionDetails(ctx.app, ctx.actor, input.id)),

  /** A stream of the changes of all actions. */
  live: listLiveProcedure("actions.read", {
    topic: changedActions,
    hasChangedWithin: haveActionsChanged,
  }),

  request: administratorCall("actions.request", {
    rest: "POST /admin/user/{userId}/actions",
    scope: "records:write",
    summary: "Request an action at the trading platform",
    description:
      "A bridge receives it as soon as all earlier actions of the account are finished. `withdraw` and `deposit` are proposed, and wait until another person approves them. Returns 409 if the account has no login.",
    errors: [409],
    successStatus: 201,
    event: "authz_admin",
    example: { kind: "close_positions", reason: "Trades during the news were agreed as void" },
  })
    .input(requestActionInput)
    .output(action)
    .mutation(({ ctx, input }) => requestAction(ctx.app, ctx.actor, input)),

  approve: administratorCall("actions.request", {
    rest: "POST /admin/actions/{id}/approve",
    scope: "records:write",
    summary: "Approve a proposed action",
    description:
      "The action becomes pending. Returns 409 with `current` unless it is proposed. Money that a person or a token asked for is approved by another administrator, if there is one who may, and never by a token: 403.",
    errors: [409],
    event: "authz_admin",
    example: reasonExample,
  })
    .input(changeActionInput)
    .output(action)
    .mutation(({ ctx, input }) => changeAction(ctx.app, ctx.actor, "approve", input)),

  cancel: administratorCall("actions.request", {
    rest: "POST /admin/actions/{id}/cancel",
    scope: "records:write",
    summary: "Cancel an action",
    description:
      "Returns 409 with `current` unless it is proposed, pending or failed: a bridge may already be executing what was delivered.",
    errors: [409],
    event: "authz_admin",
    example: reasonExample,
  })
    .input(changeActionInput)
    .output(action)
    .mutation(({ ctx, input }) => changeAction(ctx.app, ctx.actor, "cancel", input)),

  retry: administratorCall("actions.request", {
    rest: "POST /admin/actions/{id}/retry",
    scope: "records:write",
    summary: "Request a failed action again",
    description:
      "The action becomes pending. Returns 409 with `current` unless it has failed, and if its event no longer asks for it, such as after an appeal was granted.",
    errors: [409],
    event: "authz_admin",
    example: reasonExample,
  })
    .input(changeActionInput)
    .output(action)
    .mutation(({ ctx, input }) => changeAction(ctx.app, ctx.actor, "retry", input)),

  fail: administratorCall("actions.request", {
    rest: "POST /admin/actions/{id}/fail",
    scope: "records:write",
    summary: "Mark an action as failed that no bridge answers",
    description:
      "The next action of the account follows. Returns 409 with `current` unless it was delivered at least 60 seconds ago and has not been answered.",
    errors: [409],
    event: "authz_admin",
    example: { reason: "The bridge was shut down; checked at the platform" },
  })
    .input(failActionInput)
    .output(action)
    .mutation(({ ctx, input }) => changeAction(ctx.app, ctx.actor, "fail", input)),
});

/** The tools beside the trading platform. */
export const adminBridgesRouter = t.router({
  list: administratorCall("actions.read", {
    rest: "GET /admin/bridges",
    scope: "records:read",
    summary: "List the bridges, with when they were last heard",
    description:
      "The API tokens that may feed records or execute actions and are not revoked, newest first.",
  })
    .output(z.array(bridge))
    .query(({ ctx }) => readBridges(ctx.app)),
});

/** Which events ask for actions. */
export const enforcementRouter = t.router({
  get: settings
    .administratorCall("settings.read", {
      rest: "GET /admin/settings/enforcement",
      summary: "Get which events ask for actions",
      description: "`none` unless an owner has changed it.",
    })
    .output(enforcement)
    .query(({ ctx }) => readEnforcement(ctx.app.database.kysely)),

  set: settings
    .administratorCall("settings.write", {
      rest: "PATCH /admin/settings/enforcement",
      summary: "Set which events ask for actions",
      description:
        "Applies to later events. Events that are left out stay as they are. `propose` asks a person first, and `automatic` the platform at once.",
      event: "authz_admin",
      example: { breachOpened: "automatic", breachConfirmed: "propose" },
    })
    .input(setEnforcementInput)
    .output(enforcement)
    .mutation(({ ctx, input }) => setEnforcement(ctx.app, ctx.actor, input)),
});

/** The finished actions of the trader's own account. */
export const traderActionsRouter = t.router({
  list: traderCall({
    rest: "GET /user/actions",
    summary: "List what was done with your account at the platform, newest first",
    description: "Only finished actions: done, failed or cancelled.",
  })
    .input(listOwnActionsInput.optional())
    .output(z.array(ownAction))
    .query(({ ctx, input = {} }) => {
      const filters = { userId: ctx.actor.trader.id, status: finishedStatuses };
      return respondWithPage(ctx, ownActions, { ...filters, ...input });
    }),
});
