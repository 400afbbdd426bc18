import { RefusalError } from "../../platform/lib/errors.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import type { AdministratorActor, TraderActor } from "../sessions/actor.ts";
import type { Scope } from "./scopes.rule.ts";

/** A valid API token. Only `authenticate-token.ts` creates one. */
export interface TokenActor {
  kind: "token";
  id: number;
  label: string;
  scopes: Scope[];
  caller: Caller;
}

/** Acts for the firm: a signed-in administrator, or an API token with the scope of the call. */
export type StaffActor = AdministratorActor | TokenActor;

/** Rejects API tokens, for calls about the caller. Such calls declare no scope, so they never accept a token. */
export function requirePerson<Actor extends TraderActor | StaffActor>(
  actor: Actor,
): Exclude<Actor, TokenActor> {
  if (actor.kind === "token")
    throw new RefusalError("forbidden", "API tokens cannot make this call");
  return actor as Exclude<Actor, TokenActor>;
}
