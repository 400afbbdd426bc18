import {
  signInActions,
  teamActions,
  tokenActions,
} from "../../../identity/audit/identity.events.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import {
  appealActions,
  orderActions,
  programmeActions,
  reviewActions,
} from "../../decisions/decisions.events.ts";
import { linkActions } from "../../links/links.events.ts";
import { paymentActions, payoutActions } from "../../money/money.events.ts";
import { exportActions, mailActions, settingsActions } from "../../office/office.events.ts";
import { actionKinds, actionLabels } from "../../record/actions/action.rule.ts";
import {
  certificateActions,
  conductActions,
  findingActions,
  platformActions,
  rebuildActions,
  stageActions,
  statementActions,
  warningActions,
} from "../../record/record.events.ts";
import { calendarActions, ruleSetActions } from "../../rulebook/rulebook.events.ts";
import {
  accountActions,
  gateActions,
  agreementActions,
  identityActions,
  traderActions,
  viewActions,
} from "../../traders/traders.events.ts";
import { keyActions, webhookActions } from "../watch.events.ts";
import type { AuditEvent } from "./audit-event.schema.ts";

/** All that `recordEvent` accepts, in the order of the filter of the audit log. */
export const auditActions = {
  ...traderActions,
  ...signInActions,
  ...accountActions,
  ...payoutActions,
  ...settingsActions,
  ...paymentActions,
  ...exportActions,
  ...certificateActions,
  ...stageActions,
  ...statementActions,
  ...ruleSetActions,
  ...calendarActions,
  ...programmeActions,
  ...orderActions,
  ...reviewActions,
  ...platformActions,
  ...findingActions,
  ...appealActions,
  ...identityActions,
  ...agreementActions,
  ...linkActions,
  ...warningActions,
  ...conductActions,
  ...gateActions,
  ...rebuildActions,
  ...keyActions,
  ...teamActions,
  ...viewActions,
  ...tokenActions,
  ...mailActions,
  ...webhookActions,
};

/** The actions in groups, for the filter of the audit log. Each action is in one. */
export const auditGroups = {
  Users: keysOf({ ...traderActions, ...accountActions, ...viewActions }),
  "Identity and agreements": keysOf({ ...identityActions, ...agreementActions, ...gateActions }),
  "Payouts and payments": keysOf({ ...payoutActions, ...paymentActions }),
  "Stages and records": keysOf({
    ...stageActions,
    ...statementActions,
    ...findingActions,
    ...rebuildActions,
    ...certificateActions,
  }),
  "Rules and programmes": keysOf({ ...ruleSetActions, ...calendarActions, ...programmeActions }),
  "Reviews, conduct and appeals": keysOf({
    ...reviewActions,
    ...conductActions,
    ...appealActions,
    ...warningActions,
  }),
  "Actions at the platform": keysOf(platformActions),
  Orders: keysOf(orderActions),
  Links: keysOf(linkActions),
  "Signing in": keysOf(signInActions),
  Team: keysOf({ ...teamActions, ...tokenActions }),
  "Settings, mails and webhooks": keysOf({
    ...settingsActions,
    ...mailActions,
    ...webhookActions,
    ...keyActions,
  }),
  Exports: keysOf(exportActions),
} as const;

/** Names the kind of an action at the platform: `Requested “Disable trading”`. Other events have their label. */
export function labelOf({ action, changes }: Pick<AuditEvent, "action" | "changes">): string {
  const { action: kind } = changes;
  const isKind = action.startsWith("action.") && typeof kind === "object";
  const actionKind = isKind ? actionKinds.find((each) => each === kind.to) : undefined;
  const { label } = auditActions[action];
  return actionKind ? label.replace("an action", `“${actionLabels[actionKind]}”`) : label;
}

export const auditActionCodes = keysOf(auditActions);

type Declared = typeof auditActions;

declare module "../../../identity/audit/audit-event.rule.ts" {
  interface AuditActions extends Declared {}
}
