import type { z } from "zod";
import { timestamp } from "../../../platform/fields/fields.schema.ts";
import { traderLink } from "../../links/view/trader-link.schema.ts";
import { ownAppeal } from "../appeals/appeal.schema.ts";

/** A link that was confirmed, as one of its traders sees it, with their appeal against it. */
export const ownLink = traderLink
  .extend({
    appeal: ownAppeal.nullable(),
    appealUntil: timestamp.nullable().meta({
      description: "Until when you can appeal against it; `null` if you cannot",
    }),
  })
  .meta({ id: "TraderLink" });
export type OwnLink = z.output<typeof ownLink>;
