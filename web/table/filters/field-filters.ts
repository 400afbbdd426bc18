import {
  accountFields,
  filteredAccountFields,
} from "../../../src/business/traders/accounts/account.fields.ts";
import { filteredTraderFields, traderFields } from "../../../src/identity/users/trader.fields.ts";
import { type Field, shownValue } from "../../../src/platform/declared/field.rule.ts";
import { pick } from "../../../src/platform/fields/pick.rule.ts";

/** The declared fields that the table of traders can be filtered by. */
export const filteredFields = {
  ...pick(accountFields, filteredAccountFields),
  ...pick(traderFields, filteredTraderFields),
};

export type FieldFilter = keyof typeof filteredFields;

export const isFieldFilter = (name: string): name is FieldFilter => name in filteredFields;

/** Describes the filter of a declared field, such as `Payouts enabled`. */
export function describeFieldFilter(name: FieldFilter, value: string): string {
  const field: Field = filteredFields[name];
  if (field.kind === "flag") {
    return `${field.label} ${shownValue(field, value === "true").toLowerCase()}`;
  }
  const isOffered = field.kind === "text" && field.offered !== undefined;
  return isOffered ? shownValue(field, value) : `${field.label} ${value}`;
}
