import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { type AuditActor, recordEvent } from "../../../identity/audit/record-event.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { Identity } from "../../traders/identity/identity.entity.ts";
import { MOST_ATTEMPTS } from "../../traders/identity/identity.rule.ts";
import { type LockedIdentity, readLockedIdentity } from "../../traders/identity/save-identity.ts";
import { sealFacts, unsealFacts } from "../../traders/identity/sealed-identity.ts";
import type { CheckerNews } from "./checkers/checker-news.rule.ts";
import { applyDecision } from "./decide-identity.ts";

/** The source of the news. */
export interface Checker {
  kind: "sumsub" | "veriff";
  name: string;
}

/**
 * Applies the news of an outside checker in the transaction that stores them. News of an unknown trader, and news that
 * are not newer by the checker's own clock than those before, change nothing.
 */
export async function applyCheckerNews(
  context: Context,
  transaction: Transaction,
  checker: Checker,
  news: CheckerNews,
): Promise<void> {
  const profile = await kyselyOf(transaction)
    .selectFrom("identity_profiles")
    .select("user_id as userId")
    .where("reference", "=", news.reference)
    .executeTakeFirst();
  if (!profile) return;
  const trader = await lockTrader(transaction, profile.userId);
  const locked = await readLockedIdentity(context, transaction, trader);
  const { checkedAt } = locked.profile;
  if (checkedAt && news.at <= checkedAt) return;
  locked.profile.checkedAt = news.at;
  const actor: AuditActor = { kind: "system", name: checker.name };
  const about = { context, transaction, actor, trader, locked, checker, news };
  await (news.outcome === "submitted" ? submit(about) : decide(about));
}

interface About {
  context: Context;
  transaction: Transaction;
  actor: AuditActor;
  trader: Trader;
  locked: LockedIdentity;
  checker: Checker;
  news: CheckerNews;
}

/** An approval stays while the checker looks again. */
async function submit(about: About): Promise<void> {
  const { context, transaction, actor, trader, locked, checker } = about;
  if (locked.status === "approved") return;
  const wasSubmitted = locked.status === "submitted";
  const identity = openAttempt(about);
  identity.checker = checker.kind;
  if (wasSubmitted) return;
  identity.status = "submitted";
  identity.submittedAt = context.clock.now();
  await transaction.flush();
  await recordEvent(context, transaction, actor, {
    action: "identity.submitted",
    trader,
    changes: changesBetween({}, { identityId: identity.id }),
  });
}

async function decide(about: About): Promise<void> {
  const { context, transaction, actor, trader, locked, checker, news } = about;
  const { profile, latest, status } = locked;
  const decision = news.outcome === "approve" ? "approve" : "reject";
  const isSame = status === (decision === "approve" ? "approved" : "rejected");
  if (isSame) {
    if (news.isFinal) profile.usedAttempts = MOST_ATTEMPTS;
    if (latest && decision === "reject") latest.reason = news.reason;
    return;
  }
  const identity = latest && status === "approved" ? latest : openAttempt(about);
  identity.checker = checker.kind;
  identity.submittedAt ??= context.clock.now();
  await transaction.flush();
  const { reason, isFinal } = news;
  await applyDecision(context, transaction, actor, trader, locked, identity, {
    decision,
    reason,
    decidedBy: checker.name,
    isFinal,
  });
}

/** Returns the attempt that is not decided yet, or a new one, with what the checker has read. */
function openAttempt({ context, transaction, trader, locked: { latest }, news }: About): Identity {
  const isOpen = latest?.status === "draft" || latest?.status === "submitted";
  const known = unsealFacts(context.cipher, trader.id, latest?.facts ?? null);
  const facts = { ...known, ...news.facts };
  const sealed = Object.keys(facts).length > 0 ? sealFacts(context.cipher, trader.id, facts) : null;
  if (isOpen) {
    latest.facts = sealed;
    return latest;
  }
  return transaction.create(Identity, {
    trader,
    facts: sealed,
    status: "submitted",
    createdAt: context.clock.now(),
    submittedAt: context.clock.now(),
  });
}
