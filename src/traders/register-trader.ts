import type { z } from "zod";
import { changesBetween } from "../audit/changes.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { hashPassword } from "../passwords/hash.ts";
import type { Caller } from "../sessions/actor.ts";
import { isNewDevice } from "../sessions/known-devices.ts";
import { type OpenedSession, openSession } from "../sessions/open-session.ts";
import { auditedProfile } from "./audited-profile.ts";
import { refusingTakenEmail } from "./email-taken.ts";
import { openTrader } from "./open-trader.ts";
import { presentTrader } from "./present-trader.ts";
import type { CurrentTrader, registerInput } from "./trader.schema.ts";

/**
 * Makes a trader with an account, and signs him in.
 * @throws RefusalError where the email is taken, or after too many registrations from one address
 */
export async function registerTrader(
  context: Context,
  caller: Caller,
  input: z.output<typeof registerInput>,
): Promise<{ trader: CurrentTrader; session: OpenedSession }> {
  await context.throttle.take("registrationByAddress", caller.address);
  const password = await hashPassword(input.password);
  const registration = inTransaction(context.database, async (em) => {
    const trader = await openTrader(em, { ...input, password, createdAt: context.clock.now() });
    const session = openSession(context, em, caller, { traderId: trader.id, remember: false });
    await isNewDevice(context, em, trader.id, caller);
    await recordEvent(
      context,
      em,
      { kind: "trader", trader, caller },
      { action: "trader.registered", trader, changes: changesBetween({}, auditedProfile(trader)) },
    );
    return { trader: presentTrader(trader), session };
  });
  return refusingTakenEmail(registration);
}
