import type { Generated } from "kysely";
import type { PaymentMethod } from "../payouts/payment-method.rule.ts";
import type { PaymentStatus } from "./payment-status.rule.ts";

/** One request in one run. */
export interface PaymentRow {
  id: Generated<number>;
  run_id: number;
  /** `null` once the trader has been deleted. */
  payout_id: number | null;
  /** The ledger row that remains of a deleted trader's request. */
  ledger_id: Generated<number | null>;
  amount: string;
  currency: string;
  payment_method: PaymentMethod;
  status: PaymentStatus;
  paid_at: Generated<string | null>;
  paid_by: Generated<string | null>;
  reference: Generated<string | null>;
  reversed_at: Generated<string | null>;
  reversed_by: Generated<string | null>;
  reversal_reason: Generated<string | null>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    payment_runs: {
      id: Generated<number>;
      /** Distinguishes the run from those of all other firms. Earlier releases sent it as the id of each SEPA file. */
      message_id: string;
      created_at: string;
      created_by: string;
      closed_at: Generated<string | null>;
      closed_by: Generated<string | null>;
    };
    payments: PaymentRow;
    /** Amounts of deleted traders; written by the trigger `users_keep_ledger`. */
    payout_ledger: {
      id: Generated<number>;
      amount: string;
      currency: string;
      status: "approved" | "paid";
      requested_on: string;
      approved_on: string | null;
      paid_on: string | null;
    };
    /** At most one row. */
    firm_payment_account: {
      id: Generated<number>;
      name: string;
      iban: string;
      bic: string | null;
      updated_at: string;
      updated_by: string;
    };
  }
}
