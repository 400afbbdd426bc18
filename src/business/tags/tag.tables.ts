export interface TagRow {
  user_id: number;
  tag: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    trader_tags: TagRow;
  }
}
