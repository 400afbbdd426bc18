import { expect, it } from "vitest";
import { routes } from "../../../src/http/routes.ts";
import { procedures } from "../../../src/http/app-router.ts";

/** The security events of writes. Those of administrators that are not listed are `authz_admin`. */
const events: Record<string, readonly string[]> = {
  authn_login_success: [
    "auth.login",
    "auth.loginWithPasskey",
    "admin.login",
    "admin.loginWithPasskey",
  ],
  session_expired: [
    "auth.logout",
    "admin.logout",
    "trader.sessions.end",
    "trader.sessions.endOthers",
    "admin.team.endSessions",
  ],
  user_created: [
    "auth.register",
    "admin.users.create",
    "admin.users.createWithAccount",
    "admin.team.create",
  ],
  user_updated: [
    "trader.updateProfile",
    "trader.payoutDetails.save",
    "trader.payoutDetails.remove",
    "admin.users.update",
    "admin.users.updateWithAccount",
    "admin.me.rename",
    "trader.secondFactor.renamePasskey",
    "admin.me.secondFactor.renamePasskey",
  ],
  user_deleted: ["admin.users.delete"],
  authn_password_change: ["auth.resetPassword", "trader.changePassword", "admin.team.rotateKey"],
  authn_token_created: [
    "admin.tokens.create",
    "admin.webhooks.create",
    "admin.webhooks.rotateSecret",
  ],
  authn_token_revoked: ["admin.tokens.revoke", "admin.webhooks.delete", "admin.team.revoke"],
  authn_factor_change: [
    "admin.team.removeSecondFactor",
    "auth.confirmSecondFactor",
    "auth.notMe",
    "auth.stopRecovery",
    ...["trader", "admin.me"].flatMap((person) =>
      [
        "startTotp",
        "confirmTotp",
        "turnOffTotp",
        "renewRecoveryCodes",
        "startPasskey",
        "addPasskey",
        "removePasskey",
      ].map((call) => `${person}.secondFactor.${call}`),
    ),
  ],
  none: [
    "auth.passkeyOptions",
    "admin.passkeyOptions",
    "auth.forgotPassword",
    "auth.verifyEmail",
    "trader.sendVerification",
    "trader.sendFactorConfirmation",
    "trader.notices.read",
    // In the audit log.
    "trader.payouts.request",
    "trader.payouts.cancel",
    "trader.payouts.appeal",
    "trader.reviews.appeal",
    "trader.conduct.appeal",
    "trader.links.appeal",
    "trader.agreements.accept",
    "trader.identity.save",
    "trader.identity.submit",
    "trader.orders.start",
    // Keeps nothing.
    "admin.sources.test",
    // Changes nothing.
    "admin.rules.preview",
    "admin.rules.try",
    "admin.settings.links.preview",
  ],
};

const eventOf = (name: string) =>
  Object.keys(events).find((event) => events[event]!.includes(name)) ??
  (name.startsWith("admin.") ? "authz_admin" : "not listed");

const signInRefusals = {
  UNAUTHORIZED: "authn_login_fail",
  FORBIDDEN: "authn_login_fail",
  TOO_MANY_REQUESTS: "authn_login_fail_max",
};

/** The events of refused calls: those that could guess a password or a factor have events of their own. */
function refusalsOf(name: string): object | undefined {
  if (name.endsWith(".passkeyOptions")) return signInRefusals;
  // An administrator needs neither the password nor the factor of the member that these calls change.
  if (name.startsWith("admin.team.")) return undefined;
  // Needs the second factor, although it changes no factor.
  if (name.startsWith("trader.payoutDetails.")) return { BAD_REQUEST: "authn_factor_change_fail" };
  const event = eventOf(name);
  if (event === "authn_login_success") return signInRefusals;
  const guesses = ["authn_password_change", "authn_factor_change"];
  return guesses.includes(event) ? { BAD_REQUEST: `${event}_fail` } : undefined;
}

const writes = procedures.filter(({ procedure }) => procedure._def.type === "mutation");

it.each(writes)("$name declares its security events", ({ name, meta }) => {
  expect([meta.event ?? "none", meta.refusalEvents]).toEqual([eventOf(name), refusalsOf(name)]);
});

it("reads of master passwords and payment details are declared, and no other reads", () => {
  const declared = (calls: readonly { name: string; event?: string | undefined }[]) =>
    calls.flatMap(({ name, event }) => (event === "sensitive_read" ? [name] : []));
  const reads = procedures.map(({ name, meta }) => ({ name, event: meta.event }));
  expect(declared(reads)).toEqual(["admin.users.get", "admin.payouts.list", "admin.payouts.get"]);
  expect(declared(routes)).toEqual([
    "admin.payments.exportCsv",
    "admin.payments.exportSepa",
    "admin.identities.file",
    "admin.users.exportData",
  ]);
});

it("every listed call exists", () => {
  const names = new Set<string>(writes.map(({ name }) => name));
  expect(
    Object.values(events)
      .flat()
      .filter((name) => !names.has(name)),
  ).toEqual([]);
});
