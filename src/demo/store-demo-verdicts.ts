import { readStates } from "../business/records/derive-stages.ts";
import { readStages } from "../business/records/record-stages.queries.ts";
import { storeVerdicts } from "../business/verdicts/store-verdicts.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Em } from "../platform/database/orm.ts";

/** Demo traders have no mailboxes. */
const silent: Context["outbox"] = { enqueue: () => Promise.resolve() };

/**
 * Judges all stages for the first time, after the history: the reviews that this opens are the latest
 * events. Stages that have ended with an outcome have been decided on already.
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
  // These accounts came under review in the history, before the reviews existed.
  await kysely.updateTable("reviews").set({ former_status: "active" }).execute();
}
