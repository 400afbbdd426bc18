import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";
import {
  boolean,
  computedJson,
  integer,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { clearedAtColumn } from "../cases/cleared-at.ts";
import { concerns, partyNames } from "../evidence/party-names.rule.ts";
import type { Snapshot } from "../cases/reconcile.rule.ts";
import { traderEvidence, traderFacts, traderRows } from "./trader-view.rule.ts";

/** The cases that were confirmed about a trader, with each confirmation, as the trader sees them. */
export const ownLinksPart: OwnDataPart = {
  name: "links",
  about:
    "Links to other accounts that were confirmed, with what each confirmation rests on; the others are letters",
  table: "link_decisions",
  joins: `join users on link_decisions.decision = 'confirm'
      and link_decisions.snapshot -> 'userIds' @> to_jsonb(users.id)
    join link_cases on link_cases.id = link_decisions.case_id
    left join link_members on link_members.case_id = link_cases.id
      and link_members.user_id = users.id`,
  where: byTrader("users.id"),
  key: ["link_decisions.id"],
  columns: {
    id: integer("link_decisions.case_id"),
    status: text("link_cases.status"),
    decidedAt: timestamp("link_decisions.at"),
    reason: text("link_decisions.reason"),
    withhold: boolean("link_cases.withhold"),
    clearedAt: clearedAtColumn("users.id"),
    evidence: computedJson<unknown>("select link_decisions.snapshot -> 'evidence'"),
    facts: computedJson<unknown>("select link_decisions.snapshot -> 'facts'"),
  },
  present({ traderId }, row) {
    const { evidence, facts } = row as unknown as Pick<Snapshot, "evidence" | "facts">;
    const own = evidence.filter((item) => concerns(item.evidence, traderId));
    const names = partyNames(
      own.map((item) => item.evidence),
      traderId,
    );
    return {
      ...row,
      evidence: own.map((item) => ({
        ...traderEvidence(item.evidence, names),
        rows: traderRows(item.rows, item.evidence, traderId),
      })),
      facts: traderFacts(
        facts.map(({ fact }) => fact),
        traderId,
      ),
    };
  },
};
