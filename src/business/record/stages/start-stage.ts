import type { Kysely } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { type NewAuditEvent, recordEvents } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { invalidField, RefusalError } from "../../../platform/errors.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { assignToPeriods } from "./assign-to-periods.ts";
import { wholeStage } from "../derivation/derive-stages.ts";
import { readPlayedStages } from "../derivation/played-stages.queries.ts";
import { type LockedAccount, lockTraderAndRecord } from "../records/recorded-account.ts";
import { readStages, type RecordStage } from "../records/record-stages.queries.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import { describeRulesVersion } from "../../rulebook/rules/rule-sets.ts";
import type { Stage, startStageInput } from "./stage.schema.ts";
import { getStage } from "./stages.queries.ts";

/**
 * Starts a stage and ends the previous one. Records from its start on belong to the new stage.
 * @throws RefusalError if the trader or the version of the rules does not exist, if the open stage is not the
 * expected one, or if the start is not after that of the last stage
 */
export async function startStage(
  context: Context,
  actor: StaffActor,
  { userId, ...input }: z.output<typeof startStageInput>,
): Promise<Stage> {
  const id = await inTransaction(context.database, async (transaction) => {
    const { trader, account } = await lockTraderAndRecord(transaction, userId);
    const { stageId, events } = await openStage(context, transaction, account, input);
    await recordEvents(
      context,
      transaction,
      events.map((event) => ({ ...event, actor, trader })),
    );
    return stageId;
  });
  return getStage(context.database.kysely, id);
}

/** A step of a version of a programme, from 1. */
interface StartedStep {
  versionId: number;
  name: string;
  version: number;
  steps: readonly unknown[];
  step: number;
}

type OpenStageInput = Omit<z.output<typeof startStageInput>, "userId"> & {
  programme?: StartedStep;
};

/**
 * Starts a stage in `transaction`.
 * @param account as it was locked by that transaction: with the login that the previous stage keeps
 * @returns the id, and the events for the audit log: the end of the previous stage, if it was changed, and the start
 * @throws RefusalError as `startStage` does
 */
export async function openStage(
  context: Context,
  transaction: Transaction,
  account: LockedAccount,
  input: OpenStageInput,
): Promise<{ stageId: number; events: NewAuditEvent[] }> {
  const kysely = kyselyOf(transaction);
  const stages = await readStages(kysely, [account.id]);
  requireExpected(stages, input.expectedStageId);
  const { phase, initialBalance, currency = "USD", rulesVersionId = null, programme } = input;
  const rules = rulesVersionId && (await describeRulesVersion(kysely, rulesVersionId));
  const startedAt = input.startedAt ?? context.clock.now();
  requirePast(context, { startedAt });
  requireAfterLast(stages, startedAt);
  const ended = await endLast(transaction, account, stages.at(-1), startedAt);
  const figures = { phase, initialBalance, currency, rulesVersionId };
  const stageId = await insertStage(transaction, {
    accountId: account.id,
    ...figures,
    startedAt,
    createdAt: context.clock.now(),
    carried: await carriedFrom(kysely, stages.at(-1), account),
    programmeVersionId: programme?.versionId,
    programmeStep: programme?.step,
  });
  await beginPhase(transaction, account, { phase, initialBalance });
  const hasBookings = await assignToPeriods(kysely, account.id);
  const last = (await readStages(kysely, [account.id])).slice(-2).map(wholeStage);
  const changed = hasBookings ? last : last.map((change) => ({ ...change, positions: [] }));
  await applyRecordChanges(context, transaction, changed, {
    kind: "rules",
    id: rulesVersionId,
    message: `The stage ${phase} was started`,
  });
  const started = { stageId, ...figures, startedAt: startedAt.toISOString(), rules };
  const changes = changesBetween(
    { phase: account.phase },
    { ...started, ...(programme && describeStep(programme)) },
  );
  return { stageId, events: [...ended, { action: "stage.started", changes }] };
}

function describeStep({ versionId, name, version, step, steps }: StartedStep) {
  return {
    programmeVersionId: versionId,
    programme: `${name}, version ${version}`,
    step: `${step} of ${steps.length}`,
  };
}

function requireExpected(stages: RecordStage[], expected: number | null | undefined): void {
  if (expected === undefined) return;
  const open = stages.find(({ endedAt }) => endedAt === null);
  if ((open?.id ?? null) === expected) return;
  throw new RefusalError(
    "conflict",
    open
      ? `Another stage is now open (stage ${open.id})`
      : "The stage that was open has ended in the meantime",
  );
}

/**
 * Refuses a time in the future: until it came, the stage would hide the one that runs.
 * @throws RefusalError if the time is after now
 */
export function requirePast(
  { clock }: Pick<Context, "clock">,
  time: { startedAt: Date } | { endedAt: Date },
): void {
  const [[field, at]] = Object.entries(time) as [[string, Date]];
  if (at <= clock.now()) return;
  throw invalidField(
    field,
    `A stage cannot ${field === "startedAt" ? "start" : "end"} in the future`,
  );
}

function requireAfterLast(stages: RecordStage[], startedAt: Date): void {
  const last = stages.at(-1);
  if (!last || startedAt.getTime() > last.startedAt) return;
  throw invalidField(
    "startedAt",
    `A stage must start after the last one, which started at ${new Date(last.startedAt).toISOString()}`,
  );
}

/** Ends the last stage at the start of the next one, with the login so far, unless it has ended before. */
async function endLast(
  transaction: Transaction,
  { login, server }: LockedAccount,
  last: RecordStage | undefined,
  at: Date,
): Promise<NewAuditEvent[]> {
  if (!last || (last.endedAt !== null && last.endedAt <= at.getTime())) return [];
  const endedAt = at.toISOString();
  await kyselyOf(transaction)
    .updateTable("stages")
    .set({ ended_at: endedAt, ...(last.endedAt === null && { login, server }) })
    .where("account_id", "=", last.accountId)
    .where("id", "=", last.id)
    .execute();
  const before = last.endedAt === null ? null : new Date(last.endedAt).toISOString();
  const changes = {
    stageId: { from: last.id, to: last.id },
    endedAt: { from: before, to: endedAt },
  };
  return [{ action: "stage.ended", changes }];
}

/**
 * Sets the account's phase. If its figures were derived from the records of the previous stage, the new stage starts
 * with its initial balance.
 */
async function beginPhase(
  transaction: Transaction,
  { id, recordedAt }: LockedAccount,
  { phase, initialBalance }: { phase: string; initialBalance: string },
): Promise<void> {
  const figures =
    recordedAt === null ? {} : { typed_balance: initialBalance, typed_profit_loss: "0.00" };
  await kyselyOf(transaction)
    .updateTable("trading_accounts")
    .set({ phase, ...figures })
    .where("id", "=", id)
    .execute();
}

/** The stage before, with whose balance a stage continues that keeps its login. */
interface Carried {
  login: string;
  balance: string;
}

/** @param account with the login that the last stage has if it was open */
async function carriedFrom(
  kysely: Kysely<Tables>,
  last: RecordStage | undefined,
  { login: present }: LockedAccount,
): Promise<Carried | null> {
  const login = last?.endedAt === null ? present : last?.login;
  if (!last || login == null) return null;
  const [played] = await readPlayedStages(kysely, [last]);
  return { login, balance: formatDecimal(played!.state?.timeline.balance ?? last.initialBalance) };
}

interface NewStage {
  accountId: number;
  phase: string;
  initialBalance: string;
  currency: string;
  rulesVersionId?: number | null;
  programmeVersionId?: number | undefined;
  programmeStep?: number | undefined;
  startedAt: Date;
  createdAt: Date;
  carried?: Carried | null;
}

/** Inserts an open stage; the one before must have ended. @returns the id */
export async function insertStage(transaction: Transaction, stage: NewStage): Promise<number> {
  const { id } = await kyselyOf(transaction)
    .insertInto("stages")
    .values({
      account_id: stage.accountId,
      phase: stage.phase,
      currency: stage.currency,
      initial_balance: stage.initialBalance,
      rules_version_id: stage.rulesVersionId ?? null,
      programme_version_id: stage.programmeVersionId ?? null,
      programme_step: stage.programmeStep ?? null,
      started_at: stage.startedAt.toISOString(),
      ended_at: null,
      outcome: null,
      login: null,
      server: null,
      created_at: stage.createdAt.toISOString(),
      carried_login: stage.carried?.login ?? null,
      carried_balance: stage.carried?.balance ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
