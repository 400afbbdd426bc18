import { AccountFinding } from "./business/record/conduct/finding.entity.ts";
import { AccountWarning, WarningSettings } from "./business/record/warnings/warning.entity.ts";
import {
  AppealAttachmentSchema,
  AppealSchema,
  AppealSettings,
} from "./business/decisions/appeals/appeal.entity.ts";
import { TradingAccountSchema } from "./business/traders/accounts/account.entity.ts";
import {
  ActionQueue,
  ActionSchema,
  EnforcementSettings,
} from "./business/record/actions/action.entity.ts";
import {
  AgreementAcceptanceSchema,
  AgreementSchema,
  AgreementVersionSchema,
} from "./business/traders/agreements/agreement.entity.ts";
import {
  IdentityFileSchema,
  IdentityProfileSchema,
  IdentitySchema,
  IdentitySettings,
} from "./business/traders/identity/identity.entity.ts";
import { CertificateSchema } from "./business/record/certificates/certificate.entity.ts";
import { Counter, WeeklyCount } from "./business/office/counters/counter.entity.ts";
import { FirmSettings } from "./business/office/settings/firm-settings.entity.ts";
import { DecisionSchema } from "./identity/decisions/decision.entity.ts";
import {
  OrderItemSchema,
  OrderSchema,
  OrderStep,
  SourceProduct,
  SourceSchema,
} from "./business/decisions/orders/order.entity.ts";
import { Programme, ProgrammeVersion } from "./business/decisions/programmes/programme.entity.ts";
import {
  LinkCaseDecisionSchema,
  LinkCaseEvidence,
  LinkCaseFact,
  LinkCaseSchema,
  LinkDeals,
  LinkMember,
} from "./business/links/cases/link-case.entity.ts";
import { LinkRun } from "./business/links/runs/link-run.entity.ts";
import { ChangedAccount } from "./business/record/derivation/changed-account.entity.ts";
import { LinkSettingsVersion } from "./business/links/settings/link-settings.entity.ts";
import { Person, PersonTrader } from "./business/links/persons/person.entity.ts";
import { TraderNote } from "./business/traders/notes/note.entity.ts";
import {
  FirmPaymentAccount,
  Payment,
  PaymentExportSchema,
  PaymentRun,
  PayoutLedgerEntry,
} from "./business/money/payments/payment.entity.ts";
import { PayoutRequestSchema, PayoutSettings } from "./business/money/payouts/payout.entity.ts";
import { SavedDetails } from "./business/money/saved-details/saved-details.entity.ts";
import { LiabilityDay } from "./business/watch/figures/liability-day.entity.ts";
import { BridgeReport, ServedServer } from "./business/record/bridges/bridge.entity.ts";
import { BridgeFindingSchema } from "./business/record/feed/findings/finding.entity.ts";
import { Rebuild, RebuildChunk } from "./business/record/rebuilds/rebuild.entity.ts";
import {
  EquityHour,
  StageProgress,
  Trade,
  TradingDay,
} from "./business/record/derivation/derived.entity.ts";
import { Deal, Operation, Snapshot, SnapshotDay } from "./business/record/records/record.entity.ts";
import { RuleChange, Stage } from "./business/record/stages/stage.entity.ts";
import { CalendarEventRow, CalendarVersion } from "./business/rulebook/calendar/calendar.entity.ts";
import { RuleSet, RuleVersion } from "./business/rulebook/rules/rules.entity.ts";
import { ImportedStatement } from "./business/record/statements/statement.entity.ts";
import { TradingCheck, WaitingStep } from "./business/decisions/gates/waiting-step.entity.ts";
import { AccountWait } from "./business/traders/accounts/account-wait.entity.ts";
import { GateSettings } from "./business/traders/gates/gate-settings.entity.ts";
import { TraderTag } from "./business/traders/tags/tag.entity.ts";
import {
  CurrentVerdict,
  Review,
  StoredVerdict,
} from "./business/record/verdicts/verdict.entity.ts";
import {
  EventDelivery,
  WebhookAttempt,
  WebhookEndpoint,
  WebhookEvent,
} from "./business/watch/webhooks/webhook.entity.ts";
import { AdministratorSchema, TeamSettings } from "./identity/team/administrator.entity.ts";
import {
  FactorConfirmationSchema,
  FactorRecoverySchema,
  MailedLinkSchema,
  Passkey,
  RecoveryCode,
  RemovedFactor,
  TotpFactor,
  WebauthnChallenge,
} from "./identity/second-factor/second-factor.entity.ts";
import { SessionSchema } from "./identity/sessions/session.entity.ts";
import { ApiTokenSchema } from "./identity/tokens/api-token.entity.ts";
import { FormerEmail, KnownDevice, Notice, TraderSchema } from "./identity/users/trader.entity.ts";
import { TraderTrace } from "./identity/traces/trace.entity.ts";
import { SavedView } from "./business/watch/views/view.entity.ts";
import { AuditEventSchema } from "./identity/audit/audit-event.entity.ts";
import { FirmBrand } from "./business/office/brand/brand.entity.ts";
import type { TablesOf } from "./platform/database/tables.ts";
import { IdempotentCallRow } from "./calls/idempotent-call.entity.ts";
import { ThrottleCount } from "./platform/throttle/throttle.entity.ts";
import { MailSettings } from "./identity/mails/mail.entity.ts";
import { EncryptionKey, SigningKey } from "./platform/vault/key.entity.ts";

/** The entities of all tables. */
export const entities = [
  TraderSchema,
  KnownDevice,
  TraderTrace,
  FormerEmail,
  Notice,
  AdministratorSchema,
  TeamSettings,
  TotpFactor,
  RecoveryCode,
  FactorConfirmationSchema,
  Passkey,
  RemovedFactor,
  MailedLinkSchema,
  FactorRecoverySchema,
  WebauthnChallenge,
  SessionSchema,
  ApiTokenSchema,
  ServedServer,
  BridgeFindingSchema,
  BridgeReport,
  SavedView,
  TradingAccountSchema,
  TraderNote,
  TraderTag,
  IdentityProfileSchema,
  IdentitySchema,
  IdentityFileSchema,
  IdentitySettings,
  AgreementSchema,
  AgreementVersionSchema,
  AgreementAcceptanceSchema,
  Stage,
  RuleSet,
  RuleVersion,
  LinkSettingsVersion,
  Person,
  PersonTrader,
  LinkCaseSchema,
  LinkMember,
  LinkCaseEvidence,
  LinkCaseFact,
  LinkCaseDecisionSchema,
  LinkDeals,
  LinkRun,
  ChangedAccount,
  CalendarVersion,
  CalendarEventRow,
  RuleChange,
  Programme,
  ProgrammeVersion,
  SourceSchema,
  SourceProduct,
  OrderSchema,
  OrderItemSchema,
  OrderStep,
  ImportedStatement,
  Deal,
  Operation,
  Snapshot,
  SnapshotDay,
  Trade,
  TradingDay,
  EquityHour,
  StageProgress,
  StoredVerdict,
  CurrentVerdict,
  Review,
  AppealSchema,
  AppealAttachmentSchema,
  AppealSettings,
  AccountFinding,
  AccountWarning,
  WarningSettings,
  GateSettings,
  AccountWait,
  WaitingStep,
  TradingCheck,
  Rebuild,
  RebuildChunk,
  PayoutRequestSchema,
  SavedDetails,
  PayoutSettings,
  DecisionSchema,
  PaymentRun,
  Payment,
  PaymentExportSchema,
  PayoutLedgerEntry,
  FirmPaymentAccount,
  ActionQueue,
  ActionSchema,
  EnforcementSettings,
  CertificateSchema,
  Counter,
  WeeklyCount,
  LiabilityDay,
  WebhookEndpoint,
  WebhookEvent,
  EventDelivery,
  WebhookAttempt,
  FirmSettings,
  FirmBrand,
  MailSettings,
  AuditEventSchema,
  IdempotentCallRow,
  ThrottleCount,
  EncryptionKey,
  SigningKey,
] as const;

declare module "./platform/database/tables.ts" {
  interface Tables extends TablesOf<typeof entities> {}
}
