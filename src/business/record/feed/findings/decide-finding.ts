import { LockMode } from "@mikro-orm/core";
import { sql } from "kysely";
import type { z } from "zod";
import { recordEvent } from "../../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../../platform/database/database.ts";
import type { Transaction } from "../../../../platform/database/orm.ts";
import { RefusalError } from "../../../../platform/errors.ts";
import { sendNotice } from "../../../office/mails/send-notice.ts";
import type { StageChange } from "../../derivation/derive-stages.ts";
import { type LockedAccount, lockTraderAndRecord } from "../../records/recorded-account.ts";
import { readStages, type RecordStage } from "../../records/record-stages.queries.ts";
import { settleTickets } from "../../records/settle-tickets.ts";
import { applyRecordChanges } from "../../verdicts/apply-record-changes.ts";
import { accountKey } from "../feed.schema.ts";
import { placeClosings } from "../place-closings.ts";
import { type AddedRecord, FeedReport, readItems } from "../read-items.ts";
import { storeDeals, storeOperations } from "../store-bookings.ts";
import { BridgeFinding } from "./finding.entity.ts";
import { describeFound } from "./finding.rule.ts";
import type { decideFindingInput, Finding } from "./finding.schema.ts";
import { getFinding } from "./findings.queries.ts";
import { findingChanges } from "./settle-findings.ts";
import { ShownTickets } from "./shown-tickets.ts";

/**
 * Accepts what the platform shows, or keeps the record as it is. Either way the verdict is computed again, and the trader is
 * notified of what was accepted.
 * @throws RefusalError if the finding does not exist, and with the current one if it is not open
 */
export async function decideFinding(
  context: Context,
  actor: StaffActor,
  { id, decision, reason }: z.output<typeof decideFindingInput>,
): Promise<Finding> {
  const { userId } = await getFinding(context, id);
  const isDecided = await inTransaction(context.database, async (transaction) => {
    const { trader, account } = await lockTraderAndRecord(transaction, userId);
    const finding = await transaction.findOneOrFail(
      BridgeFinding,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (finding.status !== "open") return false;
    const isAccepted = decision === "accept";
    transaction.assign(finding, {
      status: isAccepted ? "accepted" : "kept",
      reason,
      decidedAt: context.clock.now(),
      decidedBy: actor.label,
    });
    await transaction.flush();
    const stages = await readStages(kyselyOf(transaction), [account.id]);
    const changes = isAccepted
      ? await replaceRecord(context, transaction, { account, stages, finding })
      : unchanged(stages, finding.stageId);
    const outcome = isAccepted ? "was accepted as the platform shows it" : "was kept as recorded";
    await applyRecordChanges(context, transaction, changes, {
      kind: "correction",
      id,
      message: `Ticket ${finding.ticket} ${outcome}: ${reason}`,
    });
    const stage = stages.find((each) => each.id === finding.stageId);
    if (isAccepted && stage) {
      const words = (record: Finding["recorded"]) => describeFound(record, stage.currency);
      await sendNotice(context, transaction, trader, {
        kind: "record-corrected",
        ticket: finding.ticket,
        recorded: words(finding.recorded),
        platform: finding.platform ? words(finding.platform) : null,
        reason,
      });
    }
    const { stageId, item, ticket, platform = null } = finding;
    await recordEvent(context, transaction, actor, {
      action: isAccepted ? "finding.accepted" : "finding.kept",
      trader,
      changes: findingChanges({ id, stageId, item, ticket, platform }),
      reason,
    });
    return true;
  });
  const current = await getFinding(context, id);
  if (isDecided) return current;
  throw new RefusalError("conflict", `This finding is already ${current.status}`, { current });
}

/** Without a change of the records: the verdict depends on open findings. */
function unchanged(stages: RecordStage[], stageId: number): StageChange[] {
  return stages
    .filter(({ id }) => id === stageId)
    .map((stage) => ({ stage, from: null, positions: [], hasNoBookings: true }));
}

interface Accepted {
  account: LockedAccount;
  stages: RecordStage[];
  finding: BridgeFinding;
}

/** Removes what was fed of a ticket from its stages, and records what the platform shows, if a stage covers it. */
async function replaceRecord(
  context: Context,
  transaction: Transaction,
  { account, stages, finding }: Accepted,
): Promise<StageChange[]> {
  const kysely = kyselyOf(transaction);
  const { item, ticket, recorded } = finding;
  const { rows: left } = await sql<{ stageId: number }>`
    select distinct stage_id as "stageId" from ${sql.table(item)}
    where account_id = ${account.id} and ticket = ${ticket}
      and token_id is not null and stage_id is not null`.execute(kysely);
  await sql`update ${sql.table(item)} set stage_id = null, stands = false
    where account_id = ${account.id} and ticket = ${ticket} and token_id is not null`.execute(
    kysely,
  );
  await settleTickets(kysely, account.id);
  const added = finding.platform
    ? await storeShown(context, transaction, { account, stages, finding })
    : [];
  const positions = [recorded, finding.platform].flatMap((record) =>
    record && "position" in record ? [record.position] : [],
  );
  const touched = new Set([
    finding.stageId,
    ...left.map(({ stageId }) => stageId),
    ...added.map(({ stage }) => stage.id),
  ]);
  const times = [recorded.time, ...added.flatMap(({ time }) => time ?? [])];
  const from = Math.min(...times.map((time) => new Date(time).getTime()));
  return stages.filter(({ id }) => touched.has(id)).map((stage) => ({ stage, from, positions }));
}

/** What contradicts a statement, or belongs to no stage, is not recorded. */
async function storeShown(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  { account, stages, finding: { item, platform, login, tokenId } }: Accepted,
): Promise<AddedRecord[]> {
  const kysely = kyselyOf(transaction);
  const named = { login, server: null };
  const input = {
    accounts: [
      { ...named, complete: null, deals: [], operations: [], snapshots: [], [item]: [platform] },
    ],
  };
  const fed = { id: account.id, isPresent: account.login === login, stages };
  const now = clock.now();
  const report = new FeedReport();
  const accounts = new Map([[accountKey(named), fed]]);
  const { operations, ...read } = readItems(input, { accounts, now }, report);
  const source = { tokenId, receivedAt: now.toISOString() };
  const outcome = { report, shown: new ShownTickets() };
  return [
    ...(await storeDeals(kysely, await placeClosings(kysely, read, report), source, outcome)),
    ...(await storeOperations(kysely, operations, source, outcome)),
  ];
}
