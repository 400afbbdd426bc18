/** How the second factor of a trader's sign-in was changed or used. */
export interface SecondFactorChange {
  what: keyof typeof secondFactorTexts;
  /** The name of the passkey concerned. */
  label?: string;
}

interface SecondFactorText {
  subject: string;
  sentence: (account: string, label?: string) => string;
}

export const secondFactorTexts = {
  "totp-added": {
    subject: "An authenticator app was set up",
    sentence: (account) => `Signing in to ${account} now needs a code from an authenticator app.`,
  },
  "totp-removed": {
    subject: "Your authenticator app was turned off",
    sentence: (account) =>
      `Signing in to ${account} no longer needs a code from an authenticator app.`,
  },
  "recovery-codes-made": {
    subject: "New recovery codes were created",
    sentence: (account) =>
      `New recovery codes were created for ${account}. The previous ones no longer work.`,
  },
  "recovery-code-used": {
    subject: "A recovery code was used",
    sentence: (account) => `A recovery code for ${account} was used. It cannot be used again.`,
  },
  "passkey-added": {
    subject: "A passkey was added",
    sentence: (account, label) =>
      `The passkey “${label}” can now be used to sign in to ${account}.`,
  },
  "passkey-removed": {
    subject: "A passkey was removed",
    sentence: (account, label) =>
      `The passkey “${label}” can no longer be used to sign in to ${account}.`,
  },
} satisfies Record<string, SecondFactorText>;
