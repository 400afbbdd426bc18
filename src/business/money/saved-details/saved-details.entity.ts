import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";
import { paymentMethodCodes } from "../payouts/payout.rule.ts";

/** Where a trader is to be paid by a method, to be chosen when they request a payout. At most one of each method. */
export const SavedDetails = defineEntity({
  name: "SavedDetails",
  tableName: "saved_details",
  properties: {
    trader: () =>
      p
        .manyToOne(Trader)
        .fieldName("user_id")
        .primary()
        .deleteRule("cascade")
        .updateRule("no action"),
    paymentMethod: p.enum(paymentMethodCodes).primary(),
    /** Encrypted; see `saved-details.ts`. */
    sealedDetails: p.text().hidden(),
    savedAt: p.datetime(3),
  },
});
