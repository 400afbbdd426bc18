import { isDeepStrictEqual } from "node:util";
import { type Changes, changesBetween } from "../../../platform/audit/changes.rule.ts";
import type { SavedView } from "./view.schema.ts";

/**
 * Describes changes of a shared view for the audit log. Filters are only marked as changed, because a search may
 * contain the name of a trader, and events outlive traders.
 */
export function describeSharedView(
  before: SavedView | undefined,
  after: SavedView | undefined,
): Changes {
  const changes = changesBetween(fieldsOf(before), fieldsOf(after));
  if (!before || !after) return changes;
  if (!isDeepStrictEqual(before.parameters, after.parameters)) changes.filters = "changed";
  return changes;
}

const fieldsOf = (view: SavedView | undefined) =>
  view ? { viewId: view.id, label: view.name, list: view.list } : {};
