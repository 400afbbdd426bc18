import { z } from "zod";
import type { Scope } from "../../identity/tokens/scopes.rule.ts";
import type { Permission } from "../../calls/guards.ts";
import { type Ability, roleNames, rolesWith } from "../../identity/roles/roles.rule.ts";
import { cookieName, type SessionKind } from "../../identity/sessions/cookies.ts";
import { idempotencyKey } from "../../calls/answer-once.ts";

/** Describes the credentials. @param https whether the installation is served over HTTPS */
export function securitySchemes(https: boolean) {
  const sessionCookie = (kind: SessionKind) => ({
    type: "apiKey" as const,
    in: "cookie" as const,
    name: cookieName(kind, https),
    description: `Named differently over HTTPS: \`${cookieName(kind, true)}\``,
  });
  return {
    trader: sessionCookie("trader"),
    administrator: sessionCookie("administrator"),
    bearerAuth: {
      type: "http" as const,
      scheme: "bearer",
      description: "An API token, which an owner creates. Cookies sent with it are ignored.",
    },
  };
}

const cookies: Record<Permission, Record<string, string[]>[]> = {
  anyone: [],
  trader: [{ trader: [] }],
  administrator: [{ administrator: [] }],
  owner: [{ trader: [] }, { administrator: [] }],
  token: [],
};

/** Returns the credentials that a call accepts; a bearer token only if the call declares a scope. */
export function securityOf({ permission, scope }: { permission: Permission; scope?: Scope }) {
  return scope ? [...cookies[permission], { bearerAuth: [] }] : cookies[permission];
}

const oneOf = new Intl.ListFormat("en", { type: "disjunction" });

/** Returns the description of a call, with the roles and the scope that it requires. */
export function describeCall(
  description = "",
  { ability, scope, orScope }: { ability?: Ability; scope?: Scope; orScope?: Scope },
) {
  const allowed = ability && rolesWith(ability);
  const role =
    allowed && allowed.length < roleNames.length && `Requires the role ${oneOf.format(allowed)}.`;
  const scopes = [scope, orScope].flatMap((name) => (name ? `\`${name}\`` : []));
  const needed = scope && `API tokens require the scope ${oneOf.format(scopes)}.`;
  const text = [description, role, needed].filter(Boolean).join(" ");
  return text === "" ? {} : { description: text };
}

/** The header of every write that requires an authenticated caller. */
export const keyParameter = { $ref: "#/components/parameters/IdempotencyKey" } as const;

export const takesKey = (permission: Permission, method: string) =>
  permission !== "anyone" && method.toUpperCase() !== "GET";

/** Describes the header that `keyParameter` refers to. */
export function describeKey() {
  const { description, examples, ...schema } = z.toJSONSchema(idempotencyKey.unwrap());
  return {
    name: "Idempotency-Key",
    in: "header" as const,
    description,
    schema: schema as { type: "string" },
    example: (examples as string[])[0],
  };
}
