import { z } from "zod";

/** How a service is that serves calls. */
export const health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    database: z.literal("ok"),
    jobs: z.enum(["ok", "delayed"]).meta({ description: "Delayed: nobody does them" }),
    mail: z.enum(["ok", "delayed"]).meta({ description: "Delayed: one was not taken yet" }),
    storage: z.enum(["ok", "failing"]),
    scanner: z.enum(["ok", "failing", "off"]).meta({ description: "Off: no virus scanner is set" }),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof health>;
