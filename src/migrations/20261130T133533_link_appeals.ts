import { Migration } from "@mikro-orm/migrations";

/**
 * Traders appeal against links, each of a case for themselves, and find the cases that were confirmed about them. The
 * previous release reads other appeals only.
 */
export class LinkAppeals extends Migration {
  override up(): void {
    this.addSql(`alter table "appeals" drop constraint "appeals_subject_unique"`);
    this.addSql(`alter table "appeals" drop constraint "appeals_subject_kind_check"`);
    this.addSql(
      `alter table "appeals" add constraint "appeals_subject_unique" unique ("subject_kind", "subject_id", "user_id")`,
    );
    this.addSql(
      `alter table "appeals" add constraint "appeals_subject_kind_check" check ("subject_kind" in ('review', 'payout', 'finding', 'link'))`,
    );
    this.addSql(
      `create index "link_decisions_confirmed_index" on "link_decisions" using gin ((snapshot -> 'userIds')) with (fastupdate = off) where decision = 'confirm'`,
    );
  }
}
