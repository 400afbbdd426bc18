import type { InjectOptions } from "fastify";
import { contractRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";

/** One row of the API contract: a procedure with its REST call, its permission and a valid input. */
export interface Call {
  procedure: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `{id}` is a placeholder for the id of the record. */
  path: string;
  /** The name of the id in the input, if it is not `id`. */
  idField?: "userId";
  /** The session that the call requires. */
  caller: "anyone" | "trader" | "administrator";
  /** The call refuses API tokens, whatever their scopes are. */
  refusesTokens?: true;
  /** The REST status of a successful call. */
  success: 200 | 201;
  /** A valid input without the id of the path; absent for calls without input. */
  input?: Record<string, unknown>;
}

const address = { country: "uk", city: "London", street: "Mill Street", houseNumber: "12" };
const password = "correct horse 1";

const account = {
  balance: "10000.00",
  profitLoss: "-250.50",
  status: "active",
  payoutEnabled: true,
  login: "5002001",
  masterPassword: "k7#Tpx2v",
  server: "Propdesk-Live02",
  phase: "Phase 1",
  dailyDrawdownLimit: "5%",
  overallLossLimit: "$1000",
  profitTarget: "$2500",
};

const programmeOffer = {
  currency: "USD",
  initialBalances: ["50000.00", "100000.00"],
  steps: [{ phase: "Phase 1", rulesVersionId: 1, payoutEnabled: false }],
};

export const calls = [
  { procedure: "auth.me", method: "GET", path: "/api/user", caller: "trader", success: 200 },
  {
    procedure: "auth.login",
    method: "POST",
    path: "/api/login",
    caller: "anyone",
    success: 200,
    input: { email: "olivia@example.com", password, remember: false },
  },
  {
    procedure: "auth.register",
    method: "POST",
    path: "/api/register",
    caller: "anyone",
    success: 201,
    input: {
      fullName: "Olivia Bennett",
      email: "olivia@example.com",
      password,
      ...address,
      privacyPolicyAgreed: true,
    },
  },
  { procedure: "auth.logout", method: "POST", path: "/api/logout", caller: "anyone", success: 200 },
  {
    procedure: "auth.forgotPassword",
    method: "POST",
    path: "/api/forgot-password",
    caller: "anyone",
    success: 200,
    input: { email: "olivia@example.com" },
  },
  {
    procedure: "auth.resetPassword",
    method: "POST",
    path: "/api/reset-password",
    caller: "anyone",
    success: 200,
    input: { token: "a token", password },
  },
  {
    procedure: "trader.account",
    method: "GET",
    path: "/api/user/account",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "trader.updateProfile",
    method: "PATCH",
    path: "/api/user/profile",
    caller: "trader",
    success: 200,
    input: { email: "new@example.com", ...address },
  },
  {
    procedure: "trader.changePassword",
    method: "POST",
    path: "/api/user/change-password",
    caller: "trader",
    success: 200,
    input: {
      currentPassword: password,
      newPassword: "another horse 2",
      confirmPassword: "another horse 2",
    },
  },
  {
    procedure: "trader.payouts.list",
    method: "GET",
    path: "/api/user/payouts",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "trader.payouts.request",
    method: "POST",
    path: "/api/user/payouts",
    caller: "trader",
    success: 201,
    input: { amount: "125.50", paymentMethod: "paypal", paymentDetails: "olivia@example.com" },
  },
  {
    procedure: "trader.payouts.cancel",
    method: "DELETE",
    path: "/api/user/payouts/{id}",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "trader.certificates.list",
    method: "GET",
    path: "/api/user/certificates",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "admin.login",
    method: "POST",
    path: "/api/admin/login",
    caller: "anyone",
    success: 200,
    input: { accessKey: "a key" },
  },
  {
    procedure: "admin.session",
    method: "GET",
    path: "/api/admin/auth",
    caller: "anyone",
    success: 200,
  },
  {
    procedure: "admin.logout",
    method: "POST",
    path: "/api/admin/logout",
    caller: "anyone",
    success: 200,
  },
  {
    procedure: "admin.users.list",
    method: "GET",
    path: "/api/admin/users",
    caller: "administrator",
    success: 200,
    input: { search: "olivia", status: "pending", limit: 10 },
  },
  {
    procedure: "admin.users.create",
    method: "POST",
    path: "/api/admin/users",
    caller: "administrator",
    success: 201,
    input: { fullName: "Noah Clarke", email: "noah@example.com" },
  },
  {
    procedure: "admin.users.get",
    method: "GET",
    path: "/api/admin/user/{id}",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.users.update",
    method: "PATCH",
    path: "/api/admin/user/{id}",
    caller: "administrator",
    success: 200,
    input: { fullName: "Noah Clarke", email: "noah@example.com" },
  },
  {
    procedure: "admin.users.delete",
    method: "DELETE",
    path: "/api/admin/user/{id}",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.users.ban",
    method: "PATCH",
    path: "/api/admin/user/{id}/ban",
    caller: "administrator",
    success: 200,
    input: { banned: true, banReason: "Copy trading" },
  },
  {
    procedure: "admin.accounts.create",
    method: "POST",
    path: "/api/admin/user/{id}/account",
    caller: "administrator",
    success: 201,
    input: account,
  },
  {
    procedure: "admin.accounts.update",
    method: "PATCH",
    path: "/api/admin/user/{id}/account",
    caller: "administrator",
    success: 200,
    input: account,
  },
  {
    procedure: "admin.payouts.list",
    method: "GET",
    path: "/api/admin/payouts",
    caller: "administrator",
    success: 200,
    input: { search: "olivia", status: "pending", limit: 10 },
  },
  {
    procedure: "admin.payouts.decide",
    method: "PATCH",
    path: "/api/admin/payouts/{id}",
    caller: "administrator",
    success: 200,
    input: { status: "approved", adminNotes: "Paid" },
  },
  {
    procedure: "trader.stages.list",
    method: "GET",
    path: "/api/user/stages",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "trader.statements.list",
    method: "GET",
    path: "/api/user/statements",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "trader.record.trades",
    method: "GET",
    path: "/api/user/trades",
    caller: "trader",
    success: 200,
    input: { symbol: "EURUSD", sort: "net", order: "asc", limit: 10 },
  },
  {
    procedure: "trader.record.days",
    method: "GET",
    path: "/api/user/days",
    caller: "trader",
    success: 200,
    input: { from: "2026-01-05", to: "2026-02-05" },
  },
  {
    procedure: "trader.record.equity",
    method: "GET",
    path: "/api/user/equity",
    caller: "trader",
    success: 200,
    input: { from: "2026-01-05T00:00:00.000Z", to: "2026-02-05T00:00:00.000Z", points: 100 },
  },
  {
    procedure: "trader.record.statistics",
    method: "GET",
    path: "/api/user/statistics",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "admin.stages.list",
    method: "GET",
    path: "/api/admin/user/{id}/stages",
    idField: "userId",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.stages.start",
    method: "POST",
    path: "/api/admin/user/{id}/stages",
    idField: "userId",
    caller: "administrator",
    success: 201,
    input: {
      phase: "Phase 1",
      initialBalance: "100000.00",
      startedAt: "2026-01-05T00:00:00.000Z",
      currency: "USD",
    },
  },
  {
    procedure: "admin.stages.end",
    method: "PATCH",
    path: "/api/admin/stages/{id}",
    caller: "administrator",
    success: 200,
    input: { endedAt: "2026-02-05T00:00:00.000Z", outcome: "passed", reason: "Target reached" },
  },
  {
    procedure: "admin.stages.changeRules",
    method: "PATCH",
    path: "/api/admin/stages/{id}/rules",
    caller: "administrator",
    success: 200,
    input: { rulesVersionId: 1, reason: "The programme was entered by mistake" },
  },
  {
    procedure: "admin.rules.list",
    method: "GET",
    path: "/api/admin/rules",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.rules.create",
    method: "POST",
    path: "/api/admin/rules",
    caller: "administrator",
    success: 201,
    input: { name: "Two steps, phase 1", rules: contractRules },
  },
  {
    procedure: "admin.rules.get",
    method: "GET",
    path: "/api/admin/rules/{id}",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.rules.addVersion",
    method: "POST",
    path: "/api/admin/rules/{id}/versions",
    caller: "administrator",
    success: 201,
    input: { rules: contractRules, note: "As announced on 1 March" },
  },
  {
    procedure: "admin.rules.presets",
    method: "GET",
    path: "/api/admin/rules/presets",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.rules.preview",
    method: "POST",
    path: "/api/admin/rules/preview",
    caller: "administrator",
    success: 200,
    input: { rules: contractRules, initialBalance: "100000.00" },
  },
  {
    procedure: "admin.programmes.list",
    method: "GET",
    path: "/api/admin/programmes",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.programmes.create",
    method: "POST",
    path: "/api/admin/programmes",
    caller: "administrator",
    success: 201,
    input: { name: "Two steps", ...programmeOffer },
  },
  {
    procedure: "admin.programmes.createFromPreset",
    method: "POST",
    path: "/api/admin/programmes/from-preset",
    caller: "administrator",
    success: 201,
    input: { firm: "FTMO", programme: "FTMO Challenge: 2-Step" },
  },
  {
    procedure: "admin.programmes.get",
    method: "GET",
    path: "/api/admin/programmes/{id}",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.programmes.update",
    method: "PATCH",
    path: "/api/admin/programmes/{id}",
    caller: "administrator",
    success: 200,
    input: { archived: true },
  },
  {
    procedure: "admin.programmes.addVersion",
    method: "POST",
    path: "/api/admin/programmes/{id}/versions",
    caller: "administrator",
    success: 201,
    input: programmeOffer,
  },
  {
    procedure: "admin.programmes.assign",
    method: "POST",
    path: "/api/admin/user/{id}/programme",
    caller: "administrator",
    success: 201,
    input: { programmeVersionId: 1, initialBalance: "100000.00" },
  },
  {
    procedure: "admin.statements.list",
    method: "GET",
    path: "/api/admin/user/{id}/statements",
    idField: "userId",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.statements.confirm",
    method: "POST",
    path: "/api/admin/statements/{id}/confirm",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.statements.withdraw",
    method: "DELETE",
    path: "/api/admin/statements/{id}",
    caller: "administrator",
    success: 200,
    input: { reason: "Exported from the wrong account" },
  },
  {
    procedure: "admin.record.trades",
    method: "GET",
    path: "/api/admin/user/{id}/trades",
    idField: "userId",
    caller: "administrator",
    success: 200,
    input: { symbol: "EURUSD", sort: "net", order: "asc", limit: 10 },
  },
  {
    procedure: "admin.record.days",
    method: "GET",
    path: "/api/admin/user/{id}/days",
    idField: "userId",
    caller: "administrator",
    success: 200,
    input: { from: "2026-01-05", to: "2026-02-05" },
  },
  {
    procedure: "admin.record.equity",
    method: "GET",
    path: "/api/admin/user/{id}/equity",
    idField: "userId",
    caller: "administrator",
    success: 200,
    input: { from: "2026-01-05T00:00:00.000Z", to: "2026-02-05T00:00:00.000Z", points: 100 },
  },
  {
    procedure: "admin.record.statistics",
    method: "GET",
    path: "/api/admin/user/{id}/statistics",
    idField: "userId",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.record.correct",
    method: "POST",
    path: "/api/admin/user/{id}/corrections",
    idField: "userId",
    caller: "administrator",
    success: 201,
    input: { amount: "-25.00", reason: "Data fee for March" },
  },
  {
    procedure: "trader.verdict",
    method: "GET",
    path: "/api/user/verdict",
    caller: "trader",
    success: 200,
    input: { asOf: "2026-02-05T00:00:00.000Z" },
  },
  {
    procedure: "trader.verdicts",
    method: "GET",
    path: "/api/user/verdicts",
    caller: "trader",
    success: 200,
    input: { limit: 10 },
  },
  {
    procedure: "admin.verdict",
    method: "GET",
    path: "/api/admin/user/{id}/verdict",
    idField: "userId",
    caller: "administrator",
    success: 200,
    input: { asOf: "2026-02-05T00:00:00.000Z" },
  },
  {
    procedure: "admin.verdicts",
    method: "GET",
    path: "/api/admin/user/{id}/verdicts",
    idField: "userId",
    caller: "administrator",
    success: 200,
    input: { limit: 10 },
  },
  {
    procedure: "admin.reviews.list",
    method: "GET",
    path: "/api/admin/reviews",
    caller: "administrator",
    success: 200,
    input: { status: "open", userId: 7 },
  },
  {
    procedure: "admin.reviews.decide",
    method: "POST",
    path: "/api/admin/reviews/{id}",
    caller: "administrator",
    success: 200,
    input: { decision: "confirm", reason: "Checked" },
  },
  {
    procedure: "trader.warnings",
    method: "GET",
    path: "/api/user/warnings",
    caller: "trader",
    success: 200,
    input: { limit: 10 },
  },
  {
    procedure: "admin.warnings",
    method: "GET",
    path: "/api/admin/user/{id}/warnings",
    idField: "userId",
    caller: "administrator",
    success: 200,
    input: { limit: 10 },
  },
  {
    procedure: "admin.settings.warnings.get",
    method: "GET",
    path: "/api/admin/settings/warnings",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
  },
  {
    procedure: "admin.settings.warnings.set",
    method: "PATCH",
    path: "/api/admin/settings/warnings",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
    input: { percents: [50, 75, 90] },
  },
  {
    procedure: "trader.reviews.list",
    method: "GET",
    path: "/api/user/reviews",
    caller: "trader",
    success: 200,
    input: { limit: 10 },
  },
  {
    procedure: "trader.reviews.get",
    method: "GET",
    path: "/api/user/reviews/{id}",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "trader.reviews.appeal",
    method: "POST",
    path: "/api/user/reviews/{id}/appeal",
    caller: "trader",
    success: 201,
    input: { text: "The price of that minute was wrong." },
  },
  {
    procedure: "trader.payouts.appeal",
    method: "POST",
    path: "/api/user/payouts/{id}/appeal",
    caller: "trader",
    success: 201,
    input: { text: "The bank details were complete." },
  },
  {
    procedure: "trader.payouts.getAppeal",
    method: "GET",
    path: "/api/user/payouts/{id}/appeal",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "trader.appeals.attachments",
    method: "GET",
    path: "/api/user/appeals/{id}/attachments",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "admin.appeals.attachments",
    method: "GET",
    path: "/api/admin/appeals/{id}/attachments",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.appeals.list",
    method: "GET",
    path: "/api/admin/appeals",
    caller: "administrator",
    success: 200,
    input: { status: "open" },
  },
  {
    procedure: "admin.appeals.get",
    method: "GET",
    path: "/api/admin/appeals/{id}",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.appeals.decide",
    method: "POST",
    path: "/api/admin/appeals/{id}",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
    input: { decision: "deny", reason: "The records agree" },
  },
  {
    procedure: "admin.settings.appeals.get",
    method: "GET",
    path: "/api/admin/settings/appeals",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
  },
  {
    procedure: "admin.settings.appeals.set",
    method: "PATCH",
    path: "/api/admin/settings/appeals",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
    input: { days: 30 },
  },
  {
    procedure: "trader.payouts.readiness",
    method: "GET",
    path: "/api/user/payouts/readiness",
    caller: "trader",
    success: 200,
  },
  {
    procedure: "admin.payouts.readiness",
    method: "GET",
    path: "/api/admin/user/{id}/payouts/readiness",
    idField: "userId",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "trader.actions.list",
    method: "GET",
    path: "/api/user/actions",
    caller: "trader",
    success: 200,
    input: { limit: 10 },
  },
  {
    procedure: "admin.actions.list",
    method: "GET",
    path: "/api/admin/actions",
    caller: "administrator",
    success: 200,
    input: { status: "proposed,pending", kind: "withdraw", userId: 1, limit: 10 },
  },
  {
    procedure: "admin.actions.request",
    method: "POST",
    path: "/api/admin/user/{id}/actions",
    idField: "userId",
    caller: "administrator",
    success: 201,
    input: { kind: "withdraw", amount: "125.50", reason: "Profit of the month" },
  },
  {
    procedure: "admin.actions.approve",
    method: "POST",
    path: "/api/admin/actions/{id}/approve",
    caller: "administrator",
    success: 200,
    input: { reason: "Checked" },
  },
  {
    procedure: "admin.actions.cancel",
    method: "POST",
    path: "/api/admin/actions/{id}/cancel",
    caller: "administrator",
    success: 200,
    input: { reason: "Checked" },
  },
  {
    procedure: "admin.actions.retry",
    method: "POST",
    path: "/api/admin/actions/{id}/retry",
    caller: "administrator",
    success: 200,
    input: { reason: "Checked" },
  },
  {
    procedure: "admin.actions.fail",
    method: "POST",
    path: "/api/admin/actions/{id}/fail",
    caller: "administrator",
    success: 200,
    input: { reason: "Checked at the platform" },
  },
  {
    procedure: "admin.bridges.list",
    method: "GET",
    path: "/api/admin/bridges",
    caller: "administrator",
    success: 200,
  },
  {
    procedure: "admin.settings.gates.get",
    method: "GET",
    path: "/api/admin/settings/gates",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
  },
  {
    procedure: "admin.settings.gates.set",
    method: "PATCH",
    path: "/api/admin/settings/gates",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
    input: { payoutApproval: { identity: true } },
  },
  {
    procedure: "admin.settings.enforcement.get",
    method: "GET",
    path: "/api/admin/settings/enforcement",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
  },
  {
    procedure: "admin.settings.enforcement.set",
    method: "PATCH",
    path: "/api/admin/settings/enforcement",
    caller: "administrator",
    refusesTokens: true,
    success: 200,
    input: { breachOpened: "none" },
  },
] as const satisfies Call[];

export type Procedure = (typeof calls)[number]["procedure"];

export function callOf(procedure: Procedure): Call {
  return calls.find((call) => call.procedure === procedure)!;
}

/** Formats a value for a URL. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
}

/** Accepts `id` for the id of the path, regardless of its name in the input. */
function withPlainId({ idField }: Call, input: Record<string, unknown>): Record<string, unknown> {
  if (idField === undefined || !Object.hasOwn(input, idField)) return input;
  const { [idField]: id, ...others } = input;
  return Object.hasOwn(input, "id") ? input : { id, ...others };
}

/** Returns the input of the procedure of a call. */
export function procedureInput({ idField }: Call, input?: Record<string, unknown>) {
  if (!input || idField === undefined || !Object.hasOwn(input, "id")) return input;
  const { id, ...others } = input;
  return { ...others, [idField]: id };
}

/** Returns the REST request of a call: the id in the path, other fields in the query or the body. */
export function restRequest(call: Call, input: Record<string, unknown> = {}): InjectOptions {
  const { id, ...others } = withPlainId(call, input);
  const fields = call.path.includes("{id}") ? others : input;
  const url = call.path.replace("{id}", encodeURIComponent(asText(id)));
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (call.method === "GET") {
    const query = new URLSearchParams(
      given.map(([name, value]): [string, string] => [name, asText(value)]),
    );
    return { method: call.method, url: query.size > 0 ? `${url}?${query.toString()}` : url };
  }
  if (call.input === undefined && given.length === 0) return { method: call.method, url };
  return {
    method: call.method,
    url,
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(fields),
  };
}
