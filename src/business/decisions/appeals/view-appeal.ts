import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { mayDo } from "../../../identity/roles/roles.rule.ts";
import type { Context } from "../../../platform/context.ts";
import type { AdminAppeal } from "./appeal.schema.ts";
import { findRefusal } from "./appeal-refusal.queries.ts";
import { getAppeal } from "./appeals.queries.ts";

/** Returns an appeal, and why the reader cannot decide it. @throws RefusalError if it does not exist */
export async function viewAppeal(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<AdminAppeal> {
  const appeal = await getAppeal(context, id);
  const isOpen = appeal.decision === null;
  return { ...appeal, refusal: isOpen ? await refusalOf(context, actor, appeal) : null };
}

async function refusalOf(
  { database: { kysely } }: Context,
  actor: StaffActor,
  { subject, trader }: Pick<AdminAppeal, "subject" | "trader">,
): Promise<string | null> {
  if (actor.kind === "token") return "API tokens cannot decide appeals";
  if (!mayDo(actor.role, "appeals.decide")) return "Your role cannot decide appeals";
  return (await findRefusal(kysely, actor.id, { subject, traderId: trader.id })) ?? null;
}
