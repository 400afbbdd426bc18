import { accountFields } from "./accounts/account.fields.ts";
import { traderFields } from "../../identity/users/trader.fields.ts";
import { cellsOf, type FieldCell } from "../../platform/declared/field-cells.rule.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";
import { pick, recordOf } from "../../platform/fields/pick.rule.ts";
import type { JudgedTrader } from "./trader.schema.ts";

const ofTrader = cellsOf(traderFields, (trader: JudgedTrader) => trader);
const ofAccount = cellsOf(accountFields, ({ tradingAccount }: JudgedTrader) => tradingAccount);

/**
 * The columns of the administrators' table of traders and of its export, in their order. A spread leaves keys that stand
 * above it in their places.
 */
export const traderColumns = {
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
} satisfies Record<string, FieldCell<JudgedTrader>>;

export type TraderColumn = keyof typeof traderColumns;

export const traderColumnNames = keysOf(traderColumns);

export const traderColumnLabels = recordOf(
  traderColumnNames,
  (name): string => traderColumns[name].label,
);

/** What the administrators' table of traders can be sorted by. */
export const traderSorts = [
  "id",
  "fullName",
  "email",
  "login",
  "balance",
  "status",
  "phase",
  "payoutEnabled",
  "createdAt",
  /** Lists only the accounts whose verdict is in progress and that have a daily loss. */
  "roomToday",
] as const;

export type TraderSort = (typeof traderSorts)[number];
