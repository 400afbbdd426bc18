import { defineEntity, p } from "@mikro-orm/core";

/** The attempts that were counted under one key; the columns are those of `rate-limiter-flexible`. */
export const ThrottleCount = defineEntity({
  name: "ThrottleCount",
  tableName: "throttles",
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** Milliseconds since 1970. */
    expire: p.bigint("string").nullable(),
  },
});
