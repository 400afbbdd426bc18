import { expect, it } from "vitest";
import {
  auditActionCodes,
  auditGroups,
} from "../../../../src/business/watch/audit-log/audit-actions.rule.ts";

it("the filter of the audit log has every action in one group", () => {
  const grouped = Object.values(auditGroups).flat();
  expect(grouped.toSorted()).toEqual(auditActionCodes.toSorted());
});
