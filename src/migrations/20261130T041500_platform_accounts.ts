import { Migration } from "@mikro-orm/migrations";

/**
 * Actions that open accounts at the platform and change them. An action that opens one has no login before it is done;
 * the previous release does not request such actions.
 */
export class PlatformAccounts extends Migration {
  override up(): void {
    this.addSql(`alter table "actions" alter column "login" drop not null,
      add column "asked_account" jsonb null,
      drop constraint "actions_kind_check"`);
    this.addSql(`alter table "actions"
      add constraint "actions_kind_check" check ("kind" in ('disable_trading', 'enable_trading',
        'close_positions', 'withdraw', 'deposit', 'create_account', 'reset_password', 'change_account')),
      add constraint "actions_login_check" check (login is not null or kind = 'create_account'),
      add constraint "actions_account_check"
        check ((kind in ('create_account', 'change_account')) = (asked_account is not null))`);
  }
}
