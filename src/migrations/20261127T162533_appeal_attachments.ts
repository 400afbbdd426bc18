import { Migration } from "@mikro-orm/migrations";

/** Files that traders attach to appeals. The previous release neither reads nor writes them. */
export class AppealAttachments extends Migration {
  override up(): void {
    this.addSql(
      `create table "appeal_attachments" ("id" int generated always as identity not null primary key, "appeal_id" int not null, "name" text not null, "kind" text not null, "size" int not null, "sha256" text not null, "file_key" text not null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "appeal_attachments" add constraint "appeal_attachments_file_key_unique" unique ("file_key")`,
    );
    this.addSql(
      `create index "appeal_attachments_appeal_id_index" on "appeal_attachments" ("appeal_id")`,
    );
    this.addSql(
      `alter table "appeal_attachments" add constraint "appeal_attachments_appeal_id_foreign" foreign key ("appeal_id") references "appeals" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "appeal_attachments" add constraint "appeal_attachments_kind_check" check ("kind" in ('pdf', 'png', 'jpg', 'webp', 'statement'))`,
    );
  }
}
