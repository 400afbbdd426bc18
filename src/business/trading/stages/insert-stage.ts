import { kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";

interface NewStage {
  accountId: number;
  phase: string;
  initialBalance: string;
  currency: string;
  rulesVersionId?: number | null;
  startedAt: Date;
  createdAt: Date;
}

/** Inserts an open stage; the one before must have ended. @returns the id */
export async function insertStage(em: Em, stage: NewStage): Promise<number> {
  const { id } = await kyselyOf(em)
    .insertInto("stages")
    .values({
      account_id: stage.accountId,
      phase: stage.phase,
      currency: stage.currency,
      initial_balance: stage.initialBalance,
      rules_version_id: stage.rulesVersionId ?? null,
      started_at: stage.startedAt.toISOString(),
      ended_at: null,
      outcome: null,
      created_at: stage.createdAt.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
