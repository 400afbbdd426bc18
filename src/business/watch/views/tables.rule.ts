import type { Ability } from "../../../identity/roles/roles.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { appealTable } from "../../decisions/appeals/appeal.table.ts";
import { findingTable } from "../../decisions/conduct/finding.table.ts";
import { orderTable } from "../../decisions/orders/order.table.ts";
import { payoutTable } from "../../money/payouts/payout.table.ts";
import { actionTable } from "../../record/actions/action.table.ts";
import { traderTable } from "../../traders/trader.table.ts";
import { type AnyTable, viewParameters } from "../../office/tables/define-table.rule.ts";

/** A table of which views can be saved. */
interface ViewedTable {
  /** The ability that a role needs to see the table, and therefore to save or see views of it. */
  ability: Ability;
  /** The URL parameters that a view stores. */
  parameters: readonly string[];
}

const viewOf = (table: AnyTable): ViewedTable => ({
  ability: table.ability,
  parameters: viewParameters(table),
});

/** The tables of which views can be saved, by name, in the order of the documentation. */
export const viewLists = {
  users: viewOf(traderTable),
  payouts: viewOf(payoutTable),
  actions: viewOf(actionTable),
  appeals: viewOf(appealTable),
  conduct: viewOf(findingTable),
  orders: viewOf(orderTable),
  audit: {
    ability: "audit.read",
    parameters: ["search", "action", "actor", "traderId", "payoutId", "from", "to"],
  },
} satisfies Record<string, ViewedTable>;

/** The names of the tables, in that order. */
export const viewListNames: [string, ...string[]] = keysOf(viewLists);

/** @returns `undefined` if there is no such table, or no longer */
export const viewedTable = (name: string): ViewedTable | undefined =>
  new Map<string, ViewedTable>(Object.entries(viewLists)).get(name);

/** The parameters of all tables. */
export const viewParameterNames: readonly string[] = [
  ...new Set(Object.values(viewLists).flatMap(({ parameters }) => parameters)),
];
