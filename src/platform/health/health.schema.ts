import { z } from "zod";

/** The state of an instance that serves calls. */
export const health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    database: z.literal("ok"),
    jobs: z
      .enum(["ok", "delayed"])
      .meta({ description: "`delayed` if no worker is processing jobs" }),
    mail: z
      .enum(["ok", "delayed"])
      .meta({ description: "`delayed` if an email has not been accepted yet" }),
    storage: z.enum(["ok", "failing"]),
    scanner: z
      .enum(["ok", "failing", "off"])
      .meta({ description: "`off` if no virus scanner is configured" }),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof health>;
