import { requiredText, exactText, text } from "../../platform/fields/text.schema.ts";
import { z } from "zod";
import { authenticationResponse } from "./passkey.schema.ts";
import { presentRecovery } from "./recovery.schema.ts";
import { id, targetId, timestamp } from "../../platform/fields/fields.schema.ts";

/** Longer than any code that is accepted. */
const MAX_CODE = 64;

/** A code of an authenticator app, or a recovery code. */
export const code = text("Code must be text", MAX_CODE);

export const passkey = z
  .object({
    id,
    label: z.string().meta({ examples: ["Chrome on macOS"] }),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .nullable()
      .meta({ description: "`null` if it has never been used to sign in" }),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof passkey>;

export const secondFactor = z
  .object({
    isOn: z.boolean().meta({ description: "Whether a second factor is set up" }),
    isRequired: z
      .boolean()
      .meta({ description: "Whether an owner requires a second factor from the team" }),
    totpSince: timestamp
      .nullable()
      .meta({ description: "When an authenticator app was set up; `null` without one" }),
    recoveryCodesLeft: z.int().meta({ minimum: 0, examples: [10] }),
    passkeys: z.array(passkey),
    unconfirmed: z
      .object({
        kind: z.enum(["totp", "passkey"]),
        confirmBy: timestamp.meta({ description: "When the link in the mail expires" }),
      })
      .nullable()
      .meta({
        description:
          "A trader's first factor that does not count yet, because the link in the mail was not opened",
        examples: [null],
      }),
    recovery: presentRecovery,
    passkeyOrigin: z
      .string()
      .nullable()
      .meta({
        description:
          "The only address at which passkeys work; `null` if the public address is an IP address",
        examples: ["https://desk.example.com"],
      }),
  })
  .meta({ id: "SecondFactor" });
export type SecondFactor = z.infer<typeof secondFactor>;

/** Proof of who is calling: an open session alone must not suffice to change how its owner signs in. */
const proofFields = {
  password: exactText({ min: 0, tooShort: "Password must be text" })
    .optional()
    .meta({ description: "The current password or, for administrators, the access key" }),
  code: code
    .optional()
    .meta({ description: "Instead of the password: a code from the app, or a recovery code" }),
};

/** Proof by the second factor; the password counts only of people without one. */
export const strongProofFields = {
  ...proofFields,
  password: proofFields.password.meta({
    description: "The current password, of a trader without a second factor",
  }),
  passkey: authenticationResponse.optional().meta({
    description: "Instead of a code: what a passkey has signed for `POST /login/passkey-options`",
  }),
};

const strongProof = z.object(strongProofFields);
export type StrongProof = z.output<typeof strongProof>;

export const proofInput = z.strictObject(proofFields);
export type Proof = z.output<typeof proofInput>;

export const proofForIdInput = z.strictObject({ id: targetId, ...proofFields });

export const confirmTotpInput = z.strictObject({
  code: requiredText("Enter the code that the app shows"),
});

/** The response that contains a TOTP secret. */
export const totpSetup = z
  .object({
    secret: z
      .string()
      .meta({ description: "In base32, to type into the app", examples: ["JBSWY3DPEHPK3PXP"] }),
    uri: z.string().meta({
      description: "The content of the QR code",
      examples: [
        "otpauth://totp/Propdesk:olivia.bennett%40example.com?issuer=Propdesk&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
      ],
    }),
  })
  .meta({ id: "TotpSetup" });
export type TotpSetup = z.infer<typeof totpSetup>;

const recoveryCodes = z.array(z.string()).meta({ examples: [["7KQ2-M0XD-93TV"]] });

export const recoveryCodesAnswer = z
  .object({
    recoveryCodes: recoveryCodes.meta({
      description: "Each code works once. The codes are not shown again",
    }),
  })
  .meta({ id: "RecoveryCodes" });
export type RecoveryCodesResponse = z.infer<typeof recoveryCodesAnswer>;

/** The response after a factor was added. */
export const addedFactor = z
  .object({
    secondFactor,
    recoveryCodes: recoveryCodes.nullable().meta({
      description:
        "Created with the first factor and not shown again; `null` if recovery codes already exist",
    }),
  })
  .meta({ id: "AddedSecondFactor" });
export type AddedFactor = z.infer<typeof addedFactor>;

/** The response after a trader's first factor was added, which counts only after a link in a mail was opened. */
export const waitingFactor = z
  .object({
    confirmBy: timestamp.meta({ description: "When the link in the mail expires" }),
    recoveryCodes: recoveryCodes.meta({
      description: "They work once the factor is confirmed, and are not shown again",
    }),
  })
  .meta({ id: "WaitingSecondFactor" });
export type WaitingFactor = z.infer<typeof waitingFactor>;

export const mailedTokenInput = z.strictObject({
  token: exactText({ min: 1, tooShort: "This link is no longer valid" }),
});

export type SecondFactorMethod = "totp" | "passkey" | "recovery-code";

declare module "../../platform/errors.ts" {
  interface RefusalDetails {
    /** The user's second factors, revealed only if the password or access key is correct. */
    methods?: SecondFactorMethod[];
  }

  interface RefusalReasons {
    /** The password or access key is correct: repeat the call with a `code`, or sign in with a passkey. */
    second_factor_required: true;
    /** The code is wrong. */
    second_factor_incorrect: true;
    /** The team requires a second factor, which the administrator has to set up. */
    second_factor_setup_required: true;
  }
}
