import { sql } from "kysely";
import { boolean, object, text } from "../../../platform/database/columns.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineCountedList, defineList } from "../../../platform/lists/define-list.ts";
import { type ListContext, mapList } from "../../../platform/lists/list-declaration.ts";
import { sortBy } from "../../../platform/lists/sort-keys.ts";
import type { ConductConsequence } from "../../rulebook/kinds/conduct/conduct.schema.ts";
import { serveTable } from "../../office/tables/serve-table.ts";
import { isAppealable } from "../../record/conduct/finding.rule.ts";
import { findingColumns, findingTables } from "../../record/conduct/findings.queries.ts";
import { matchesTrader } from "../../traders/search.queries.ts";
import { appealUntil } from "../appeals/appeal.rule.ts";
import { readAppealSettings } from "../appeals/appeal-settings.ts";
import { oneRow, ownColumns } from "../appeals/appeals.queries.ts";
import { type Finding, type ListedFinding, listedFinding } from "./finding.schema.ts";
import { findingTable } from "./finding.table.ts";

const columns = {
  ...findingColumns,
  hasEnded: boolean("conduct_findings.has_ended"),
  appeal: oneRow(
    ownColumns,
    "from appeals where appeals.subject_kind = 'finding' and appeals.subject_id = conduct_findings.id",
  ),
};

const newestFirst = {
  sorts: { foundAt: sortBy("conduct_findings.found_at", "conduct_findings.id") },
  defaultOrder: { sort: "foundAt", order: "desc" },
  // A finding may have hundreds of deals.
  batchSize: 200,
} as const;

const filters = {
  userId: "trading_accounts.user_id",
  stage: "conduct_findings.stage_id",
  kind: "conduct_findings.kind",
  status: "conduct_findings.status",
} as const;

const storedFindings = defineList({
  ...newestFirst,
  name: "conduct findings",
  from: findingTables,
  columns,
  filters,
});

const listedFindings = defineCountedList({
  ...newestFirst,
  name: "listed conduct findings",
  from: `${findingTables} join users on users.id = trading_accounts.user_id
    join stages on stages.account_id = conduct_findings.account_id
      and stages.id = conduct_findings.stage_id`,
  columns: {
    ...columns,
    currency: text("stages.currency"),
    trader: object({ fullName: text("users.full_name"), email: text("users.email") }),
  },
  filters: {
    ...filters,
    consequence: (consequence: ConductConsequence) =>
      sql<boolean>`conduct_findings.consequence = ${consequence}`,
  },
  search: (words, access) => [matchesTrader(words, access)],
});

type StoredFinding = Omit<Finding, "appealUntil"> & { hasEnded: boolean };

/** Adds until when findings can be appealed against. */
async function withDeadlines<Row extends StoredFinding>(
  rows: Row[],
  context: Pick<ListContext, "database">,
): Promise<(Omit<Row, "hasEnded"> & Pick<Finding, "appealUntil">)[]> {
  const { days } = await readAppealSettings(context);
  return rows.map(({ hasEnded, ...row }) => {
    const decidedAt = isAppealable({ ...row, hasEnded }) ? row.foundAt : null;
    const hasAppeal = row.appeal !== null;
    return {
      ...row,
      appealUntil: appealUntil({ subject: "finding", decidedAt, hasAppeal, days }),
    };
  });
}

/** The findings of all accounts, newest first. */
export const findings = mapList(storedFindings, withDeadlines);

/** The same with their traders, in numbered pages. */
export const servedFindings = serveTable(findingTable, {
  row: listedFinding,
  list: {
    async readPage(context, query) {
      const { rows, ...page } = await listedFindings.readPage(context, query);
      return { ...page, rows: await withDeadlines(rows, context) };
    },
    readBatches: (context, query) =>
      mapList(listedFindings, withDeadlines).readBatches(context, query),
  },
  exports: {
    tag: "Records",
    summary: (format) => `Export what rules of conduct have found as ${format}`,
    searches: "Matches part of the trader's name, email or login",
    example: "ID,Name,Rule,State\r\n21,Olivia Bennett,news,stands\r\n",
  },
});

/** @throws RefusalError if the finding does not exist */
export async function getFinding(
  context: Pick<ListContext, "database">,
  id: number,
): Promise<Finding> {
  const stored = await storedFindings.find(context, id);
  if (!stored) throw notFound("Finding");
  return (await withDeadlines([stored], context))[0]!;
}

/** Reads a finding with its trader. @throws RefusalError if it does not exist */
export async function getListedFinding(
  context: Pick<ListContext, "database">,
  id: number,
): Promise<ListedFinding> {
  const stored = await listedFindings.find(context, id);
  if (!stored) throw notFound("Finding");
  return (await withDeadlines([stored], context))[0]!;
}
