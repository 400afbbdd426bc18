import { caseWords } from "../../office/case-words.rule.ts";
import { choice } from "../../office/tables/filters.rule.ts";
import { defineTable } from "../../office/tables/define-table.rule.ts";
import type { ListedAppeal } from "./appeal.schema.ts";

/** The appeals of all traders. */
export const appealTable = defineTable<ListedAppeal>()({
  name: "appeals",
  title: "Appeals",
  allRows: "All appeals",
  ability: "reviews.read",
  scope: "records:read",
  search: "Search by name, email, or login...",
  /** `place` is the order of `listAppeals`: open ones, oldest first, then decided ones, newest first. */
  sorts: ["id", "place"],
  orderOf: ({ sort = "place" }) => ({ sort, order: sort === "place" ? "asc" : "desc" }),
  filters: {
    status: choice({
      label: "State of the appeal",
      all: "All states",
      options: { open: caseWords.open, granted: caseWords.granted, denied: caseWords.denied },
      error: "status must be open, granted, denied",
      about: "All appeals if absent",
    }),
    subject: choice({
      label: "What the appeal is against",
      all: "All decisions",
      options: {
        review: "Confirmed breach",
        payout: "Rejected payout",
        finding: "Finding",
        link: "Confirmed link",
      },
      error: "subject must be review, payout, finding or link",
      about: "What the appeals are against; all if absent",
    }),
  },
  columns: { trader: "User", against: "Against", text: "Text", place: "State", id: "Sent" },
  exported: {
    id: { label: "ID", kind: "number", read: ({ id }) => id },
    userId: { label: "User ID", kind: "number", read: ({ trader }) => trader.id },
    fullName: { label: "Name", kind: "text", read: ({ trader }) => trader.fullName },
    email: { label: "Email", kind: "text", read: ({ trader }) => trader.email },
    subjectKind: { label: "Against", kind: "text", read: ({ subject }) => subject.kind },
    subjectId: {
      label: "Review or Request ID",
      kind: "number",
      read: ({ subject }) => subject.id,
    },
    amount: { label: "Amount", kind: "amount", read: ({ amount }) => amount },
    currency: { label: "Currency", kind: "text", read: ({ currency }) => currency },
    text: { label: "Text", kind: "text", read: ({ text }) => text },
    createdAt: { label: "Sent", kind: "time", read: ({ createdAt }) => createdAt },
    appealedBy: { label: "Appealed Decision By", kind: "text", read: (row) => row.appealedBy },
    decision: { label: "Decision", kind: "text", read: ({ decision }) => decision },
    reason: { label: "Reason", kind: "text", read: ({ reason }) => reason },
    decidedAt: { label: "Decided", kind: "time", read: ({ decidedAt }) => decidedAt },
    decidedBy: { label: "Decided By", kind: "text", read: ({ decidedBy }) => decidedBy },
  },
});
