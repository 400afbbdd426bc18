import type { Caller } from "../audit/record-event.ts";
import type { Role } from "../roles/roles.rule.ts";
import type { CurrentTrader } from "../users/user.schema.ts";

/** A signed-in trader who is not banned. Only `authenticate.ts` creates one. */
export interface TraderActor {
  kind: "trader";
  sessionId: number;
  trader: CurrentTrader;
  caller: Caller;
}

/** A signed-in administrator. Only `authenticate.ts` creates one. */
export interface AdministratorActor {
  kind: "administrator";
  sessionId: number;
  id: number;
  label: string;
  /** The role at the time of the call. */
  role: Role;
  /** Whether the team requires a second factor and this administrator has none: see `guards.ts`. */
  mustSetUpSecondFactor: boolean;
  caller: Caller;
}
