import { z } from "zod";
import { targetId } from "../../platform/fields/fields.schema.ts";
import { nameText } from "../../platform/fields/text.schema.ts";

/** Longer than what any authenticator returns. */
const MAX_BYTES = 16_000;

const base64url = z
  .string({ error: "Must be base64url" })
  .max(MAX_BYTES, { error: "Must not be longer than 16,000 characters" })
  .regex(/^[\w-]+$/, { error: "Must be base64url" });

/** Only the fields that are verified; browsers send others as well. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key", { error: "The type must be public-key" }),
};

/** What `navigator.credentials.create()` returns, as JSON. */
const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponse>;

/** What `navigator.credentials.get()` returns, as JSON. */
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

const label = nameText("Name is required")
  .refine((text) => text.length <= 80, { error: "Name must not be longer than 80 characters" })
  .meta({ description: "A name to recognise the passkey by", examples: ["Chrome on macOS"] });

export const addPasskeyInput = z.strictObject({
  credential: registrationResponse,
  label: label.optional(),
});

export const renamePasskeyInput = z.strictObject({ id: targetId, label });

export const passkeyLoginInput = z.strictObject({ credential: authenticationResponse });

/** Only traders choose how long a session lasts; administrators' sessions have a fixed duration. */
export const traderPasskeyLoginInput = passkeyLoginInput.safeExtend({
  remember: z.boolean({ error: "remember must be true or false" }).optional(),
});

const challenge = z.string().meta({
  description: "Accepted once, within five minutes",
  examples: ["8rHcGXZC3hQ5tXQO1fG4bUyqcvA0Cj6v4Fz4k5JmEwY"],
});
const timeout = z
  .number()
  .optional()
  .meta({ examples: [300_000] });
const rpId = z.string().meta({ examples: ["desk.example.com"] });
const descriptor = z.object({
  id: z.string().meta({ examples: ["AXcYdl9v3hQ5tXQO1fG4bQ"] }),
  type: z.literal("public-key"),
  transports: z
    .array(z.string())
    .optional()
    .meta({ examples: [["internal"]] }),
});

/** For `navigator.credentials.create()`. */
export const passkeyCreation = z
  .object({
    challenge,
    rp: z.object({ id: rpId.optional(), name: z.string().meta({ examples: ["Propdesk"] }) }),
    user: z.object({
      id: z.string().meta({ examples: ["dHJhZGVyOjc"] }),
      name: z.string().meta({ examples: ["olivia.bennett@example.com"] }),
      displayName: z.string().meta({ examples: ["Olivia Bennett"] }),
    }),
    pubKeyCredParams: z.array(
      z.object({ alg: z.int().meta({ examples: [-7] }), type: z.literal("public-key") }),
    ),
    timeout,
    excludeCredentials: z.array(descriptor).optional(),
    authenticatorSelection: z
      .object({
        residentKey: z.enum(["required", "preferred", "discouraged"]).optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: z.enum(["required", "preferred", "discouraged"]).optional(),
      })
      .optional(),
    attestation: z.enum(["none", "direct", "enterprise", "indirect"]).optional(),
  })
  .meta({ id: "PasskeyCreationOptions" });
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** For `navigator.credentials.get()`. */
export const passkeyRequest = z
  .object({
    challenge,
    rpId: rpId.optional(),
    timeout,
    userVerification: z.enum(["required", "preferred", "discouraged"]).optional(),
  })
  .meta({ id: "PasskeyRequestOptions" });
export type PasskeyRequest = z.infer<typeof passkeyRequest>;
