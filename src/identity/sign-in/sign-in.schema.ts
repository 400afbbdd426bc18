import { z } from "zod";
import { email, requiredText, secretText } from "../../platform/lib/text.schema.ts";

export const loginInput = z.strictObject({
  email: email(),
  password: secretText({ min: 1, tooShort: "Password is required" }),
  remember: z
    .boolean({ error: "remember must be true or false" })
    .optional()
    .meta({ description: "Whether the session lasts 30 days, even if the browser is closed" }),
});

export const adminLoginInput = z.strictObject({
  accessKey: requiredText("Admin access key is required"),
});

export const adminSession = z.object({ isAdmin: z.boolean() });
