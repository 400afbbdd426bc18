import type { Kysely } from "kysely";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { bigint, integer, type Row, timestamp } from "../../../platform/database/columns.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { HOUR } from "../../../platform/time/durations.rule.ts";
import { lockCases } from "../cases/case-store.ts";
import { windowOf } from "../evidence/window.rule.ts";
import { readLinkSettings } from "../settings/link-settings.ts";
import { compareAccounts } from "./compare-accounts.ts";
import type { LinkRunOut } from "./link-run.schema.ts";

const columns = {
  id: integer("link_runs.id"),
  from: timestamp("link_runs.from_time"),
  to: timestamp("link_runs.to_time"),
  accounts: integer("link_runs.accounts"),
  entries: integer("link_runs.entries"),
  comparisons: bigint("link_runs.comparisons"),
  opened: integer("link_runs.opened"),
  startedAt: timestamp("link_runs.started_at"),
  finishedAt: timestamp("link_runs.finished_at"),
};

/** The comparisons of all accounts, newest first. */
export const linkRuns = defineList({ name: "link runs", from: "link_runs", columns, filters: {} });

type StoredRun = Row<typeof columns>;

/** A run that did not finish within this time has failed. */
const LONGEST_RUN = HOUR;

type RunContext = Pick<Context, "clock" | "database" | "jobs">;

/** Starts a comparison of all accounts, unless one is under way. @returns that one */
export async function startRun(context: RunContext, actor: StaffActor): Promise<LinkRunOut> {
  const id = await inTransaction(context.database, async (transaction) => {
    const kysely = await lockCases(transaction);
    const underWay = await findUnderWay(context, kysely);
    if (underWay !== undefined) return underWay;
    const runId = await insertRun(context, kysely);
    await context.jobs.enqueue(transaction, "links", { runId });
    await recordEvent(context, transaction, actor, {
      action: "link-run.started",
      changes: { runId: { from: null, to: runId } },
    });
    return runId;
  });
  return getRun(context, id);
}

async function getRun(context: Pick<Context, "database">, id: number): Promise<StoredRun> {
  const run = await linkRuns.find(context, id);
  if (!run) throw notFound("Run");
  return run;
}

async function findUnderWay({ clock }: RunContext, kysely: Kysely<Tables>) {
  const run = await kysely
    .selectFrom("link_runs")
    .select("id")
    .where("finished_at", "is", null)
    .where("started_at", ">", fromNow(clock, -LONGEST_RUN).toISOString())
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return run?.id;
}

async function insertRun({ clock }: RunContext, kysely: Kysely<Tables>): Promise<number> {
  const now = clock.now();
  const { settings } = await readLinkSettings(kysely);
  const { id } = await kysely
    .insertInto("link_runs")
    .values({
      from_time: new Date(windowOf(now.getTime(), settings.days).from).toISOString(),
      to_time: now.toISOString(),
      started_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Compares all accounts, as every night; a run that a person has started suffices. */
export async function runByNight(context: Context): Promise<void> {
  const id = await inTransaction(context.database, async (transaction) => {
    const kysely = await lockCases(transaction);
    return (await findUnderWay(context, kysely)) === undefined
      ? insertRun(context, kysely)
      : undefined;
  });
  if (id !== undefined) await compareAll(context, id);
}

/** Makes a run. A job that is repeated after its process died compares again. */
export async function compareAll(context: Context, runId: number): Promise<void> {
  const { to, finishedAt } = await getRun(context, runId);
  if (finishedAt !== null) return;
  await compareAccounts(context, { to: to.getTime() }, (transaction, { size, opened }) =>
    finishRun(context, transaction, runId, { ...size, opened }),
  );
}

async function finishRun(
  { clock }: RunContext,
  transaction: Transaction,
  runId: number,
  figures: { accounts: number; entries: number; comparisons: number; opened: number },
): Promise<void> {
  await kyselyOf(transaction)
    .updateTable("link_runs")
    .set({
      ...figures,
      comparisons: String(figures.comparisons),
      finished_at: clock.now().toISOString(),
    })
    .where("id", "=", runId)
    .execute();
}
