import { z } from "zod";
import { secretText } from "../../platform/lib/text.schema.ts";

export const verifyEmailInput = z.strictObject({
  token: secretText({ min: 1, tooShort: "This link is no longer valid" }),
});
