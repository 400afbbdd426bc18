import { Migration } from "@mikro-orm/migrations";

/** A trader's first factor waits here until a mailed link confirms it. The previous release adds factors at once, as before. */
export class FactorConfirmations extends Migration {
  override up(): void {
    this.addSql(
      `create table "factor_confirmations" ("user_id" int not null, "token_hash" text not null, "expires_at" timestamptz(3) not null, "passkey" jsonb null, "codes" jsonb not null, "session_id" int not null, primary key ("user_id"))`,
    );
    this.addSql(
      `alter table "factor_confirmations" add constraint "factor_confirmations_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(
      `alter table "factor_confirmations" add constraint "factor_confirmations_user_id_fkey" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
  }
}
