import { TradingAccount } from "./business/accounts/account.entity.ts";
import { Certificate } from "./business/certificates/certificate.entity.ts";
import { PayoutRequest } from "./business/payouts/payout.entity.ts";
import {
  EventDelivery,
  WebhookAttempt,
  WebhookEndpoint,
  WebhookEvent,
} from "./business/webhooks/webhook.entity.ts";
import { Administrator } from "./identity/administrators/administrator.entity.ts";
import { Session } from "./identity/sessions/session.entity.ts";
import { ApiToken } from "./identity/tokens/api-token.entity.ts";
import { Trader } from "./identity/users/trader.entity.ts";
import { AuditEvent } from "./platform/audit/audit-event.entity.ts";
import type { Entities } from "./platform/database/orm.ts";
import type { TablesOf } from "./platform/database/tables.ts";

const schemas = [WebhookEndpoint, WebhookEvent, EventDelivery, WebhookAttempt] as const;

declare module "./platform/database/tables.ts" {
  interface Tables extends TablesOf<typeof schemas> {}
}

/** The entities of all tables. */
export const entities: Entities = [
  Trader,
  TradingAccount,
  PayoutRequest,
  Certificate,
  Administrator,
  Session,
  ApiToken,
  AuditEvent,
  ...schemas,
];
