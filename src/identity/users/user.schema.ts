import { z } from "zod";
import { outputsOf } from "../../platform/declared/field.schema.ts";
import { recordOf } from "../../platform/fields/pick.rule.ts";
import { id, timestamp } from "../../platform/fields/fields.schema.ts";
import { optionalText, requiredText, exactText } from "../../platform/fields/text.schema.ts";
import { type AtSignUp, textsAtSignUp, traderFields } from "./trader.fields.ts";

export const profileFields = {
  id,
  ...outputsOf(traderFields),
  privacyPolicyAgreed: z.boolean(),
  createdAt: timestamp,
};

type SignUpName = (typeof textsAtSignUp)[number];

type SignUpInput<Name extends SignUpName> =
  (typeof traderFields)[Name]["atSignUp"] extends "optional"
    ? ReturnType<typeof optionalText>
    : ReturnType<typeof requiredText>;

/** The texts that a registration asks for. */
export const signUpTexts = recordOf(textsAtSignUp, (name) =>
  signUpText(traderFields[name].atSignUp),
) as { [Name in SignUpName]: SignUpInput<Name> };

function signUpText(asked: AtSignUp) {
  return asked === "optional" ? optionalText() : requiredText(asked.required);
}

/** A trader's own profile. */
export const currentTrader = z.object(profileFields).meta({ id: "CurrentUser" });
export type CurrentTrader = z.infer<typeof currentTrader>;

export const verifyEmailInput = z.strictObject({
  token: exactText({ min: 1, tooShort: "This link is no longer valid" }),
});
