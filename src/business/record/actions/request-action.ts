import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { recordEvents } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { requireOpenGate } from "../../traders/gates/gates.queries.ts";
import { hasAmount } from "./action.rule.ts";
import type { ActionView, requestActionInput } from "./action.schema.ts";
import { getAction } from "./actions.queries.ts";
import { insertActions, type NewAction } from "./insert-actions.ts";
import { lockQueues, settleQueues } from "./queue.ts";

/**
 * Asks the platform to do something with an account. Money is only proposed, because another person must approve it.
 * @throws RefusalError if the trader does not exist, if the account has no login, or if a gate holds back trading
 */
export async function requestAction(
  context: Context,
  actor: StaffActor,
  { userId, kind, amount = null, account = null, reason }: z.output<typeof requestActionInput>,
): Promise<ActionView> {
  const id = await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    const trader = await lockTrader(transaction, userId);
    const target = await readTarget(kysely, userId);
    const { accountId, login, stageId } = target;
    if (kind === "create_account") requireMissing(target);
    else if (login === null) {
      throw new RefusalError("conflict", "This account has no login at the platform yet");
    }
    if (kind === "enable_trading") {
      await requireOpenGate(kysely, userId, "trading", context.clock.now());
    }
    const action: NewAction = {
      accountId,
      trader,
      stageId,
      login,
      kind,
      amount,
      account,
      reason,
      status: hasAmount(kind) ? "proposed" : "pending",
      cause: { kind: "person", id: null },
      requestedBy: {
        name: actor.label,
        administratorId: await findResponsible(kysely, actor),
      },
    };
    await lockQueues(kysely, [accountId]);
    const [requested] = await insertActions(context, transaction, [action]);
    await settleQueues(kysely, [accountId]);
    await recordEvents(context, transaction, [{ ...requested!.event, actor, reason }]);
    return requested!.id;
  });
  return getAction(context, id);
}

/** @throws RefusalError unless the account can be created: its stage is open, and it has no login yet */
function requireMissing({ login, isOpen, isRequested }: Target): void {
  if (login !== null) throw new RefusalError("conflict", "This account has a login already");
  if (!isOpen) throw new RefusalError("conflict", "A new account needs an open stage");
  if (!isRequested) return;
  throw new RefusalError("conflict", "The account at the platform has been requested already");
}

interface Target {
  accountId: number;
  /** Whether a stage is open. */
  isOpen: boolean;
  /** Whether an action that creates the account is not finished. */
  isRequested: boolean;
  login: string | null;
  /** That of the current stage; `null` if there is none. */
  stageId: number | null;
}

async function readTarget(kysely: Kysely<Tables>, traderId: number): Promise<Target> {
  const { rows } = await sql<Target>`
    select account.id as "accountId", login,
      exists (select from stages where stages.account_id = account.id and ended_at is null)
        as "isOpen",
      exists (select from actions where actions.account_id = account.id
        and kind = 'create_account' and status in ('proposed', 'pending', 'delivered'))
        as "isRequested", (
      select stages.id from stages where stages.account_id = account.id
      order by ended_at is null desc, started_at desc, id desc limit 1) as "stageId"
    from trading_accounts as account where user_id = ${traderId}`.execute(kysely);
  return rows[0]!;
}

/** Returns the administrator who asks: also the one who answers for the token that does. */
async function findResponsible(kysely: Kysely<Tables>, actor: StaffActor): Promise<number | null> {
  if (actor.kind === "administrator") return actor.id;
  const token = await kysely
    .selectFrom("api_tokens")
    .select("created_by_id as administratorId")
    .where("id", "=", actor.id)
    .executeTakeFirst();
  return token?.administratorId ?? null;
}
