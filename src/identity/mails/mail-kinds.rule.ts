export interface DeclaredMail {
  /** The name of the mail in the settings. */
  label: string;
  /** When the mail is sent, as in "Sent …". */
  when: string;
  /** Sent regardless of the settings, because accounts could not be used or protected without it. */
  isAlwaysSent?: true;
  /** Traders can trigger it any number of times, for any address that they enter as their own. */
  isRateLimited?: true;
}

/** The mails about signing in, which the firm's other mails follow in `business/office/mails`. */
export const identityMailKinds = {
  "password-reset": {
    label: "Password reset",
    when: "when a trader asks for a new password",
    isAlwaysSent: true,
  },
  invitation: {
    label: "Invitation",
    when: "when an administrator adds a trader",
    isAlwaysSent: true,
  },
  "password-changed": {
    label: "Password changed",
    when: "when a password is changed or reset",
    isAlwaysSent: true,
    isRateLimited: true,
  },
  "email-changed": {
    label: "Email changed",
    when: "to the old and the new address",
    isAlwaysSent: true,
    isRateLimited: true,
  },
  "new-sign-in": {
    label: "New device",
    when: "when a trader signs in from an unknown device or network",
    isAlwaysSent: true,
    isRateLimited: true,
  },
  "second-factor": {
    label: "Two-step sign-in",
    when: "when an app, a passkey or recovery codes are added, removed or used",
    isAlwaysSent: true,
    isRateLimited: true,
  },
  "email-verification": {
    label: "Email verification",
    when: "after registration and when the email changes",
    isRateLimited: true,
  },
} as const satisfies Record<string, DeclaredMail>;
