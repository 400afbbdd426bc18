import { Migration } from "@mikro-orm/migrations";

/** Stores what an account was ready to pay out when a request was decided; `null` for earlier decisions. */
export class DecisionReadiness extends Migration {
  override up(): void {
    this.addSql(`alter table "payout_requests" add "decision_readiness" jsonb null`);
  }
}
