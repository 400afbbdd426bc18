import { Migration } from "@mikro-orm/migrations";

/** Indexes by time, with which the figures of a period read nothing outside of it. */
export class FiguresByTime extends Migration {
  override up(): void {
    this.addSql(
      `create index "audit_events_figures_index" on "audit_events" ("action", "at") where action in ('payout.cancelled', 'trader.deleted')`,
    );
    this.addSql(
      `create index "reviews_decided_index" on "reviews" ("decided_at") where decided_at is not null`,
    );
    this.addSql(
      `create index "reviews_breach_index" on "reviews" ((verdict ->> 'endedAt')) where kind = 'breach'`,
    );
    this.addSql(`create index "stages_started_at_index" on "stages" ("started_at")`);
    this.addSql(
      `create index "payments_paid_index" on "payments" ("paid_at") where paid_at is not null`,
    );
    this.addSql(
      `create index "payments_reversed_index" on "payments" ("reversed_at") where reversed_at is not null`,
    );
    this.addSql(`create index "orders_received_index" on "orders" ("received_at")`);
    this.addSql(
      `create index "order_steps_returned_index" on "order_steps" ("at") where kind in ('refunded', 'ended', 'dispute_lost')`,
    );
    this.addSql(
      `create index "identities_decided_index" on "identities" ("decided_at") where decided_at is not null`,
    );
    this.addSql(
      `create index "decisions_payouts_index" on "decisions" ("at") where subject_kind = 'payout' and step in ('approve', 'reject')`,
    );
    this.addSql(
      `create index "appeals_decided_index" on "appeals" ("decided_at") where decided_at is not null`,
    );
    this.addSql(
      `create index "actions_finished_index" on "actions" ("finished_at") where status in ('done', 'failed')`,
    );
  }
}
