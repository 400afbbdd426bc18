import { readStates } from "../business/trading/records/derive-stages.ts";
import { readStages } from "../business/trading/records/record-stages.queries.ts";
import { storeVerdicts } from "../business/judgement/verdicts/apply-record-changes.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Em } from "../platform/database/orm.ts";

/** Demo traders have no mailboxes. */
const silent: Context["outbox"] = { enqueue: () => Promise.resolve() };

/**
 * Judges all stages for the first time, after the history has been written, so that the reviews it opens are the latest
 * events. Stages that ended with an outcome need no review.
 */
export async function storeDemoVerdicts(context: Context, em: Em): Promise<void> {
  const kysely = kyselyOf(em);
  const accounts = await kysely.selectFrom("trading_accounts").select("id").execute();
  const stages = await readStages(
    kysely,
    accounts.map(({ id }) => id),
  );
  const states = await readStates(
    kysely,
    stages.map((stage) => ({ stage })),
  );
  await storeVerdicts(
    { ...context, outbox: silent },
    em,
    stages.map((stage) => ({ stage, state: states.get(stage.id) })),
    (stage) => ({
      kind: "rules",
      id: stage.rulesVersionId,
      message: "The rules of the stage were entered",
    }),
  );
  // In the history, these accounts came under review before the reviews were opened.
  await kysely.updateTable("reviews").set({ former_status: "active" }).execute();
}
