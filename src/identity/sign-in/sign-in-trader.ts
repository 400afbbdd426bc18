import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { type AuditedTrader, recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import { sendNotice } from "../../platform/mail/notices.ts";
import { verifyPassword } from "../passwords/hash.ts";
import { banRefusal, isBanned } from "../users/ban.rule.ts";
import { Trader } from "../users/trader.entity.ts";
import { presentTrader } from "../users/present-trader.ts";
import type { CurrentTrader } from "../users/current-trader.schema.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { describeDevice } from "../../platform/lib/device.ts";
import { isNewDevice } from "./known-devices.ts";
import { type OpenedSession, openSession } from "../sessions/open-session.ts";
import type { loginInput } from "./sign-in.schema.ts";

interface SignedInTrader {
  trader: CurrentTrader;
  session: OpenedSession;
}

const wrong = () => new RefusalError("unauthenticated", "Email or password is incorrect.");

/** @throws RefusalError for a wrong password or unknown email (the same), a ban, or too many tries */
export async function signInTrader(
  context: Context,
  caller: Caller,
  input: z.output<typeof loginInput>,
): Promise<SignedInTrader> {
  const { database, throttle } = context;
  await throttle.take("signInByAddress", caller.address);
  await throttle.take("signInByAccount", input.email);
  const found = await database.kysely
    .selectFrom("users")
    .select(["id", "email", "full_name as fullName", "password"])
    .where("email", "=", input.email)
    .executeTakeFirst();
  const isRight = await verifyPassword(found?.password ?? null, input.password);
  if (isRight) {
    await throttle.forget("signInByAccount", input.email);
    await throttle.giveBack("signInByAddress", caller.address);
  }
  // A refusal is recorded and committed like a sign-in, so it is not thrown in there.
  const outcome = await inTransaction(database, (em) =>
    isRight && found
      ? admit(context, em, caller, { ...found, remember: input.remember ?? false })
      : refuse(context, em, caller, found, wrong()),
  );
  if (outcome instanceof RefusalError) throw outcome;
  return outcome;
}

async function admit(
  context: Context,
  em: Em,
  caller: Caller,
  { id, password, remember }: { id: number; password: string | null; remember: boolean },
): Promise<SignedInTrader | RefusalError> {
  // Locked and looked at again: a password that was changed meanwhile opens no session.
  const trader = await em.findOne(Trader, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!trader || trader.password !== password) {
    return refuse(context, em, caller, trader ?? undefined, wrong());
  }
  if (isBanned(trader)) {
    return refuse(context, em, caller, trader, banRefusal({ banReason: trader.banReason ?? null }));
  }
  const session = openSession(context, em, caller, { traderId: id, remember });
  if (await isNewDevice(context, em, id, caller)) {
    const { address, userAgent } = caller;
    const seen = { device: describeDevice(userAgent), address, at: context.clock.now() };
    await sendNotice(context, em, trader.email, { kind: "new-sign-in", ...seen });
  }
  const actor = { kind: "trader", trader, caller } as const;
  await recordEvent(context, em, actor, { action: "trader.signed-in", trader });
  return { trader: presentTrader(trader), session };
}

async function refuse(
  context: Context,
  em: Em,
  caller: Caller,
  trader: AuditedTrader | undefined,
  refusal: RefusalError,
): Promise<RefusalError> {
  const actor = { kind: "visitor", caller } as const;
  const reason = refusal.details.isBanned ? "Banned" : trader ? "Wrong password" : "Unknown email";
  await recordEvent(context, em, actor, {
    action: "trader.sign-in-refused",
    ...(trader && { trader }),
    reason,
  });
  return refusal;
}
