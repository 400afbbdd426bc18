import { RefusalError } from "../platform/errors.ts";
import {
  authenticateToken,
  invalidToken,
  type RequiredScope,
  requireScope,
  type StaffActor,
  type TokenActor,
} from "../identity/tokens/authenticate-token.ts";
import { type Ability, requireAbility } from "../identity/roles/roles.rule.ts";
import {
  type AdministratorActor,
  authenticateAdministrator,
  authenticateTrader,
  findAdministrator,
  type TraderActor,
} from "../identity/sessions/authenticate.ts";
import { admitted } from "../identity/sessions/admission.ts";
import type { Context } from "../platform/context.ts";
import type { CallContext } from "./trpc.ts";

/** The actor of a call, by the permission that the call requires. */
export interface Actors {
  anyone: undefined;
  trader: TraderActor;
  /** An administrator, or an API token with the scope of the call. */
  administrator: StaffActor;
  /** The trader who owns the record, any administrator, or an API token with the scope of the call. */
  owner: TraderActor | StaffActor;
  /** An API token with the scope of the call; people cannot make the call. */
  token: TokenActor;
}

export type Permission = keyof Actors;

interface OfAdministrators {
  /** What an administrator's role must be allowed to do: see `roles.rule.ts`. */
  ability: Ability;
}

interface OfOthers {
  ability?: never;
}

/** What a call declares besides its permission. The types require an ability for every call of administrators. */
export interface Requirements {
  anyone: OfOthers;
  trader: OfOthers;
  administrator: OfAdministrators;
  owner: OfAdministrators;
  token: OfOthers;
}

/** @param required what the call declares, with the scope for API tokens */
export type Guard<P extends Permission> = (
  call: CallContext,
  required: Requirements[P] & RequiredScope,
) => Promise<Actors[P]>;

/**
 * Each guard returns the actor of a call.
 * @throws RefusalError if the caller is not permitted
 */
export const guards: { [P in Permission]: Guard<P> } = {
  anyone: async () => undefined,

  async trader(call) {
    await refuseToken(call);
    const { app, cookies, caller } = call;
    return authenticateTrader(app, cookies.read("trader"), caller);
  },

  async administrator(call, { ability, ...required }) {
    const token = await findToken(call, required);
    if (token) return token;
    const { app, cookies, caller } = call;
    const tokens = { administrator: cookies.read("administrator"), trader: cookies.read("trader") };
    const administrator = await authenticateAdministrator(app, tokens, caller);
    requireAdmission(administrator, ability);
    return administrator;
  },

  async owner(call, { ability, ...required }) {
    const token = await findToken(call, required);
    if (token) return token;
    const { app, cookies, caller } = call;
    const administrator = await findAdministrator(app, cookies.read("administrator"), caller);
    if (!administrator) return guards.trader(call, {});
    requireAdmission(administrator, ability);
    return administrator;
  },

  async token(call, required) {
    const token = await findToken(call, required);
    if (token) return token;
    const message = "This call requires an API token, sent as Authorization: Bearer pdk_…";
    throw new RefusalError("unauthenticated", message);
  },
};

/** Returns the app for a call: what an administrator or a token writes with it also requires that they still may. */
export function admit(
  app: Context,
  actor: Actors[Permission],
  required: { ability?: Ability } & RequiredScope,
): Context {
  return actor === undefined || actor.kind === "trader" ? app : admitted(app, actor, required);
}

/**
 * Requires the ability, and a second factor if the team requires one. Calls about the caller's own account are exempt
 * from the latter, because the second factor is set up with them.
 * @throws RefusalError if the role lacks the ability, or the administrator has to set up a second factor
 */
function requireAdmission(
  { role, mustSetUpSecondFactor }: AdministratorActor,
  ability: Ability,
): void {
  requireAbility(role, ability);
  if (!mustSetUpSecondFactor || ability === "self.manage") return;
  const message = "The team requires a second factor. Set one up under “Your Profile” first.";
  throw new RefusalError("forbidden", message, { reason: "second_factor_setup_required" });
}

/** Authenticates a call that has a bearer token by the token alone; its cookies are ignored. */
async function findToken(
  { app, bearer, caller, setHeader }: CallContext,
  required: RequiredScope,
): Promise<TokenActor | undefined> {
  if (bearer === undefined) return undefined;
  const actor = await authenticateToken(app, bearer, caller, required);
  if (!actor) {
    setHeader("WWW-Authenticate", 'Bearer error="invalid_token"');
    throw invalidToken();
  }
  requireScope(actor, required);
  return actor;
}

/** @throws RefusalError if the call has a bearer token, whether it is valid or not */
export async function refuseToken(call: CallContext): Promise<undefined> {
  await findToken(call, {});
  return undefined;
}
