import { Migration } from "@mikro-orm/migrations";

/** The first schema. */
export class Initial extends Migration {
  override up(): void {
    this.addSql(
      `create table "admins" ("id" serial primary key, "label" text not null, "access_key" text not null, "created_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null)`,
    );
    this.addSql(
      `alter table "admins" add constraint "admins_access_key_unique" unique ("access_key")`,
    );
    this.addSql(
      `create table "users" ("id" serial primary key, "full_name" text null, "email" text not null, "password" text null, "country" text null, "city" text null, "street" text null, "house_number" text null, "privacy_policy_agreed" boolean not null default false, "banned" boolean not null default false, "ban_reason" text null, "reset_token" text null, "reset_token_expiry" timestamptz(3) null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`alter table "users" add constraint "users_email_unique" unique ("email")`);
    this.addSql(
      `alter table "users" add constraint "users_reset_token_unique" unique ("reset_token")`,
    );
    this.addSql(
      `alter table "users" add constraint "users_email_lower_case" check (email = lower(email))`,
    );
    this.addSql(
      `alter table "users" add constraint "users_ban_reason_only_while_banned" check (banned or ban_reason is null)`,
    );
    this.addSql(
      `alter table "users" add constraint "users_reset_token_expires" check ((reset_token is null) = (reset_token_expiry is null))`,
    );
    this.addSql(
      `create table "sessions" ("id" serial primary key, "token_hash" text not null, "user_id" int null, "admin_id" int null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "sessions" add constraint "sessions_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(`create index "sessions_user_id_index" on "sessions" ("user_id")`);
    this.addSql(`create index "sessions_admin_id_index" on "sessions" ("admin_id")`);
    this.addSql(`create index "sessions_expires_at_index" on "sessions" ("expires_at")`);
    this.addSql(
      `alter table "sessions" add constraint "sessions_have_one_owner" check ((user_id is null) <> (admin_id is null))`,
    );
    this.addSql(
      `create table "payout_requests" ("id" serial primary key, "user_id" int not null, "amount" numeric(14,2) not null, "payment_method" text not null, "payment_details" text null, "status" text not null default 'pending', "admin_notes" text null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `create index "payout_requests_user_id_id_index" on "payout_requests" ("user_id", "id")`,
    );
    this.addSql(
      `create index "payout_requests_status_id_index" on "payout_requests" ("status", "id")`,
    );
    this.addSql(
      `alter table "payout_requests" add constraint "payout_requests_amount_is_positive" check (amount > 0 and amount <> 'NaN')`,
    );
    this.addSql(
      `alter table "payout_requests" add constraint "payout_requests_rejection_has_notes" check (status <> 'rejected' or coalesce(admin_notes, '') <> '')`,
    );
    this.addSql(
      `alter table "payout_requests" add constraint "payout_requests_payment_method_check" check ("payment_method" in ('bank', 'paypal', 'crypto', 'skrill'))`,
    );
    this.addSql(
      `alter table "payout_requests" add constraint "payout_requests_status_check" check ("status" in ('pending', 'approved', 'rejected'))`,
    );
    this.addSql(
      `create table "certificates" ("id" serial primary key, "user_id" int not null, "name" text not null, "file_key" text not null, "issued_at" timestamptz(3) not null, "uploaded_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "certificates_user_id_index" on "certificates" ("user_id")`);
    this.addSql(
      `alter table "certificates" add constraint "certificates_file_key_unique" unique ("file_key")`,
    );
    this.addSql(
      `alter table "certificates" add constraint "certificates_name_not_blank" check (name <> '')`,
    );
    this.addSql(
      `create table "trading_accounts" ("id" serial primary key, "user_id" int not null, "login" text null, "master_password" text null, "server" text null, "balance" numeric(14,2) not null default '0.00', "profit_loss" numeric(14,2) not null default '0.00', "status" text not null default 'pending', "phase" text null, "payout_enabled" boolean not null default false, "daily_drawdown_limit" text null, "overall_loss_limit" text null, "profit_target" text null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "trading_accounts" add constraint "trading_accounts_user_id_unique" unique ("user_id")`,
    );
    this.addSql(
      `alter table "trading_accounts" add constraint "trading_accounts_money_is_a_number" check (balance <> 'NaN' and profit_loss <> 'NaN')`,
    );
    this.addSql(
      `alter table "trading_accounts" add constraint "trading_accounts_status_check" check ("status" in ('pending', 'active', 'under-review', 'breached'))`,
    );
    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "sessions" add constraint "sessions_admin_id_foreign" foreign key ("admin_id") references "admins" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "payout_requests" add constraint "payout_requests_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "certificates" add constraint "certificates_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "trading_accounts" add constraint "trading_accounts_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );

    // The table of rate-limiter-flexible, which counts attempts.
    this.addSql(
      `create table throttles (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
    );
  }
}
