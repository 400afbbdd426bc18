import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { lastApprovalOf } from "../../../identity/decisions/decisions.ts";
import { findAccountId } from "../../traders/accounts/accounts.queries.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import type { CertificateSource } from "./certificate.schema.ts";
import { type Achievement, certificationRefusal, describeAchievement } from "./certificate.rule.ts";

/** Identifies a pass or a payout. */
export interface AchievementId {
  payoutId?: number | undefined;
  stageId?: number | undefined;
}

/** A pass or a payout with its trader. */
export interface AchievementRow extends Achievement {
  userId: number;
  fullName: string | null;
  email: string;
  stageId: number | null;
  payoutId: number | null;
  earnedAt: Date;
  /** The issue dates of its certificates that have not been withdrawn. */
  issuedAt: Date[];
}

type FoundAchievement = Omit<AchievementRow, "earnedAt" | "issuedAt"> & {
  earnedAt: string;
  issuedAt: string[];
  status: string | null;
};

const issuedOf = (column: "payout_id" | "stage_id", id: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(issued_at order by certificates.id), '[]') from certificates
    where certificates.user_id = users.id and certificates.${sql.ref(column)} = ${id}
      and withdrawn_at is null)`;

/** If an approval was reversed and repeated, the time of the last approval counts. */
const payouts = sql`
  select request.user_id as "userId", full_name as "fullName", email, 'payout' as kind,
    null::int as "stageId", request.id as "payoutId", null as phase, request.amount::text as amount,
    request.currency, request.status,
    coalesce(${lastApprovalOf("request.id")}, request.created_at) as "earnedAt",
    ${issuedOf("payout_id", sql`request.id`)} as "issuedAt"
  from payout_requests as request join users on users.id = request.user_id`;

const stages = sql`
  select users.id as "userId", full_name as "fullName", email, 'pass' as kind,
    stages.id as "stageId", null::int as "payoutId", stages.phase,
    stages.initial_balance::text as amount, stages.currency, stages.outcome as status,
    coalesce(stages.ended_at, stages.started_at) as "earnedAt",
    ${issuedOf("stage_id", sql`stages.id`)} as "issuedAt"
  from stages join trading_accounts on trading_accounts.id = stages.account_id
    join users on users.id = trading_accounts.user_id`;

const toRow = ({
  status: _status,
  earnedAt,
  issuedAt,
  ...row
}: FoundAchievement): AchievementRow => ({
  ...row,
  earnedAt: new Date(earnedAt),
  issuedAt: issuedAt.map((at) => new Date(at)),
});

/**
 * Reads the pass or payout that a certificate will certify.
 * @throws RefusalError if it does not exist, or if the payout is not approved or the stage was not passed
 */
export async function getAchievement(
  kysely: Kysely<Tables>,
  { payoutId, stageId }: AchievementId,
): Promise<AchievementRow> {
  const query =
    payoutId === undefined
      ? sql<FoundAchievement>`${stages} where stages.id = ${stageId}`
      : sql<FoundAchievement>`${payouts} where request.id = ${payoutId}`;
  const row = (await query.execute(kysely)).rows[0];
  if (!row) throw notFound(payoutId === undefined ? "Stage" : "Payout request");
  const refusal = certificationRefusal(row.kind, row.status);
  if (refusal !== undefined) throw new RefusalError("conflict", refusal);
  return toRow(row);
}

/**
 * Lists the passes and approved payouts of a trader, newest first: at most 100 of each.
 * @throws RefusalError if the trader does not exist
 */
export async function listSources(
  kysely: Kysely<Tables>,
  traderId: number,
): Promise<CertificateSource[]> {
  await findAccountId(kysely, traderId);
  const { rows } = await sql<FoundAchievement>`
    (${stages} where users.id = ${traderId} and stages.outcome = 'passed'
      order by stages.id desc limit 100)
    union all
    (${payouts} where request.user_id = ${traderId} and request.status = 'approved'
      order by request.id desc limit 100)
    order by "earnedAt" desc`.execute(kysely);
  return rows.map(toRow).map((row) => ({
    kind: row.kind,
    stageId: row.stageId,
    payoutId: row.payoutId,
    name: describeAchievement(row).name,
    earnedAt: row.earnedAt,
    issued: row.issuedAt.length,
  }));
}
