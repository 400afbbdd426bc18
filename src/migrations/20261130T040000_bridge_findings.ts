import { Migration } from "@mikro-orm/migrations";

/** What was fed and the platform no longer shows so. The previous release neither reads nor writes it. */
export class BridgeFindings extends Migration {
  override up(): void {
    this.addSql(`create table "bridge_findings" (
      "id" int generated always as identity not null,
      "account_id" int not null,
      "stage_id" int not null,
      "token_id" int not null,
      "login" text not null,
      "kind" text not null,
      "item" text not null,
      "ticket" text not null,
      "recorded" jsonb not null,
      "platform" jsonb null,
      "found_at" timestamptz(3) not null,
      "status" text not null,
      "reason" text null,
      "decided_at" timestamptz(3) null,
      "decided_by" text null,
      primary key ("account_id", "id"),
      constraint "bridge_findings_account_id_fkey" foreign key ("account_id")
        references "trading_accounts" ("id") on delete cascade,
      constraint "bridge_findings_kind_check" check ("kind" in ('changed', 'missing')),
      constraint "bridge_findings_item_check" check ("item" in ('deals', 'operations')),
      constraint "bridge_findings_status_check"
        check ("status" in ('open', 'accepted', 'kept', 'resolved')),
      constraint "bridge_findings_platform_check" check ((kind = 'missing') = (platform is null)),
      constraint "bridge_findings_decided_check" check (num_nulls(reason, decided_at, decided_by)
        = case when status in ('accepted', 'kept') then 0 else 3 end))`);
    this.addSql(`create unique index "bridge_findings_id_index" on "bridge_findings" ("id")`);
    this.addSql(
      `create index "bridge_findings_status_index" on "bridge_findings" ("status", "id")`,
    );
    this.addSql(`create index "bridge_findings_open_stage_index" on "bridge_findings" ("stage_id")
      where status = 'open'`);
    this.addSql(`create unique index "bridge_findings_open_unique" on "bridge_findings"
      ("account_id", "item", "ticket") where status = 'open'`);
  }
}
