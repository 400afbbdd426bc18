import type { ColumnType, Generated } from "kysely";
import type { AuditAction, AuditActorKind } from "../audit/actions.ts";
import type { Changes } from "../audit/changes.ts";
import type { AccountStatus } from "../accounts/status.ts";
import type { PaymentMethod } from "../payouts/method.ts";
import type { PayoutStatus } from "../payouts/status.ts";

/**
 * The tables as SQL sees them, for queries that skip the unit of work. A `timestamptz` is read as
 * text, a `numeric` as decimal text.
 */
export interface Tables {
  users: {
    id: Generated<number>;
    full_name: string | null;
    email: string;
    password: string | null;
    country: string | null;
    city: string | null;
    street: string | null;
    house_number: string | null;
    privacy_policy_agreed: boolean;
    banned: boolean;
    ban_reason: string | null;
    reset_token: string | null;
    reset_token_expiry: string | null;
    created_at: string;
    search_text: ColumnType<string, never, never>;
  };
  trading_accounts: {
    id: Generated<number>;
    user_id: number;
    login: string | null;
    master_password: string | null;
    server: string | null;
    balance: string;
    profit_loss: string;
    status: AccountStatus;
    phase: string | null;
    payout_enabled: boolean;
    daily_drawdown_limit: string | null;
    overall_loss_limit: string | null;
    profit_target: string | null;
    created_at: string;
  };
  payout_requests: {
    id: Generated<number>;
    user_id: number;
    amount: string;
    payment_method: PaymentMethod;
    payment_details: string | null;
    status: PayoutStatus;
    admin_notes: string | null;
    created_at: string;
  };
  certificates: {
    id: Generated<number>;
    user_id: number;
    name: string;
    file_key: string;
    issued_at: string;
    uploaded_at: string;
  };
  admins: {
    id: Generated<number>;
    label: string;
    access_key: string;
    created_at: string;
    revoked_at: string | null;
  };
  sessions: {
    id: Generated<number>;
    token_hash: string;
    user_id: number | null;
    admin_id: number | null;
    address: string | null;
    user_agent: string | null;
    created_at: string;
    last_seen_at: string;
    expires_at: string;
  };
  known_devices: {
    trader_id: number;
    device_hash: string;
    last_seen_at: string;
  };
  audit_events: {
    id: Generated<string>;
    chain: Generated<number>;
    position: Generated<string>;
    at: string;
    actor_kind: AuditActorKind;
    actor_id: number | null;
    actor_name: string | null;
    address: string | null;
    request_id: string | null;
    action: AuditAction;
    trader_id: number | null;
    trader_name: string | null;
    payout_id: number | null;
    changes: ColumnType<Changes, string>;
    reason: string | null;
    previous_hash: Generated<Buffer>;
    hash: Generated<Buffer>;
  };
  idempotency_keys: {
    trader_id: number;
    key_hash: string;
    body_hash: string;
    /** Set before the transaction that takes the key commits. */
    payout_id: Generated<number | null>;
    created_at: string;
  };
  /** Kept by triggers; several rows a status, to be summed. */
  counters: {
    id: Generated<number>;
    kind: "account" | "payout";
    status: AccountStatus | PayoutStatus;
    count: string;
    amount: string;
  };
}
