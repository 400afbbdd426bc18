import { filteredTraderFields, traderFields } from "../../identity/users/trader.fields.ts";
import { cellsOf } from "../../platform/declared/field-cells.rule.ts";
import { pick } from "../../platform/fields/pick.rule.ts";
import { defineTable } from "../office/tables/define-table.rule.ts";
import { choice, choices, days, filtersOf, flag } from "../office/tables/filters.rule.ts";
import { outcomes, verdictLabels } from "../rulebook/engine/outcome.rule.ts";
import { accountFields, filteredAccountFields } from "./accounts/account.fields.ts";
import { accountStatusLabels } from "./accounts/account.rule.ts";
import { tagFilter } from "./tags/tag.rule.ts";
import type { JudgedTrader } from "./trader.schema.ts";
import {
  waitingActorNames,
  waitingActors,
  waitingKindNames,
  waitingKinds,
} from "./waiting/waiting.rule.ts";

const ofTrader = cellsOf(traderFields, (trader: JudgedTrader) => trader);
const ofAccount = cellsOf(accountFields, ({ tradingAccount }: JudgedTrader) => tradingAccount);

/** All traders with their accounts. */
export const traderTable = defineTable<JudgedTrader>()({
  name: "users",
  title: "Users",
  allRows: "All users",
  ability: "traders.read",
  scope: "users:read",
  search: "Search by name, email, or login...",
  sorts: [
    "id",
    "fullName",
    "email",
    "login",
    "balance",
    "status",
    "phase",
    "payoutEnabled",
    "createdAt",
    "roomToday",
  ],
  limitingSorts: {
    roomToday: "Only accounts with a daily loss limit whose verdict is in progress",
  },
  filters: {
    status: choices({
      label: "Account status",
      all: "All statuses",
      options: accountStatusLabels,
      aliases: { "under review": "under-review" },
      error: accountFields.status.message,
      about: "The status of the account: one, or several separated by commas",
    }),
    verdict: choice({
      label: "Verdict",
      all: "All verdicts",
      options: verdictLabels,
      error: `verdict must be one of ${outcomes.join(", ")}`,
      about: "The outcome of the current verdict on the open stage",
    }),
    ...filtersOf(accountFields, filteredAccountFields),
    ...filtersOf(traderFields, filteredTraderFields),
    banned: flag({
      label: "Ban",
      words: { true: "Banned", false: "Not banned" },
      about: "Whether the trader is banned",
    }),
    waitingFor: choice({
      label: "Waiting for",
      all: "Any",
      options: waitingKinds,
      error: `waitingFor must be one of ${waitingKindNames.join(", ")}`,
      about: "What the account waits for",
      isInDialog: true,
    }),
    waitingActor: choice({
      label: "Acts next",
      all: "Any",
      options: waitingActors,
      error: `waitingActor must be one of ${waitingActorNames.join(", ")}`,
      about: "Who acts next for the account",
      isInDialog: true,
    }),
    ...days("Registered"),
    tag: tagFilter,
  },
  // A spread leaves keys that stand above it in their places.
  columns: {
    id: { label: "ID", kind: "number", read: ({ id }) => id },
    ...pick(ofTrader, ["fullName", "email"]),
    ...pick(ofAccount, ["login", "status", "phase", "balance", "profitLoss"]),
    currency: { label: "Currency", kind: "text", read: (row) => row.tradingAccount.currency },
    roomToday: {
      label: "Room Today",
      kind: "amount",
      read: ({ verdict }) => verdict?.roomToday ?? null,
    },
    verdict: { label: "Verdict", kind: "text", read: ({ verdict }) => verdict?.outcome ?? null },
    ...ofAccount,
    ...ofTrader,
    waitingFor: {
      label: "Waiting For",
      kind: "text",
      read: ({ tradingAccount: { waitingFor } }) =>
        waitingFor.kind === "nothing" ? null : waitingFor.sentence,
    },
    waitingActor: {
      label: "Acts Next",
      kind: "text",
      read: ({ tradingAccount: { waitingFor } }) =>
        waitingFor.kind === "nothing" ? null : waitingFor.actor,
    },
    tags: { label: "Tags", kind: "text", read: ({ tags }) => tags.join(", ") },
    banned: { label: "Banned", kind: "text", read: ({ banned }) => (banned ? "yes" : "no") },
    createdAt: { label: "Registered", kind: "time", read: ({ createdAt }) => createdAt },
  },
  usualColumns: [
    "id",
    "fullName",
    "email",
    "login",
    "status",
    "phase",
    "balance",
    "profitLoss",
    "roomToday",
    "payoutEnabled",
  ],
});

export type TraderSort = (typeof traderTable.sorts)[number];
