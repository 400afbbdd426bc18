import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { mayDo } from "../../../identity/roles/roles.rule.ts";

/** Whether the actor may read and set master passwords. API tokens may not: no scope grants access to credentials. */
export function mayUseCredentials(actor: StaffActor): boolean {
  return actor.kind === "administrator" && mayDo(actor.role, "credentials.use");
}
