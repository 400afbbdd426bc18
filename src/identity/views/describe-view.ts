import { isDeepStrictEqual } from "node:util";
import { type Changes, changesBetween } from "../../platform/audit/changes.rule.ts";
import type { SavedView } from "./view.schema.ts";

/**
 * What the audit log says of a shared view. Its filters are only marked as changed: a search may contain the
 * name of a trader, and events outlive traders.
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
