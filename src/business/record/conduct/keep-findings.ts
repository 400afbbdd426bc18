import { createHash } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type {
  ConductFinding,
  ConductVerdict,
} from "../../rulebook/engine/conduct-verdict.schema.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { isFoundAnew, notificationOf, type Notified } from "./finding.rule.ts";

/** What was judged about the conduct of a stage. */
export interface JudgedConduct {
  stage: RecordStage;
  conduct: readonly ConductVerdict[];
  /** The keys of the findings that ended the evaluation. */
  endedBy: readonly string[];
}

/** What a trader has to be notified of. */
export interface FindingNotice {
  stage: RecordStage;
  notified: Notified;
  finding: ConductFinding;
  /** Of the rule; `null` if it is gone, or has no strikes. */
  strikes: ConductVerdict["strikes"];
}

type StoredRow = Selectable<Tables["conduct_findings"]>;
type Row = Omit<StoredRow, "id">;

/** A row without the finding, which may be long, and of which there may be thousands. */
type KnownRow = Omit<StoredRow, "finding">;

/**
 * Brings the rows of what was found about stages up to date, in the transaction that stores their verdicts.
 * @param kysely a transaction that has locked the accounts
 * @returns what the traders have to be notified of, which counts as done
 */
export async function keepFindings(
  kysely: Kysely<Tables>,
  judged: readonly JudgedConduct[],
  at: Date,
): Promise<FindingNotice[]> {
  if (judged.length === 0) return [];
  const known = await readKnown(kysely, judged);
  const rows: Row[] = [];
  const notices: FindingNotice[] = [];
  const keep = (stage: RecordStage, row: Row, strikes: ConductVerdict["strikes"] = null) => {
    const notified = notificationOf(row.notified, row);
    if (notified !== null) notices.push({ stage, notified, finding: row.finding, strikes });
    rows.push({ ...row, changed_at: at.toISOString(), notified: notified ?? row.notified });
  };
  for (const { stage, conduct, endedBy } of judged) {
    const ofStage = known.get(stage.id);
    for (const { kind, index, strikes, findings } of conduct) {
      for (const finding of findings) {
        const before = ofStage?.get(finding.key);
        ofStage?.delete(finding.key);
        const hasEnded = endedBy.includes(finding.key);
        const row = rowOf(stage, { kind, index, finding, hasEnded }, before, at);
        if (hasChanged(before, row)) keep(stage, row, strikes);
      }
    }
  }
  for (const row of await readGone(kysely, known)) {
    const { stage } = judged.find(({ stage: { id } }) => id === row.stage_id)!;
    keep(stage, { ...row, status: "gone", has_ended: false });
  }
  // Lists are in the order of ids if several were found at once.
  const inOrder = rows.toSorted((a, b) => compareText(a.finding.at, b.finding.at));
  await writeRows(kysely, inOrder);
  return notices;
}

interface Found {
  kind: ConductVerdict["kind"];
  index: number;
  finding: ConductFinding;
  hasEnded: boolean;
}

function rowOf(
  stage: RecordStage,
  { kind, index, finding, hasEnded }: Found,
  before: KnownRow | undefined,
  at: Date,
): Row {
  const isNew = isFoundAnew(before, finding);
  return {
    account_id: stage.accountId,
    stage_id: stage.id,
    key: finding.key,
    kind,
    index,
    found_at: before && !isNew ? before.found_at : at.toISOString(),
    changed_at: at.toISOString(),
    status: finding.status,
    consequence: finding.consequence,
    has_ended: hasEnded,
    finding,
    digest: createHash("sha256").update(JSON.stringify(finding)).digest("hex"),
    notified: before?.notified ?? null,
  };
}

function hasChanged(before: KnownRow | undefined, after: Row): boolean {
  return (
    before?.status !== after.status ||
    before.digest !== after.digest ||
    before.has_ended !== after.has_ended ||
    notificationOf(after.notified, after) !== null
  );
}

/** Reads the rows of stages by stage id and key. */
async function readKnown(
  kysely: Kysely<Tables>,
  judged: readonly JudgedConduct[],
): Promise<Map<number, Map<string, KnownRow>>> {
  const rows = await kysely
    .selectFrom("conduct_findings")
    .select(["account_id", "id", "stage_id", "key", "kind", "index", "found_at", "changed_at"])
    .select(["status", "consequence", "has_ended", "digest", "notified"])
    .where("account_id", "=", sql<number>`any(${judged.map(({ stage }) => stage.accountId)})`)
    .where("stage_id", "=", sql<number>`any(${judged.map(({ stage }) => stage.id)})`)
    .execute();
  const byStage = Map.groupBy(rows, ({ stage_id }) => stage_id);
  return new Map(
    [...byStage].map(([id, ofStage]) => [id, new Map(ofStage.map((row) => [row.key, row]))]),
  );
}

/** Reads the rows that have just gone. @param left the rows of which nothing was found */
async function readGone(
  kysely: Kysely<Tables>,
  left: ReadonlyMap<number, ReadonlyMap<string, KnownRow>>,
): Promise<Row[]> {
  const gone = [...left.values()].flatMap((ofStage) =>
    [...ofStage.values()].filter(({ status }) => status !== "gone"),
  );
  if (gone.length === 0) return [];
  const rows = await kysely
    .selectFrom("conduct_findings")
    .selectAll()
    .where("account_id", "=", sql<number>`any(${gone.map(({ account_id }) => account_id)})`)
    .where("id", "=", sql<number>`any(${gone.map(({ id }) => id)})`)
    .orderBy("id")
    .execute();
  return rows.map(({ id: _, ...row }) => row);
}

async function writeRows(kysely: Kysely<Tables>, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into conduct_findings (account_id, stage_id, key, kind, index, found_at,
      changed_at, status, consequence, has_ended, finding, digest, notified)
    select account_id, stage_id, key, kind, index, found_at, changed_at, status, consequence,
      has_ended, finding, digest, notified
    from json_populate_recordset(null::conduct_findings, ${JSON.stringify(rows)}::json)
    on conflict (account_id, stage_id, key) do update set
      kind = excluded.kind, index = excluded.index, found_at = excluded.found_at,
      changed_at = excluded.changed_at, status = excluded.status,
      consequence = excluded.consequence, has_ended = excluded.has_ended,
      finding = excluded.finding, digest = excluded.digest, notified = excluded.notified`.execute(
    kysely,
  );
}
