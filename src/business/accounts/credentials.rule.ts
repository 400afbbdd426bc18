import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { mayDo } from "../../identity/roles/roles.rule.ts";

/** Whether master passwords may be read and set. API tokens may not: no scope reaches credentials. */
export function mayUseCredentials(actor: StaffActor): boolean {
  return actor.kind === "administrator" && mayDo(actor.role, "credentials.use");
}
