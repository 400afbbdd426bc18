import { z } from "zod";
import { code } from "../second-factor/second-factor.schema.ts";
import { email, requiredText, exactText } from "../../platform/fields/text.schema.ts";

const secondCode = code.optional().meta({
  description:
    "A code from the authenticator app, or a recovery code; ignored without a second factor",
});

export const loginInput = z.strictObject({
  email: email(),
  password: exactText({ min: 1, tooShort: "Password is required" }),
  remember: z
    .boolean({ error: "remember must be true or false" })
    .optional()
    .meta({ description: "Whether the session lasts 30 days, even if the browser is closed" }),
  code: secondCode,
});

export const adminLoginInput = z.strictObject({
  accessKey: requiredText("Admin access key is required"),
  code: secondCode,
});

export const adminSession = z.object({ isAdmin: z.boolean() });
