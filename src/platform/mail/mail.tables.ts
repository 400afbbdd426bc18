import type { ColumnType, Generated } from "kysely";

/** The table has at most one row. */
interface MailSettingsRow {
  id: 1;
  /** The kinds of mails that the firm does not send. */
  switched_off: string[];
  updated_at: string;
  updated_by: string;
}

/** A notice on a trader's page: the text of a mail, without links that contain a token. */
export interface NoticeRow {
  id: Generated<number>;
  user_id: number;
  kind: string;
  subject: string;
  paragraphs: string[];
  note: string | null;
  link_label: string | null;
  /** The path of a screen of the web client. */
  link_path: string | null;
  at: string;
  read_at: ColumnType<string | null, undefined, string>;
}

declare module "../database/tables.ts" {
  interface Tables {
    mail_settings: MailSettingsRow;
    notices: NoticeRow;
  }
}
