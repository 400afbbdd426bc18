import { integer, json, text, timestamp } from "../../../../platform/database/columns.ts";
import { notFound } from "../../../../platform/errors.ts";
import { isOneOf } from "../../../../platform/lists/conditions.ts";
import { defineList } from "../../../../platform/lists/define-list.ts";
import type { ListContext } from "../../../../platform/lists/list-declaration.ts";
import { byAccount, type OwnDataPart } from "../../../../identity/users/own-data-part.ts";
import type { FindingStatus } from "./finding.rule.ts";
import type { Finding } from "./finding.schema.ts";

const found = {
  stageId: integer("bridge_findings.stage_id"),
  login: text("bridge_findings.login"),
  kind: text("bridge_findings.kind"),
  item: text("bridge_findings.item"),
  ticket: text("bridge_findings.ticket"),
  recorded: json("bridge_findings.recorded"),
  platform: json("bridge_findings.platform"),
  foundAt: timestamp("bridge_findings.found_at"),
  status: text("bridge_findings.status"),
  reason: text("bridge_findings.reason"),
  decidedAt: timestamp("bridge_findings.decided_at"),
};

/** All findings, newest first. */
export const findings = defineList({
  name: "findings",
  from: "bridge_findings join trading_accounts on trading_accounts.id = bridge_findings.account_id",
  columns: {
    id: integer("bridge_findings.id"),
    tokenId: integer("bridge_findings.token_id"),
    userId: integer("trading_accounts.user_id"),
    ...found,
    decidedBy: text("bridge_findings.decided_by"),
  },
  filters: {
    status: (statuses: FindingStatus[]) => isOneOf("bridge_findings.status", statuses),
    userId: "trading_accounts.user_id",
  },
});

/** @throws RefusalError if the finding does not exist */
export async function getFinding(
  context: Pick<ListContext, "database">,
  id: number,
): Promise<Finding> {
  const finding = await findings.find(context, id);
  if (!finding) throw notFound("Finding");
  return finding;
}

export const findingsPart: OwnDataPart = {
  name: "findings",
  about: "Records that the trading platform showed otherwise than they were fed",
  table: "bridge_findings",
  where: byAccount("bridge_findings.account_id"),
  key: ["bridge_findings.id"],
  columns: { id: integer("bridge_findings.id"), ...found },
};
