import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { hashPassword } from "../../identity/passwords/hash.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { recordDevice } from "../../identity/sign-in/known-devices.ts";
import { type OpenedSession, openSession } from "../../identity/sessions/open-session.ts";
import { issueVerification } from "../../identity/users/issue-verification.ts";
import { profileSnapshot } from "./profile-snapshot.ts";
import { rejectTakenEmail } from "./taken-email.ts";
import { insertTrader } from "./insert-trader.ts";
import { presentTrader } from "../../identity/users/present-trader.ts";
import type { CurrentTrader } from "../../identity/users/current-trader.schema.ts";
import type { registerInput } from "./trader.schema.ts";

/**
 * Creates a trader with an account and a session.
 * @throws RefusalError if the email is taken, or after too many registrations from one address
 */
export async function registerTrader(
  context: Context,
  caller: Caller,
  input: z.output<typeof registerInput>,
): Promise<{ trader: CurrentTrader; session: OpenedSession }> {
  await context.throttle.consume("registrationByAddress", caller.address);
  const password = await hashPassword(input.password);
  const registration = inTransaction(context.database, async (em) => {
    const trader = await insertTrader(em, { ...input, password, createdAt: context.clock.now() });
    const session = openSession(context, em, caller, { traderId: trader.id, remember: false });
    await issueVerification(context, em, trader);
    await recordDevice(context, em, trader.id, caller);
    await recordEvent(
      context,
      em,
      { kind: "trader", trader, caller },
      { action: "trader.registered", trader, changes: changesBetween({}, profileSnapshot(trader)) },
    );
    return { trader: presentTrader(trader), session };
  });
  return rejectTakenEmail(registration);
}
