import { defineEntity, p } from "@mikro-orm/core";
import type { ReconciliationStatus } from "./reading/reconcile.rule.ts";
import type { Statement, StatementFinding } from "./statement.schema.ts";
import type { StatementFormat } from "./statement.rule.ts";

const money = () => p.decimal().precision(30).scale(2);

export const ImportedStatement = defineEntity({
  name: "ImportedStatement",
  tableName: "statements",
  properties: {
    accountId: p.integer().primary(),
    id: p.integer().primary().autoincrement().generated("identity").index("statements_id_index"),
    stageId: p.integer(),
    format: p.text().$type<StatementFormat>(),
    fileName: p.text(),
    fileKey: p.text().index("statements_file_key_index"),
    sha256: p.text(),
    size: p.integer(),
    timeZone: p.text(),
    timeZoneSource: p.text().$type<Statement["timeZoneSource"]>().default("chosen"),
    financing: p.json<NonNullable<Statement["financing"]>>().nullable(),
    login: p.text().nullable(),
    accountName: p.text().nullable(),
    currency: p.text().nullable(),
    fromTime: p.datetime(3).nullable(),
    toTime: p.datetime(3).nullable(),
    counts: p.json<Statement["counts"]>(),
    totals: p.json<Statement["totals"]>(),
    openingBalance: money().nullable(),
    closingBalance: money().nullable(),
    status: p.text().$type<ReconciliationStatus>(),
    difference: money(),
    findings: p.json<StatementFinding[]>(),
    needsConfirmation: p.boolean(),
    confirmedAt: p.datetime(3).nullable(),
    confirmedBy: p.text().nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
    withdrawnAt: p.datetime(3).nullable(),
    withdrawnBy: p.text().nullable(),
    withdrawnReason: p.text().nullable(),
  },
  uniques: [
    {
      name: "statements_bytes_unique",
      properties: ["accountId", "stageId", "sha256"],
      where: "withdrawn_at is null",
    },
  ],
  indexes: [
    {
      name: "statements_conflicts_index",
      properties: ["id"],
      where: "(counts ->> 'conflicts')::integer > 0 and withdrawn_at is null",
    },
    {
      name: "statements_held_index",
      properties: ["id"],
      where: "needs_confirmation and confirmed_at is null and withdrawn_at is null",
    },
    {
      name: "statements_sha256_index",
      properties: ["sha256"],
      where: "withdrawn_at is null",
    },
  ],
});
