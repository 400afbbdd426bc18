import { choice, idOfCall } from "../../office/tables/filters.rule.ts";
import { defineTable } from "../../office/tables/define-table.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { findingStatuses, findingStatusLabels } from "../../record/conduct/finding.rule.ts";
import { conductNames, consequenceNames } from "../../rulebook/kinds/conduct/conduct-names.rule.ts";
import type { ListedFinding } from "./finding.schema.ts";

/** What rules of conduct have found about all accounts. */
export const findingTable = defineTable<ListedFinding>()({
  name: "conduct",
  noun: "findings",
  title: "Findings",
  allRows: "All findings",
  ability: "reviews.read",
  scope: "records:read",
  search: "Search by name, email, or login...",
  sorts: ["id", "foundAt"],
  orderOf: ({ sort = "foundAt" }) => ({ sort, order: "desc" }),
  filters: {
    status: choice({
      label: "State of the finding",
      all: "All states",
      options: findingStatusLabels,
      error: `status must be ${findingStatuses.join(", ")}`,
      about: "All findings if absent",
    }),
    kind: choice({
      label: "Rule of conduct",
      all: "All rules",
      options: conductNames,
      error: "kind must be a kind of rule of conduct",
      about: "All kinds if absent",
    }),
    consequence: choice({
      label: "Consequence",
      all: "All consequences",
      options: consequenceNames,
      error: `consequence must be ${keysOf(consequenceNames).join(", ")}`,
      about: "All consequences if absent",
    }),
    userId: idOfCall,
    stage: idOfCall,
  },
  columns: {
    trader: "User",
    kind: "Rule",
    reason: "Finding",
    consequence: "Consequence",
    status: "State",
    foundAt: "Found",
  },
  exported: {
    id: { label: "ID", kind: "number", read: ({ id }) => id },
    userId: { label: "User ID", kind: "number", read: ({ userId }) => userId },
    fullName: { label: "Name", kind: "text", read: ({ trader }) => trader.fullName },
    email: { label: "Email", kind: "text", read: ({ trader }) => trader.email },
    stageId: { label: "Stage ID", kind: "number", read: ({ stageId }) => stageId },
    kind: { label: "Rule", kind: "text", read: ({ kind }) => kind },
    key: { label: "Key", kind: "text", read: ({ key }) => key },
    at: { label: "At", kind: "text", read: ({ at }) => at },
    status: { label: "State", kind: "text", read: ({ status }) => status },
    consequence: { label: "Consequence", kind: "text", read: ({ consequence }) => consequence },
    deduction: { label: "Deduction", kind: "amount", read: ({ deduction }) => deduction },
    currency: { label: "Currency", kind: "text", read: ({ currency }) => currency },
    reason: { label: "Finding", kind: "text", read: ({ reason }) => reason },
    waiver: {
      label: "Reason of the Waiver",
      kind: "text",
      read: ({ waiver }) => waiver?.reason ?? null,
    },
    foundAt: { label: "Found", kind: "time", read: ({ foundAt }) => foundAt },
  },
});
