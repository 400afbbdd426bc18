import type { AnyTRPCProcedure } from "@trpc/server";
import {
  adminAccountsRouter,
  traderAccountProcedures,
} from "../business/accounts/accounts.router.ts";
import { adminAuditRouter } from "../business/audit-log/audit-log.router.ts";
import { traderCertificatesRouter } from "../business/certificates/certificates.router.ts";
import { adminDashboard } from "../business/overview/overview.router.ts";
import { adminPayoutsRouter, traderPayoutsRouter } from "../business/payouts/payouts.router.ts";
import {
  adminTradersRouter,
  register,
  updateOwnProfile,
} from "../business/traders/traders.router.ts";
import { t } from "../identity/calls/trpc.ts";
import {
  changeOwnPassword,
  passwordResetProcedures,
} from "../identity/passwords/passwords.router.ts";
import { traderSessionsRouter } from "../identity/sign-in/sessions.router.ts";
import {
  adminSignInProcedures,
  traderSignInProcedures,
} from "../identity/sign-in/sign-in.router.ts";
import { checkProcedures } from "./route-guards.ts";

/** All procedures under their public names. `rest.ts` serves those with a REST route there too. */
export const appRouter = t.router({
  auth: t.router({
    me: traderSignInProcedures.me,
    login: traderSignInProcedures.login,
    register,
    logout: traderSignInProcedures.logout,
    forgotPassword: passwordResetProcedures.forgotPassword,
    resetPassword: passwordResetProcedures.resetPassword,
  }),
  trader: t.router({
    ...traderAccountProcedures,
    updateProfile: updateOwnProfile,
    changePassword: changeOwnPassword,
    payouts: traderPayoutsRouter,
    sessions: traderSessionsRouter,
    certificates: traderCertificatesRouter,
  }),
  admin: t.router({
    ...adminSignInProcedures,
    dashboard: adminDashboard,
    users: adminTradersRouter,
    accounts: adminAccountsRouter,
    payouts: adminPayoutsRouter,
    audit: adminAuditRouter,
  }),
});

/** By their names, such as `trader.payouts.request`. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

checkProcedures(procedures);

export type AppRouter = typeof appRouter;
