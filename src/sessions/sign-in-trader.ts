import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { RefusalError } from "../lib/errors.ts";
import { verifyPassword } from "../passwords/hash.ts";
import { banRefusal, isBanned } from "../traders/ban.ts";
import { Trader } from "../traders/trader.entity.ts";
import { presentTrader } from "../traders/present-trader.ts";
import type { CurrentTrader } from "../traders/trader.schema.ts";
import type { Caller } from "./actor.ts";
import { type OpenedSession, openSession } from "./open-session.ts";
import type { loginInput } from "./sign-in.schema.ts";

const wrong = () => new RefusalError("unauthenticated", "Email or password is incorrect.");

/** @throws RefusalError for a wrong password or unknown email (the same), a ban, or too many tries */
export async function signInTrader(
  context: Context,
  caller: Caller,
  input: z.output<typeof loginInput>,
): Promise<{ trader: CurrentTrader; session: OpenedSession }> {
  const { database, throttle } = context;
  await throttle.take("signInByAddress", caller.address);
  await throttle.take("signInByAccount", input.email);
  const found = await database.kysely
    .selectFrom("users")
    .select(["id", "password"])
    .where("email", "=", input.email)
    .executeTakeFirst();
  if (!(await verifyPassword(found?.password ?? null, input.password)) || !found) throw wrong();
  await throttle.forget("signInByAccount", input.email);
  await throttle.giveBack("signInByAddress", caller.address);
  return inTransaction(database, async (em) => {
    // Locked and looked at again: a password that was changed meanwhile opens no session.
    const trader = await em.findOne(
      Trader,
      { id: found.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!trader || trader.password !== found.password) throw wrong();
    if (isBanned(trader)) throw banRefusal({ banReason: trader.banReason ?? null });
    const remember = input.remember ?? false;
    const session = openSession(context, em, { traderId: trader.id, remember });
    return { trader: presentTrader(trader), session };
  });
}
