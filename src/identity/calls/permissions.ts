import type { SessionKind } from "../sessions/cookies.ts";

/** Whose session a call needs. */
export type Permission = "anyone" | SessionKind;

/**
 * Who may call what, over tRPC and REST alike. Each noun's router puts the guard on its procedures;
 * the app does not start where a guard and this table differ, or where either lacks a procedure.
 */
export const procedurePermissions: Record<string, Permission> = {
  "auth.login": "anyone",
  "auth.register": "anyone",
  "auth.logout": "anyone",
  "auth.forgotPassword": "anyone",
  "auth.resetPassword": "anyone",
  "auth.me": "trader",

  // A trader's calls are always about himself: none of them takes the id of a person.
  "trader.account": "trader",
  "trader.lastView": "trader",
  "trader.updateProfile": "trader",
  "trader.changePassword": "trader",
  "trader.payouts.list": "trader",
  "trader.payouts.get": "trader",
  "trader.payouts.request": "trader",
  "trader.certificates.list": "trader",
  "trader.sessions.list": "trader",
  "trader.sessions.end": "trader",
  "trader.sessions.endOthers": "trader",

  "admin.login": "anyone",
  "admin.session": "anyone",
  "admin.logout": "anyone",
  "admin.dashboard": "administrator",
  "admin.users.list": "administrator",
  "admin.users.page": "administrator",
  "admin.users.create": "administrator",
  "admin.users.createWithAccount": "administrator",
  "admin.users.get": "administrator",
  "admin.users.update": "administrator",
  "admin.users.updateWithAccount": "administrator",
  "admin.users.delete": "administrator",
  "admin.users.ban": "administrator",
  "admin.accounts.create": "administrator",
  "admin.accounts.update": "administrator",
  "admin.payouts.list": "administrator",
  "admin.payouts.page": "administrator",
  "admin.payouts.get": "administrator",
  "admin.payouts.decide": "administrator",
  "admin.audit.list": "administrator",
  "admin.audit.page": "administrator",
};

/** `owner` is the trader whose thing it is, or any administrator. */
export type RoutePermission = Permission | "owner" | "as the procedure";

/** The routes under `/api` that are no procedures; a route that is not here cannot be registered. */
export const routePermissions: Record<string, RoutePermission> = {
  "POST /api/admin/certificates": "administrator",
  "GET /api/admin/audit/export": "administrator",
  "GET /api/certificates/:id/file": "owner",
  "GET /api/health": "anyone",
  "GET /api/health/live": "anyone",
  "GET /api/openapi.json": "anyone",
  "GET /api/docs": "anyone",
  "GET /api/docs/": "anyone",
  "GET /api/docs/js/scalar.js": "anyone",
  "GET /api/trpc/:path": "as the procedure",
  "POST /api/trpc/:path": "as the procedure",
};
