import type { Kysely } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { readMissing } from "../../traders/gates/gates.queries.ts";
import type { PresentWaitingStep } from "./waiting-step.schema.ts";

/** Reads the step that waits until a trader has done their part; `null` if none does. */
export async function readPresentStep(
  {
    clock,
    database: { kysely },
  }: Pick<Context, "clock"> & {
    database: { kysely: Kysely<Tables> };
  },
  traderId: number,
): Promise<PresentWaitingStep | null> {
  const waiting = await kysely
    .selectFrom("waiting_steps")
    .innerJoin("programme_versions", "programme_versions.id", "programme_version_id")
    .innerJoin("programmes", "programmes.id", "programme_versions.programme_id")
    .select(["programmes.name as programme", "waiting_steps.step", "login", "server", "steps"])
    .select("waiting_steps.created_at as since")
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  if (!waiting) return null;
  const { steps, since, ...step } = waiting;
  const missing = await readMissing(kysely, [traderId], "fundedStep", clock.now());
  return {
    ...step,
    phase: steps[step.step - 1]!.phase,
    since: new Date(since),
    missing: missing.get(traderId) ?? [],
  };
}
