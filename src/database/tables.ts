import type { ColumnType, Generated } from "kysely";
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
    created_at: string;
    expires_at: string;
  };
  /** Kept by triggers; several rows a status, to be summed. */
  counters: {
    kind: "account" | "payout";
    status: AccountStatus | PayoutStatus;
    shard: number;
    count: string;
    amount: string;
  };
}
