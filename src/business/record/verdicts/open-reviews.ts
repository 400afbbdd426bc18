import { type Insertable, sql } from "kysely";
import type { AccountStatus } from "../../traders/accounts/account.rule.ts";
import { type Owner, readOwners } from "../../traders/accounts/accounts.queries.ts";
import type { AuditActor } from "../../../identity/audit/record-event.ts";
import { insertRows, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Judgement } from "../../rulebook/engine/verdict.schema.ts";
import type { NewNotice } from "../../office/mails/send-notice.ts";
import { enforceOpenedBreaches, type OpenedBreach } from "../actions/enforce-reviews.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { breachReasons, type ReviewKind, reviewSubject } from "./review-subject.rule.ts";
import type { StageJudgement, VerdictContext } from "./judge-stage.ts";
import { mailAndEnforce } from "./mail-and-enforce.ts";
import type { CompleteJudgement } from "./store-verdicts.ts";
import type { Tables } from "../../../platform/database/tables.ts";

/** The app itself, in the audit log. */
const judge: AuditActor = { kind: "system", name: "Verdicts" };

interface Candidate {
  judged: StageJudgement;
  kind: ReviewKind;
  /** What identifies the breach or pass. */
  keys: string[];
}

/** A review that was just opened. */
interface OpenedReview {
  id: number;
  kind: ReviewKind;
  stage: RecordStage;
  judgement: Judgement;
  trader: Owner;
}

/**
 * Opens a review of each breach and each pass that has none yet. A pending or active account is set to under review;
 * only a person can set it to breached.
 * @param former the status to restore, if a decision that is being carried out has not restored it yet
 */
export async function openReviews(
  context: Pick<VerdictContext, "clock">,
  transaction: Transaction,
  judged: StageJudgement[],
  complete: CompleteJudgement,
  former?: AccountStatus,
): Promise<OpenedReview[]> {
  const candidates = judged.flatMap((each): Candidate[] => {
    const subject = reviewSubject(each.judgement, each.stage.rules?.limits);
    return subject ? [{ judged: each, ...subject }] : [];
  });
  if (candidates.length === 0) return [];
  const opened = await withoutReviewed(transaction, candidates);
  if (opened.length === 0) return [];
  // With the statuses of the accounts from before the reviews.
  const owners = await readOwners(
    kyselyOf(transaction),
    opened.map(({ judged: { stage } }) => stage.accountId),
  );
  await insertReviews(transaction, opened, {
    owners,
    at: context.clock.now(),
    complete,
    former,
  });
  await putUnderReview(transaction, opened);
  const ids = await readOpenIds(transaction, opened);
  return opened.map(({ judged: { stage, judgement }, kind }) => ({
    id: ids.get(`${stage.id} ${kind}`)!,
    kind,
    stage,
    judgement,
    trader: owners.get(stage.accountId)!,
  }));
}

/** Mails the traders of reviews that were just opened, and requests what the firm's settings want for the breaches. */
export async function mailAndEnforceOpened(
  context: VerdictContext,
  transaction: Transaction,
  opened: OpenedReview[],
): Promise<void> {
  if (opened.length === 0) return;
  const breaches = opened.filter(({ kind }) => kind === "breach").map(openedBreach);
  await mailAndEnforce(context, transaction, {
    notices: opened.map(openedNotice),
    enforce: () => enforceOpenedBreaches(context, transaction, breaches),
    events: opened.map(openedEvent),
  });
}

function openedNotice(opened: OpenedReview): NewNotice {
  const { id, kind, trader } = opened;
  const reasons = reasonsOf(opened);
  return { trader, event: { kind: "review-opened", about: kind, reviewId: id, reasons } };
}

function openedBreach(opened: OpenedReview): OpenedBreach {
  const { id, stage, judgement, trader } = opened;
  return {
    trader,
    accountId: stage.accountId,
    reviewId: id,
    stage,
    reason: reasonsOf(opened).join(" "),
    isCertain: isCertain(judgement),
  };
}

function openedEvent(opened: OpenedReview) {
  const { kind, stage, trader } = opened;
  const isMoved = trader.status === "pending" || trader.status === "active";
  return {
    actor: judge,
    action: "review.opened" as const,
    trader,
    changes: {
      stageId: { from: null, to: stage.id },
      kind: { from: null, to: kind },
      ...(isMoved && { status: { from: trader.status, to: "under-review" } }),
    },
    reason: reasonsOf(opened).join(" ") || null,
  };
}

const reasonsOf = ({ judgement, stage }: Pick<OpenedReview, "judgement" | "stage">) =>
  breachReasons(judgement, stage.rules?.limits);

/** Findings that say that the records contradict each other, or themselves. */
const contradictions: readonly string[] = [
  "unexplained_balance",
  "conflict",
  "inconsistent_statement",
];

/** Returns whether a breach was observed, and nothing contradicts the records. */
function isCertain({ grade, findings }: Judgement): boolean {
  return grade === "observed" && !findings.some(({ code }) => contradictions.includes(code));
}

/**
 * Leaves out what is under review, passes that have been reviewed, and stages that a person has ended with an outcome. A
 * breach that was reviewed is set aside or has ended its stage, so any other is a new one.
 */
async function withoutReviewed(
  transaction: Transaction,
  candidates: Candidate[],
): Promise<Candidate[]> {
  const rows = candidates.map(({ judged: { stage }, kind, keys }, index) => ({
    index,
    account_id: stage.accountId,
    stage_id: stage.id,
    kind,
    keys,
  }));
  const { rows: unreviewed } = await sql<{ index: number }>`
    select index from json_to_recordset(${JSON.stringify(rows)}::json)
      as candidate (index int, account_id int, stage_id int, kind text, keys text[])
    join stages on stages.account_id = candidate.account_id and stages.id = candidate.stage_id
    where stages.outcome is null and not exists (
      select from reviews where reviews.account_id = candidate.account_id
        and reviews.stage_id = candidate.stage_id and reviews.kind = candidate.kind
        and (reviews.decision is null
          or candidate.kind = 'pass' and candidate.keys && reviews.subjects))
    order by index`.execute(kyselyOf(transaction));
  return unreviewed.map(({ index }) => candidates[index]!);
}

const accountsOf = (candidates: Candidate[]) =>
  sql<number>`any(${candidates.map(({ judged }) => judged.stage.accountId)})`;

interface NewReviews {
  owners: ReadonlyMap<number, Owner>;
  at: Date;
  complete: CompleteJudgement;
  former: AccountStatus | undefined;
}

async function insertReviews(
  transaction: Transaction,
  candidates: Candidate[],
  { owners, at, complete, former }: NewReviews,
): Promise<void> {
  const formerStatuses = await readFormerStatuses(transaction, candidates);
  const rows: Insertable<Tables["reviews"]>[] = [];
  for (const { judged, kind, keys } of candidates) {
    const { accountId, id } = judged.stage;
    rows.push({
      account_id: accountId,
      stage_id: id,
      kind,
      verdict: JSON.stringify(await complete(judged)),
      subjects: keys,
      former_status: formerStatuses.get(accountId) ?? former ?? owners.get(accountId)!.status,
      created_at: at.toISOString(),
      decision: null,
      reason: null,
      decided_at: null,
      decided_by: null,
    });
  }
  await insertRows(kyselyOf(transaction), "reviews", rows);
}

/** Reads the statuses from before the open reviews, so that the last dismissal can restore them. */
async function readFormerStatuses(
  transaction: Transaction,
  candidates: Candidate[],
): Promise<Map<number, AccountStatus>> {
  const rows = await kyselyOf(transaction)
    .selectFrom("reviews")
    .select(["account_id", "former_status"])
    .where("account_id", "=", accountsOf(candidates))
    .where("decision", "is", null)
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map(({ account_id, former_status }) => [account_id, former_status]));
}

/** Reads the ids of the open reviews. A stage has at most one of a kind. */
async function readOpenIds(
  transaction: Transaction,
  candidates: Candidate[],
): Promise<Map<string, number>> {
  const rows = await kyselyOf(transaction)
    .selectFrom("reviews")
    .select(["id", "stage_id", "kind"])
    .where("account_id", "=", accountsOf(candidates))
    .where("decision", "is", null)
    .execute();
  return new Map(rows.map(({ id, stage_id, kind }) => [`${stage_id} ${kind}`, id]));
}

/** Leaves accounts that a person has set to breached unchanged. */
async function putUnderReview(transaction: Transaction, candidates: Candidate[]): Promise<void> {
  await kyselyOf(transaction)
    .updateTable("trading_accounts")
    .set({ status: "under-review" })
    .where("id", "=", accountsOf(candidates))
    .where("status", "in", ["pending", "active"])
    .execute();
}
