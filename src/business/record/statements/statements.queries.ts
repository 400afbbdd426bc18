import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import {
  boolean,
  computedBoolean,
  computedJson,
  decimal,
  integer,
  json,
  object,
  type Row,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { countCapped } from "../../../platform/lists/counted-slices.ts";
import { defineCountedList, defineList } from "../../../platform/lists/define-list.ts";
import { readFirmTimeZone } from "../../office/settings/firm-settings.ts";
import { matchesTrader } from "../../traders/search.queries.ts";
import type { FindingCode } from "./statement.rule.ts";
import { listedStatement, type Statement, type StatementFinding } from "./statement.schema.ts";
import { statementTable } from "./statement.table.ts";
import { serveTable } from "../../office/tables/serve-table.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

/** The statement's records do not count until an administrator confirms it. */
export const isHeld = sql<boolean>`(statements.needs_confirmation
  and statements.confirmed_at is null and statements.withdrawn_at is null)`;

/** The statement contradicts other records of a stage that has not ended. */
export const isConflicting = sql<boolean>`((statements.counts ->> 'conflicts')::int > 0
  and statements.withdrawn_at is null
  and exists (select from stages where stages.account_id = statements.account_id
    and stages.id = statements.stage_id and stages.ended_at is null))`;

/**
 * A finding for each statement of another trader with the same bytes. Read with the statement instead of stored, because
 * it depends on later imports, and names a person whose name may change and who may be deleted.
 */
const sameFiles = `select jsonb_agg(jsonb_build_object('code', '${"same_file" satisfies FindingCode}', 'message',
    'The same file was imported for ' || left(coalesce(owners.full_name, owners.email), 100)
      || ' (trader #' || owners.id || ', statement #' || others.id || ').',
    'row', null, 'expected', null, 'actual', null) order by others.id)
  from (
    select id, account_id from statements as others
    where others.sha256 = statements.sha256 and others.account_id <> statements.account_id
      and others.withdrawn_at is null
    order by id limit 10
  ) as others
  join trading_accounts as accounts on accounts.id = others.account_id
  join users as owners on owners.id = accounts.user_id`;

const statementColumns = {
  id: integer("statements.id"),
  userId: integer("trading_accounts.user_id"),
  stageId: integer("statements.stage_id"),
  format: text("statements.format"),
  fileName: text("statements.file_name"),
  sha256: text("statements.sha256"),
  size: integer("statements.size"),
  timeZone: text("statements.time_zone"),
  timeZoneSource: text("statements.time_zone_source"),
  financing: json("statements.financing"),
  login: text("statements.login"),
  accountName: text("statements.account_name"),
  currency: text("statements.currency"),
  from: timestamp("statements.from_time"),
  to: timestamp("statements.to_time"),
  counts: json("statements.counts"),
  totals: json("statements.totals"),
  openingBalance: decimal("statements.opening_balance", 2),
  closingBalance: decimal("statements.closing_balance", 2),
  status: text("statements.status"),
  difference: decimal("statements.difference", 2),
  findings: computedJson<StatementFinding[]>(
    `statements.findings || coalesce((${sameFiles}), '[]')`,
  ),
  needsConfirmation: boolean("statements.needs_confirmation"),
  confirmedAt: timestamp("statements.confirmed_at"),
  confirmedBy: text("statements.confirmed_by"),
  createdAt: timestamp("statements.created_at"),
  createdBy: text("statements.created_by"),
  withdrawnAt: timestamp("statements.withdrawn_at"),
  withdrawnBy: text("statements.withdrawn_by"),
  withdrawnReason: text("statements.withdrawn_reason"),
};

export type StoredStatementView = Statement & { id: number; stageId: number };

function present(row: Row<typeof statementColumns>): StoredStatementView {
  const { status, difference, findings, needsConfirmation, ...statement } = row;
  return {
    ...statement,
    needsConfirmation: needsConfirmation && row.confirmedAt === null,
    reconciliation: { status, difference, findings },
  };
}

const { status, difference, findings, ...listedColumns } = statementColumns;
const listedStatementColumns = {
  ...listedColumns,
  needsConfirmation: computedBoolean(
    "statements.needs_confirmation and statements.confirmed_at is null",
  ),
  reconciliation: object({ status, difference, findings }),
};

type ListedStatus = keyof typeof statementTable.filters.status.options;

const inStatus = (wanted: ListedStatus) => (wanted === "waiting" ? isHeld : isConflicting);

/** The statements of all traders. */
export const statements = defineCountedList({
  name: "statements",
  from: `statements join trading_accounts on trading_accounts.id = statements.account_id
    join users on users.id = trading_accounts.user_id`,
  columns: {
    ...listedStatementColumns,
    trader: object({ fullName: text("users.full_name"), email: text("users.email") }),
  },
  filters: { status: inStatus },
  search: (words, access) => [matchesTrader(words, access)],
  isTotalCapped: () => true,
  total: {
    filters: ["status"],
    count: ({ status: wanted }) =>
      countCapped(sql`select from statements ${wanted ? sql`where ${inStatus(wanted)}` : sql``}`),
  },
  // Findings may hold many kilobytes.
  batchSize: 200,
});

export const servedStatements = serveTable(statementTable, {
  row: listedStatement,
  list: statements,
  exports: {
    tag: "Records",
    summary: (format) => `Export the imported statements of all traders as ${format}`,
    example: "ID,Name,File,Status\r\n4,Olivia Bennett,statement.htm,reconciled\r\n",
  },
});

const ofTrader = {
  from: "statements join trading_accounts on trading_accounts.id = statements.account_id",
  filters: { accountId: "statements.account_id" },
  batchSize: 200,
} as const;

/** The statements of a trader. */
export const traderStatements = defineList({
  ...ofTrader,
  name: "trader-statements",
  columns: listedStatementColumns,
});

/** The same as their trader receives them, who does not learn about the statements of others. */
export const ownStatements = defineList({
  ...ofTrader,
  name: "own-statements",
  columns: {
    ...listedStatementColumns,
    reconciliation: object({ status, difference, findings: json("statements.findings") }),
  },
});

async function selectStatements(
  kysely: Kysely<Tables>,
  where: RawBuilder<unknown>,
): Promise<StoredStatementView[]> {
  const rows = await selectRows(
    kysely,
    statementColumns,
    sql`from statements join trading_accounts on trading_accounts.id = statements.account_id
      where ${where} order by statements.id desc`,
  );
  return rows.map(present);
}

/** @throws RefusalError if the statement does not exist */
export async function getStatement(
  kysely: Kysely<Tables>,
  id: number,
): Promise<StoredStatementView> {
  const [statement] = await selectStatements(kysely, sql`statements.id = ${id}`);
  if (!statement) throw notFound("Statement");
  return statement;
}

/** The zone of a statement whose file does not state one, and why it is that one. */
export type StatementZone = Pick<Statement, "timeZone" | "timeZoneSource">;

/** @param chosen the zone that was chosen for the file */
export async function findStatementZone(
  kysely: Kysely<Tables>,
  traderId: number,
  chosen: string | undefined,
): Promise<StatementZone> {
  if (chosen !== undefined) return { timeZone: chosen, timeZoneSource: "chosen" };
  const latest = await kysely
    .selectFrom("statements")
    .innerJoin("trading_accounts", "trading_accounts.id", "statements.account_id")
    .select("statements.time_zone as timeZone")
    .where("trading_accounts.user_id", "=", traderId)
    .where("statements.withdrawn_at", "is", null)
    .orderBy("statements.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (latest) return { ...latest, timeZoneSource: "earlier" };
  return { timeZone: await readFirmTimeZone(kysely), timeZoneSource: "firm" };
}

/** The statement with the same bytes that counts in a stage, if there is one. */
export async function findSameStatement(
  kysely: Kysely<Tables>,
  { accountId, stageId, sha256 }: { accountId: number; stageId: number; sha256: string },
): Promise<StoredStatementView | undefined> {
  const [same] = await selectStatements(
    kysely,
    sql`statements.account_id = ${accountId} and statements.stage_id = ${stageId}
      and statements.sha256 = ${sha256} and statements.withdrawn_at is null`,
  );
  return same;
}

/**
 * Opens the original file of a statement.
 * @param ownerId the calling trader; undefined for an administrator
 * @throws RefusalError if it does not exist or belongs to another trader (the same error for both)
 */
export async function openStatementFile(
  { database, files }: Context,
  id: number,
  ownerId: number | undefined,
) {
  const stored = await database.kysely
    .selectFrom("statements")
    .innerJoin("trading_accounts", "trading_accounts.id", "statements.account_id")
    .select(["statements.file_name as name", "statements.file_key as key"])
    .where("statements.id", "=", id)
    .$if(ownerId !== undefined, (query) => query.where("trading_accounts.user_id", "=", ownerId!))
    .executeTakeFirst();
  const file = stored && (await files.open(stored.key));
  if (!file) throw notFound("Statement");
  return { ...file, name: stored.name };
}

export const statementsPart: OwnDataPart = {
  name: "statements",
  about: "Imported statements of the platform",
  table: "statements",
  where: byAccount("statements.account_id"),
  key: ["statements.id"],
  columns: {
    id: integer("statements.id"),
    stageId: integer("statements.stage_id"),
    fileName: text("statements.file_name"),
    format: text("statements.format"),
    size: integer("statements.size"),
    timeZone: text("statements.time_zone"),
    login: text("statements.login"),
    accountName: text("statements.account_name"),
    currency: text("statements.currency"),
    from: timestamp("statements.from_time"),
    to: timestamp("statements.to_time"),
    counts: json("statements.counts"),
    totals: json("statements.totals"),
    financing: json("statements.financing"),
    openingBalance: decimal("statements.opening_balance", 2),
    closingBalance: decimal("statements.closing_balance", 2),
    status: text("statements.status"),
    difference: decimal("statements.difference", 2),
    findings: json("statements.findings"),
    confirmedAt: timestamp("statements.confirmed_at"),
    createdAt: timestamp("statements.created_at"),
    withdrawnAt: timestamp("statements.withdrawn_at"),
    withdrawnReason: text("statements.withdrawn_reason"),
  },
  file: {
    id: "statements.id",
    key: "statements.file_key",
    name: "statements.file_name",
    extension: "",
  },
};
