import { minuteInWords } from "../../platform/time/local-time.rule.ts";
import { identityMailKinds } from "./mail-kinds.rule.ts";
import { createMails, type MailTemplates } from "./send-mail.ts";

/** The event that a mail about signing in reports. */
export type IdentityMailEvent =
  | { kind: "password-reset"; url: string }
  | { kind: "invitation"; url: string }
  | { kind: "email-verification"; url: string }
  | { kind: "password-changed" }
  | { kind: "email-changed"; from: string; to: string }
  | { kind: "new-sign-in"; device: string; address: string; at: Date }
  | { kind: "second-factor"; change: SecondFactorChange };

const ifNotYou = "If this was not you, set a new password immediately and contact us.";

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

const secondFactorTexts = {
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

export const identityTemplates: MailTemplates<IdentityMailEvent> = {
  "password-reset": ({ url }, firm) => ({
    subject: "Reset your password",
    paragraphs: [`We received a request to reset the password of your ${firm} account.`],
    action: { label: "Choose a new password", secretUrl: url },
    note: "The link works once and is valid for one hour. If this was not you, ignore this email; your password will not change.",
  }),
  invitation: ({ url }, firm) => ({
    subject: `Your ${firm} account is ready`,
    paragraphs: [
      `${firm} has opened a trading account for you.`,
      "Choose a password to sign in for the first time.",
    ],
    action: { label: "Choose a password", secretUrl: url },
    note: "The link works once and is valid for 7 days. After that, ask for a new one with “Forgot password” on the sign-in page.",
  }),
  "email-verification": ({ url }, firm) => ({
    subject: "Verify your email",
    paragraphs: [
      `Please confirm that this address belongs to your ${firm} account, so that we can reach you about payouts and the security of your account.`,
    ],
    action: { label: "Verify email", secretUrl: url },
    note: "The link works once and is valid for 7 days. If you have no account with us, ignore this email.",
  }),
  "password-changed": (_, firm) => ({
    subject: "Your password was changed",
    paragraphs: [`The password of your ${firm} account has just been changed.`],
    action: { label: "Set a new password", path: "/forgot-password" },
    note: ifNotYou,
  }),
  "email-changed": ({ from, to }, firm) => ({
    subject: "Your email was changed",
    paragraphs: [`The email of your ${firm} account was changed from ${from} to ${to}.`],
    note: "If this was not you, contact us immediately.",
  }),
  "new-sign-in": ({ device, address, at }, firm) => ({
    subject: "New sign-in to your account",
    paragraphs: [
      `We noticed a sign-in to your ${firm} account from a device or network that we have not seen before.`,
      `${device}, ${address}, ${minuteInWords(at)}`,
    ],
    action: { label: "Review your sessions", path: "/settings" },
    note: ifNotYou,
  }),
  "second-factor": ({ change: { what, label } }, firm) => ({
    subject: secondFactorTexts[what].subject,
    paragraphs: [secondFactorTexts[what].sentence(`your ${firm} account`, label)],
    action: { label: "Review how you sign in", path: "/settings" },
    note: ifNotYou,
  }),
};

export const { sendNotice, sendMail } = createMails<IdentityMailEvent>(
  identityMailKinds,
  identityTemplates,
);
