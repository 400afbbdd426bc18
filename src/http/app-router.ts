import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import {
  adminAccountsRouter,
  traderAccountProcedures,
} from "../business/traders/accounts/accounts.router.ts";
import {
  adminActionsRouter,
  adminBridgesRouter,
  enforcementRouter,
  traderActionsRouter,
} from "../business/record/actions/actions.router.ts";
import { adminFindingsRouter } from "../business/record/feed/findings/findings.router.ts";
import { adminAuditRouter } from "../business/watch/audit-log/audit-log.router.ts";
import {
  adminCertificatesRouter,
  certificatesRouter,
  traderCertificatesRouter,
} from "../business/record/certificates/certificates.router.ts";
import { adminLiveProcedure, traderLiveProcedure } from "../business/record/live/live.router.ts";
import { adminDashboard, adminOverviewRouter } from "../business/watch/overview/overview.router.ts";
import { adminFiguresRouter } from "../business/watch/figures/figures.router.ts";
import { brandRouter } from "../business/office/brand/brand.router.ts";
import { firmSettingsRouter } from "../business/office/settings/firm-settings.router.ts";
import {
  adminOrdersRouter,
  traderOrdersRouter,
} from "../business/decisions/orders/orders.router.ts";
import { adminSourcesRouter } from "../business/decisions/orders/sources.router.ts";
import {
  adminProgrammesRouter,
  traderLadder,
} from "../business/decisions/programmes/programmes.router.ts";
import { adminMailsRouter, mailSettingsRouter } from "../business/office/mails/mails.router.ts";
import { traderNoticesRouter } from "../business/office/notices/notices.router.ts";
import {
  adminAgreementsRouter,
  traderAgreementsRouter,
} from "../business/traders/agreements/agreements.router.ts";
import {
  identitySettingsRouter,
  traderIdentityRouter,
} from "../business/traders/identity/identity.router.ts";
import { adminIdentitiesRouter } from "../business/decisions/identities/identities.router.ts";
import { adminNotesRouter } from "../business/traders/notes/notes.router.ts";
import { adminPaymentsRouter } from "../business/money/payments/payments.router.ts";
import {
  adminPayoutsRouter,
  payoutSettingsRouter,
  traderPayoutsRouter,
} from "../business/money/payouts/payouts.router.ts";
import { traderSavedDetailsRouter } from "../business/money/saved-details/saved-details.router.ts";
import { correctionProcedures } from "../business/record/corrections/corrections.router.ts";
import {
  adminRecordProcedures,
  traderRecordRouter,
} from "../business/record/results/results.router.ts";
import {
  adminAppealsRouter,
  appealSettingsRouter,
  traderAppealsRouter,
  traderFindingAppealRouter,
  traderLinkAppealRouter,
  traderPayoutAppealRouter,
  traderReviewsRouter,
} from "../business/decisions/appeals/appeals.router.ts";
import {
  adminWarningsProcedure,
  traderWarningsProcedure,
  warningSettingsRouter,
} from "../business/record/warnings/warnings.router.ts";
import {
  adminCalendarRouter,
  traderCalendar,
} from "../business/record/calendar/calendar.router.ts";
import { adminLinksRouter, linkSettingsRouter } from "../business/links/links.router.ts";
import { adminAllocation } from "../business/links/allocation/allocation.router.ts";
import { adminTraces } from "../business/links/traces/traces.router.ts";
import { traderLinksRouter } from "../business/decisions/links/own-links.router.ts";
import { adminPersonsRouter } from "../business/links/persons/persons.router.ts";
import {
  adminConductRouter,
  traderConductRouter,
} from "../business/decisions/conduct/conduct.router.ts";
import { adminRulesRouter } from "../business/rulebook/rules/rules.router.ts";
import { adminReviewsRouter } from "../business/decisions/reviews/reviews.router.ts";
import { adminTagsRouter } from "../business/traders/tags/tags.router.ts";
import { adminStagesRouter, traderStagesRouter } from "../business/record/stages/stages.router.ts";
import {
  adminStatementsRouter,
  traderStatementsRouter,
} from "../business/record/statements/statements.router.ts";
import {
  adminRulesTrialRouter,
  adminVerdictProcedures,
  traderVerdictProcedures,
} from "../business/record/verdicts/verdicts.router.ts";
import { gateSettingsRouter, traderGatesRouter } from "../business/traders/gates/gates.router.ts";
import { adminGatesRouter } from "../business/decisions/gates/gates.router.ts";
import {
  adminTradersRouter,
  register,
  updateOwnProfile,
} from "../business/traders/traders.router.ts";
import { adminWaiting } from "../business/watch/waiting/waiting.router.ts";
import { adminWebhooksRouter } from "../business/watch/webhooks/webhooks.router.ts";
import { verificationProcedures } from "../identity/users/verification.router.ts";
import type { Permission, Requirements } from "../calls/guards.ts";
import { type CallMeta, t } from "../calls/trpc.ts";
import {
  changeOwnPassword,
  passwordResetProcedures,
} from "../identity/passwords/passwords.router.ts";
import { undoTakeoverProcedure } from "../business/money/takeovers/takeovers.router.ts";
import {
  adminRecoveryRouter,
  stopRecoveryProcedure,
} from "../identity/second-factor/recovery.router.ts";
import {
  adminSecondFactorRouter,
  factorConfirmationProcedures,
  traderSecondFactorRouter,
} from "../identity/second-factor/second-factor.router.ts";
import { traderSessionsRouter } from "../identity/sessions/sessions.router.ts";
import {
  adminSignInProcedures,
  traderSignInProcedures,
} from "../identity/sign-in/sign-in.router.ts";
import {
  adminTeamRouter,
  ownAccountRouter,
  teamSettingsRouter,
} from "../identity/team/team.router.ts";
import { adminTokensRouter } from "../identity/tokens/tokens.router.ts";
import { adminViewsRouter } from "../business/watch/views/views.router.ts";

/** All procedures under their public names. `rest.ts` serves those that declare a REST route. */
export const appRouter = t.router({
  auth: t.router({
    me: traderSignInProcedures.me,
    login: traderSignInProcedures.login,
    passkeyOptions: traderSignInProcedures.passkeyOptions,
    loginWithPasskey: traderSignInProcedures.loginWithPasskey,
    register,
    logout: traderSignInProcedures.logout,
    forgotPassword: passwordResetProcedures.forgotPassword,
    resetPassword: passwordResetProcedures.resetPassword,
    verifyEmail: verificationProcedures.verifyEmail,
    confirmSecondFactor: factorConfirmationProcedures.confirmSecondFactor,
    notMe: undoTakeoverProcedure,
    stopRecovery: stopRecoveryProcedure,
  }),
  certificates: certificatesRouter,
  trader: t.router({
    ...traderAccountProcedures,
    ...traderVerdictProcedures,
    updateProfile: updateOwnProfile,
    changePassword: changeOwnPassword,
    sendVerification: verificationProcedures.sendVerification,
    sendFactorConfirmation: factorConfirmationProcedures.sendFactorConfirmation,
    payouts: t.mergeRouters(traderPayoutsRouter, traderPayoutAppealRouter),
    payoutDetails: traderSavedDetailsRouter,
    reviews: traderReviewsRouter,
    appeals: traderAppealsRouter,
    conduct: t.mergeRouters(traderConductRouter, traderFindingAppealRouter),
    links: t.mergeRouters(traderLinksRouter, traderLinkAppealRouter),
    warnings: traderWarningsProcedure,
    notices: traderNoticesRouter,
    sessions: traderSessionsRouter,
    secondFactor: traderSecondFactorRouter,
    certificates: traderCertificatesRouter,
    stages: traderStagesRouter,
    calendar: traderCalendar,
    identity: traderIdentityRouter,
    agreements: traderAgreementsRouter,
    gates: traderGatesRouter,
    orders: traderOrdersRouter,
    ladder: traderLadder,
    statements: traderStatementsRouter,
    actions: traderActionsRouter,
    record: traderRecordRouter,
    live: traderLiveProcedure,
  }),
  admin: t.router({
    ...adminSignInProcedures,
    ...adminVerdictProcedures,
    dashboard: adminDashboard,
    overview: adminOverviewRouter,
    waiting: adminWaiting,
    users: t.mergeRouters(adminTradersRouter, adminRecoveryRouter),
    figures: adminFiguresRouter,
    accounts: adminAccountsRouter,
    notes: adminNotesRouter,
    tags: adminTagsRouter,
    payouts: adminPayoutsRouter,
    payments: adminPaymentsRouter,
    settings: t.router({
      firm: firmSettingsRouter,
      identity: identitySettingsRouter,
      appeals: appealSettingsRouter,
      warnings: warningSettingsRouter,
      payouts: payoutSettingsRouter,
      team: teamSettingsRouter,
      brand: brandRouter,
      mails: mailSettingsRouter,
      enforcement: enforcementRouter,
      gates: gateSettingsRouter,
      links: linkSettingsRouter,
    }),
    reviews: adminReviewsRouter,
    appeals: adminAppealsRouter,
    links: adminLinksRouter,
    persons: adminPersonsRouter,
    allocation: adminAllocation,
    traces: adminTraces,
    conduct: adminConductRouter,
    warnings: adminWarningsProcedure,
    stages: adminStagesRouter,
    calendar: adminCalendarRouter,
    actions: adminActionsRouter,
    bridges: t.mergeRouters(adminBridgesRouter, adminFindingsRouter),
    identities: adminIdentitiesRouter,
    agreements: adminAgreementsRouter,
    gates: adminGatesRouter,
    orders: adminOrdersRouter,
    sources: adminSourcesRouter,
    rules: t.mergeRouters(adminRulesRouter, adminRulesTrialRouter),
    programmes: adminProgrammesRouter,
    statements: adminStatementsRouter,
    record: t.router({ ...adminRecordProcedures, ...correctionProcedures }),
    certificates: adminCertificatesRouter,
    audit: adminAuditRouter,
    tokens: adminTokensRouter,
    webhooks: adminWebhooksRouter,
    mails: adminMailsRouter,
    me: t.mergeRouters(ownAccountRouter, t.router({ secondFactor: adminSecondFactorRouter })),
    team: adminTeamRouter,
    views: adminViewsRouter,
    live: adminLiveProcedure,
  }),
});

interface DeclaredProcedure {
  name: string;
  procedure: AnyTRPCProcedure;
  meta: CallMeta & { permission: Permission } & Requirements[Permission];
}

/**
 * @throws Error if a procedure was not created with one of the builders of `procedures.ts`, which set its permission
 *   and the ability that it requires of administrators
 */
export function listProcedures(router: AnyTRPCRouter): DeclaredProcedure[] {
  const procedures = router._def.procedures as Record<string, AnyTRPCProcedure>;
  return Object.entries(procedures).map(([name, procedure]) => {
    const meta = procedure.meta as CallMeta | undefined;
    if (!meta?.permission) throw new Error(`The procedure ${name} has no permission`);
    const { permission, ability, ...others } = meta;
    if (permission === "administrator" && !ability)
      throw new Error(`The procedure ${name} has no ability`);
    const required: Requirements[Permission] = ability ? { ability } : {};
    return { name, procedure, meta: { ...others, permission, ...required } };
  });
}

/** All procedures with their declarations. The app does not start if one declares no permission. */
export const procedures = listProcedures(appRouter);

export type AppRouter = typeof appRouter;
