import type { ColumnType, Generated } from "kysely";
import type { ViewList } from "./view-lists.rule.ts";

export interface SavedViewRow {
  id: Generated<number>;
  author_id: number;
  list: ViewList;
  name: string;
  parameters: ColumnType<Record<string, string>, string, string>;
  is_shared: boolean;
  created_at: string;
  updated_at: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    saved_views: SavedViewRow;
  }
}
