import { defineEntity, p } from "@mikro-orm/core";
import { TraderSchema } from "../../../identity/users/trader.entity.ts";

/** A tag of one trader. */
export const TraderTag = defineEntity({
  name: "TraderTag",
  tableName: "trader_tags",
  properties: {
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .primary()
        .fieldName("user_id")
        .foreignKeyName("trader_tags_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    tag: p.text().primary(),
  },
  indexes: [{ name: "trader_tags_tag_user_id_index", properties: ["tag", "trader"] }],
  checks: [{ name: "trader_tags_tag_check", expression: "tag <> ''" }],
});
