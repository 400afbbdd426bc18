import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { readHistory, readOverview } from "./overview.queries.ts";
import { enforcementOutlook, history, overview, waiting } from "./overview.schema.ts";
import { readEnforcementOutlook, readWaiting } from "./waiting.queries.ts";

const { administratorCall } = callsAbout("Administration");

/** The figures of the administrators' dashboard. */
export const adminDashboard = administratorCall("traders.read", {
  rest: "GET /admin/dashboard",
  scope: "users:read",
  summary: "Get the dashboard figures",
  description: "Counts of traders and payout requests by status, and the newest traders.",
})
  .output(overview)
  .query(({ ctx }) => readOverview(ctx.app));

/** Items that await an administrator, and the firm's key figures per week. */
export const adminOverviewRouter = t.router({
  waiting: administratorCall("traders.read", {
    rest: "GET /admin/overview/waiting",
    scope: "users:read",
    summary: "Get the work that is waiting for administrators",
    description:
      "Pending payouts by age, open reviews, statements that need confirmation, record conflicts, requests to pay, open appeals, proposed actions, findings of bridges, bridges that fell silent, and emails and webhooks that failed. Counts stop at 1,000.",
  })
    .output(waiting)
    .query(({ ctx }) => readWaiting(ctx.app)),

  /** For the web client: what the settings of enforcement would be about today. */
  enforcement: administratorCall("actions.read", { scope: "records:read" })
    .output(enforcementOutlook)
    .query(({ ctx }) => readEnforcementOutlook(ctx.app)),

  history: administratorCall("traders.read", {
    rest: "GET /admin/overview/history",
    scope: "users:read",
    summary: "Get registrations, payouts and breaches by week",
    description: "The last 26 weeks. Weeks begin on Monday, in the firm's time zone.",
  })
    .output(history)
    .query(({ ctx }) => readHistory(ctx.app)),
});
