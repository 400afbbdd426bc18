import { defineTable } from "../../office/tables/define-table.rule.ts";
import { choice, choices, idOfCall } from "../../office/tables/filters.rule.ts";
import { actionLabels, actionStatuses, actionStatusLabels, kindMessage } from "./action.rule.ts";
import type { ListedAction } from "./action.schema.ts";

/** The actions of all accounts. */
export const actionTable = defineTable<ListedAction>()({
  name: "actions",
  title: "Actions",
  allRows: "All actions",
  ability: "actions.read",
  scope: "records:read",
  search: "Search by name, email, or login...",
  sorts: ["id"],
  filters: {
    status: choices({
      label: "Action status",
      all: "All statuses",
      sets: { "proposed,pending,delivered": "All unfinished" },
      options: actionStatusLabels,
      error: `status must be of ${actionStatuses.join(", ")}, separated by commas`,
    }),
    userId: idOfCall,
    kind: choice({
      label: "Kind of action",
      all: "All kinds",
      options: actionLabels,
      error: kindMessage,
      about: "All kinds if absent",
    }),
  },
  columns: { trader: "User", kind: "Action", reason: "Why", status: "Status", id: "Requested" },
  exported: {
    id: { label: "ID", kind: "number", read: ({ id }) => id },
    userId: { label: "User ID", kind: "number", read: ({ userId }) => userId },
    fullName: { label: "Name", kind: "text", read: ({ trader }) => trader.fullName },
    email: { label: "Email", kind: "text", read: ({ trader }) => trader.email },
    stageId: { label: "Stage ID", kind: "number", read: ({ stageId }) => stageId },
    login: { label: "Login", kind: "text", read: ({ login }) => login },
    kind: { label: "Action", kind: "text", read: ({ kind }) => kind },
    amount: { label: "Amount", kind: "amount", read: ({ amount }) => amount },
    currency: { label: "Currency", kind: "text", read: ({ currency }) => currency },
    status: { label: "Status", kind: "text", read: ({ status }) => status },
    reason: { label: "Reason", kind: "text", read: ({ reason }) => reason },
    causeKind: { label: "Cause", kind: "text", read: ({ cause }) => cause.kind },
    causeId: { label: "Cause ID", kind: "number", read: ({ cause }) => cause.id },
    requestedAt: { label: "Requested", kind: "time", read: ({ requestedAt }) => requestedAt },
    requestedBy: { label: "Requested By", kind: "text", read: ({ requestedBy }) => requestedBy },
    deliveredAt: { label: "Last Delivered", kind: "time", read: ({ deliveredAt }) => deliveredAt },
    attempts: { label: "Deliveries", kind: "number", read: ({ attempts }) => attempts },
    finishedAt: { label: "Finished", kind: "time", read: ({ finishedAt }) => finishedAt },
    message: { label: "Answer", kind: "text", read: ({ message }) => message },
  },
});
