import type { AdministratorActor, TraderActor } from "../sessions/actor.ts";
import {
  authenticateAdministrator,
  authenticateTrader,
  findAdministrator,
} from "../sessions/authenticate.ts";
import type { CallContext } from "./trpc.ts";

/** The actor of a call, by the permission that the call requires. */
export interface Actors {
  anyone: undefined;
  trader: TraderActor;
  administrator: AdministratorActor;
  /** The trader who owns the record, or any administrator. */
  owner: TraderActor | AdministratorActor;
}

export type Permission = keyof Actors;

/** Each returns the actor of a call. @throws RefusalError if the caller is not permitted */
export const guards: { [P in Permission]: (call: CallContext) => Promise<Actors[P]> } = {
  anyone: async () => undefined,

  trader: ({ app, cookies, caller }) => authenticateTrader(app, cookies.read("trader"), caller),

  administrator({ app, cookies, caller }) {
    const tokens = { administrator: cookies.read("administrator"), trader: cookies.read("trader") };
    return authenticateAdministrator(app, tokens, caller);
  },

  async owner(call) {
    const { app, cookies, caller } = call;
    const administrator = await findAdministrator(app, cookies.read("administrator"), caller);
    return administrator ?? guards.trader(call);
  },
};
