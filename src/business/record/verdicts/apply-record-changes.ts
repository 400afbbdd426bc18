import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { type JudgedConduct, keepFindings } from "../conduct/keep-findings.ts";
import { notifyOfFindings } from "../conduct/notify-of-findings.ts";
import type { AccountStatus } from "../../traders/accounts/account.rule.ts";
import { deriveStages, type StageChange } from "../derivation/derive-stages.ts";
import type { PlayedStage } from "../derivation/played-stages.queries.ts";
import { replayContested } from "../derivation/replay-contested.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { sendWarnings } from "../warnings/warnings.ts";
import { conductOf, judgeStages, latestAsOf, type VerdictContext } from "./judge-stage.ts";
import { mailAndEnforceOpened, openReviews } from "./open-reviews.ts";
import { storeVerdicts } from "./store-verdicts.ts";
import type { Cause } from "./verdicts.schema.ts";

/** One cause for all stages, or a function that returns one for each. */
export type CauseOf = Cause | ((stage: RecordStage) => Cause);

/**
 * Brings the derived rows and the verdicts of stages up to date after their records changed, and acts on the verdicts:
 * see `../derivation/README.md`.
 * @param transaction a transaction that has locked the accounts
 * @param former as for `openReviews`
 */
export async function applyRecordChanges(
  context: VerdictContext,
  transaction: Transaction,
  changes: StageChange[],
  cause: CauseOf,
  former?: AccountStatus,
): Promise<void> {
  const played = await deriveStages(transaction, changes);
  await judgeAndAct(context, transaction, played, cause, former);
}

/**
 * Judges stages, stores their verdicts and findings, opens reviews of first breaches and passes, mails their traders and
 * requests actions at the platform, notifies of findings, and sends the warnings that are due. Does nothing about stages without rules.
 * @param transaction a transaction that has locked the accounts and will not change their records any more
 */
export async function judgeAndAct(
  context: VerdictContext,
  transaction: Transaction,
  stages: PlayedStage[],
  cause: CauseOf,
  former?: AccountStatus,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const now = context.clock.now();
  const played = await replayContested(transaction, stages);
  const judged = await judgeStages(kysely, played, (each) => latestAsOf(each, now.getTime()));
  if (judged.length === 0) return;
  const causeOf = typeof cause === "function" ? cause : () => cause;
  const { complete, kept } = await storeVerdicts(kysely, judged, now, causeOf);
  const conducted = judged.map(conductOf);
  const isAffected = ({ stage, conduct }: JudgedConduct) =>
    kept.has(stage.id) || conduct.some(({ findings }) => findings.length > 0);
  const notices = await keepFindings(kysely, conducted.filter(isAffected), now);
  const opened = await openReviews(context, transaction, judged, complete, former);
  await mailAndEnforceOpened(context, transaction, opened);
  await notifyOfFindings(context, transaction, notices);
  await sendWarnings(context, transaction, judged);
}
