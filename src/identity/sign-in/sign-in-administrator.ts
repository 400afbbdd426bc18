import { Administrator } from "../administrators/administrator.entity.ts";
import { hashAccessKey } from "../administrators/access-key.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { type OpenedSession, openSession } from "../sessions/open-session.ts";

/** @throws RefusalError if the key is unknown or revoked, or after too many attempts from one address */
export async function signInAdministrator(
  context: Context,
  caller: Caller,
  accessKey: string,
): Promise<OpenedSession> {
  const { database, throttle } = context;
  await throttle.take("administratorByAddress", caller.address);
  const hashed = await hashAccessKey(accessKey);
  const session = await inTransaction(database, async (em) => {
    const administrator = await em.findOne(Administrator, { accessKey: hashed, revokedAt: null });
    if (!administrator) {
      const visitor = { kind: "visitor", caller } as const;
      await recordEvent(context, em, visitor, { action: "administrator.sign-in-refused" });
      return null;
    }
    const { id, label } = administrator;
    administrator.lastSeenAt = context.clock.now();
    const opened = openSession(context, em, caller, { administratorId: id });
    const actor = { kind: "administrator", id, label, caller } as const;
    await recordEvent(context, em, actor, { action: "administrator.signed-in" });
    return opened;
  });
  if (!session) throw new RefusalError("unauthenticated", "Invalid access key");
  await throttle.giveBack("administratorByAddress", caller.address);
  return session;
}
