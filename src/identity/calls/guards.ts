import type { AdministratorActor, TraderActor } from "../sessions/actor.ts";
import {
  authenticateAdministrator,
  authenticateTrader,
  findAdministrator,
} from "../sessions/authenticate.ts";
import { procedurePermissions } from "./permissions.ts";
import type { CallContext } from "./trpc.ts";

export type Actor = TraderActor | AdministratorActor;

async function requireTrader({ app, cookies, caller, known }: CallContext): Promise<TraderActor> {
  const actor = await authenticateTrader(app, cookies.read("trader"), caller);
  known.actor = { kind: "trader", id: actor.trader.id };
  return actor;
}

async function requireAdministrator(call: CallContext): Promise<AdministratorActor> {
  const { app, cookies, caller, known } = call;
  const tokens = { administrator: cookies.read("administrator"), trader: cookies.read("trader") };
  const actor = await authenticateAdministrator(app, tokens, caller);
  known.actor = actor;
  return actor;
}

/** Each answers who calls. @throws RefusalError where it is nobody who may */
export const guards = {
  trader: requireTrader,
  administrator: requireAdministrator,
  async owner(call: CallContext): Promise<Actor> {
    const { app, cookies, caller } = call;
    const administrator = await findAdministrator(app, cookies.read("administrator"), caller);
    return administrator ?? requireTrader(call);
  },
};

/** The guard of a procedure, for what answers in its place. */
export async function checkProcedurePermission(
  procedure: string,
  call: CallContext,
): Promise<void> {
  const permission = procedurePermissions[procedure];
  if (permission === undefined) throw new Error(`There is no procedure ${procedure}`);
  if (permission !== "anyone") await guards[permission](call);
}
