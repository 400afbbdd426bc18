import type { ColumnType, Generated } from "kysely";
import type { StoredPoint } from "./equity.rule.ts";
import type { Statistics } from "./record.schema.ts";
import type { StoredSource } from "./sources.rule.ts";
import type { StoredState } from "./stage-state.rule.ts";
import type { DealEntry, DealSide, OperationKind } from "../timeline/trading-record.rule.ts";

/** The source of a record is a statement with a row, a token with a time, or an administrator. */
export interface SourcedRow {
  account_id: number;
  /** Ascending in the order of arrival. If rows of one ticket differ, the first one counts. */
  id: Generated<string>;
  /** The stage that the record counts in; `null` while it counts in none. */
  stage_id: number | null;
  /** Whether this row is the one that counts, of all with the same ticket. */
  stands: boolean;
  ticket: string;
  time: string;
  statement_id: number | null;
  row: number | null;
  token_id: number | null;
  received_at: string | null;
}

type Json<Value> = ColumnType<Value, string, string>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    deals: SourcedRow & {
      position: string;
      entry: DealEntry;
      symbol: string;
      side: DealSide;
      volume: string;
      price: string;
      profit: string;
      commission: string;
      swap: string;
      fee: string;
    };
    operations: SourcedRow & {
      kind: OperationKind;
      amount: string;
      /** The reason for an administrator's correction. */
      reason: string | null;
      created_by: string | null;
    };
    snapshots: {
      account_id: number;
      time: string;
      balance: string;
      equity: string;
      token_id: number;
      received_at: string;
    };
    /** Derived from the deals of one position. */
    trades: {
      account_id: number;
      stage_id: number;
      position: string;
      /** The id of its first deal. */
      id: string;
      symbol: string;
      side: DealSide;
      volume: string;
      open_time: string;
      close_time: string | null;
      /** `infinity` while the trade is open. */
      close_order: string;
      close_day: string | null;
      open_price: string;
      close_price: string | null;
      profit: string;
      commission: string;
      swap: string;
      fee: string;
      net: string;
      has_conflict: boolean;
      sources: Json<StoredSource[]>;
    };
    /** Derived: one row per day with records. */
    trading_days: {
      account_id: number;
      stage_id: number;
      day: string;
      starts_at: string;
      ends_at: string;
      opening_balance: string;
      closing_balance: string;
      net: string;
      has_deals: boolean;
      trades: Generated<number>;
      wins: Generated<number>;
      losses: Generated<number>;
      equity_low: string | null;
      equity_high: string | null;
      carried_since: string | null;
      first_observation: string | null;
      open_since: string | null;
      open_seconds: number;
      observed_seconds: number;
      /** Lows and highs of balance and equity. */
      points: Json<StoredPoint[]>;
      /** The state at the start of the day, from which it can be replayed. */
      checkpoint: Json<StoredState>;
    };
    /** Derived: lows and highs of one hour of a trading day. */
    equity_hours: {
      account_id: number;
      stage_id: number;
      day: string;
      hour: number;
      points: Json<StoredPoint[]>;
    };
    /** Derived: the state after the last record, and the statistics of that or an earlier revision. */
    stage_progress: {
      account_id: number;
      stage_id: number;
      revision: string;
      state: Json<StoredState>;
      /** The time according to the clock of the database. */
      changed_at: string;
      statistics_revision: string | null;
      statistics: Json<Statistics> | null;
      /** The hash of the records of that or an earlier revision. */
      records_revision: string | null;
      records_sha256: string | null;
    };
  }
}
