import { Migration } from "@mikro-orm/migrations";

/**
 * Announces ended sessions and bans, so that the open streams of all instances end at once, however the
 * session was ended.
 */
export class LiveUpdates extends Migration {
  override up(): void {
    this.addSql(`create function sessions_notify_ended() returns trigger language plpgsql as $$
      begin
        perform pg_notify('propdesk_live', 'session:' || old.id);
        return null;
      end $$`);
    this.addSql(`create trigger sessions_notify_ended after delete on sessions
      for each row execute function sessions_notify_ended()`);
    this.addSql(`create function users_notify_banned() returns trigger language plpgsql as $$
      begin
        perform pg_notify('propdesk_live', 'trader:' || new.id);
        return null;
      end $$`);
    this.addSql(`create trigger users_notify_banned after update of banned on users
      for each row when (new.banned is distinct from old.banned)
      execute function users_notify_banned()`);
  }
}
