import { minuteInWords } from "../../platform/time/local-time.rule.ts";
import { declareMail } from "./declare-mail.rule.ts";

const ifNotYou = "If this was not you, set a new password immediately and contact us.";

const ifNotYourChange =
  "If this was not you, open “This was not me” in our email within 7 days: it undoes this change and later ones, signs everybody out and lets you set a new password.";

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
  "all-removed": {
    subject: "Your two-step sign-in was removed",
    sentence: (account) =>
      `All apps, passkeys and recovery codes of ${account} were removed, as requested because they were lost.`,
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

/** The mails about signing in, which the firm's other mails follow in `business/office/mails`. */
export const identityMails = {
  "password-reset": declareMail<{ url: string }>({
    label: "Password reset",
    isUrgent: true,
    when: "when a trader asks for a new password",
    isAlwaysSent: true,
    sample: (origin) => ({ url: `${origin}/reset-password?token=preview` }),
    text: ({ url }, firm) => ({
      subject: "Reset your password",
      paragraphs: [`We received a request to reset the password of your ${firm} account.`],
      action: { label: "Choose a new password", secretUrl: url },
      note: "The link works once and is valid for one hour. If this was not you, ignore this email; your password will not change.",
    }),
  }),
  invitation: declareMail<{ url: string }>({
    label: "Invitation",
    isUrgent: true,
    when: "when an administrator adds a trader",
    isAlwaysSent: true,
    sample: (origin) => ({ url: `${origin}/reset-password?token=preview` }),
    text: ({ url }, firm) => ({
      subject: `Your ${firm} account is ready`,
      paragraphs: [
        `${firm} has opened a trading account for you.`,
        "Choose a password to sign in for the first time.",
      ],
      action: { label: "Choose a password", secretUrl: url },
      note: "The link works once and is valid for 7 days. After that, ask for a new one with “Forgot password” on the sign-in page.",
    }),
  }),
  "password-changed": declareMail({
    label: "Password changed",
    isUrgent: true,
    when: "when a password is changed or reset",
    isAlwaysSent: true,
    isRateLimited: true,
    sample: () => ({}),
    text: (_, firm) => ({
      subject: "Your password was changed",
      paragraphs: [`The password of your ${firm} account has just been changed.`],
      action: { label: "Set a new password", path: "/forgot-password" },
      note: ifNotYou,
    }),
  }),
  "email-changed": declareMail<{ from: string; to: string }>({
    label: "Email changed",
    isUrgent: true,
    when: "to the old and the new address",
    isAlwaysSent: true,
    isRateLimited: true,
    sample: () => ({ from: "olivia.bennett@example.com", to: "olivia@example.com" }),
    text: ({ from, to }, firm) => ({
      subject: "Your email was changed",
      paragraphs: [`The email of your ${firm} account was changed from ${from} to ${to}.`],
      note: "If this was not you, contact us immediately.",
    }),
  }),
  "new-sign-in": declareMail<{ device: string; address: string; at: Date }>({
    label: "New device",
    isUrgent: true,
    when: "when a trader signs in from an unknown device or network",
    isAlwaysSent: true,
    isRateLimited: true,
    sample: () => ({
      device: "Firefox on Windows",
      address: "203.0.113.24",
      at: new Date("2026-03-14T09:26:00.000Z"),
    }),
    text: ({ device, address, at }, firm) => ({
      subject: "New sign-in to your account",
      paragraphs: [
        `We noticed a sign-in to your ${firm} account from a device or network that we have not seen before.`,
        `${device}, ${address}, ${minuteInWords(at)}`,
      ],
      action: { label: "Review your sessions", path: "/settings" },
      note: ifNotYou,
    }),
  }),
  "second-factor": declareMail<{ change: SecondFactorChange; notMeUrl: string }>({
    label: "Two-step sign-in",
    isUrgent: true,
    when: "when an app, a passkey or recovery codes are added, removed or used",
    isAlwaysSent: true,
    isRateLimited: "apart",
    sample: (origin) => ({
      change: { what: "passkey-added", label: "Chrome on macOS" },
      notMeUrl: `${origin}/not-me?token=preview`,
    }),
    text: ({ change: { what, label }, notMeUrl }, firm) => ({
      subject: secondFactorTexts[what].subject,
      paragraphs: [secondFactorTexts[what].sentence(`your ${firm} account`, label)],
      action: { label: "Review how you sign in", path: "/settings" },
      secondAction: { label: "This was not me", secretUrl: notMeUrl },
      note: ifNotYourChange,
    }),
  }),
  "factor-changes-undone": declareMail<{ removed: string[]; putBack: string[] }>({
    label: "Two-step sign-in undone",
    isUrgent: true,
    when: "when a trader opens “This was not me” in a mail",
    isAlwaysSent: true,
    sample: () => ({ removed: ["passkey “Chrome on macOS”"], putBack: ["authenticator app"] }),
    text: ({ removed, putBack }, firm) => ({
      subject: "Changes of your two-step sign-in were undone",
      paragraphs: [
        `You reported that another person had changed how you sign in to your ${firm} account.`,
        ...(removed.length > 0 ? [`Removed: ${removed.join(", ")}.`] : []),
        ...(putBack.length > 0 ? [`Put back: ${putBack.join(", ")}.`] : []),
        "Everybody was signed out, and your password no longer works. Payouts that were requested since are held until we have checked them.",
      ],
      action: { label: "Set a new password", path: "/forgot-password" },
    }),
  }),
  "recovery-requested": declareMail<{ endsAt: Date; url: string }>({
    label: "Two-step sign-in recovery",
    isUrgent: true,
    when: "to all recent addresses, when an owner starts to remove a lost second factor",
    isAlwaysSent: true,
    sample: (origin) => ({
      endsAt: new Date("2026-03-17T09:26:00.000Z"),
      url: `${origin}/stop-recovery?token=preview`,
    }),
    text: ({ endsAt, url }, firm) => ({
      subject: "Your two-step sign-in will be removed",
      paragraphs: [
        `We received a request to remove your second factor, because it is lost. All apps, passkeys and recovery codes of your ${firm} account will be removed at ${minuteInWords(endsAt)}.`,
        "You will then set a new password by email. Until then, no payout is approved.",
      ],
      action: { label: "Stop the removal", secretUrl: url },
      note: "If you did not ask for this, stop it. The link works once, until the removal.",
    }),
  }),
  "recovery-stopped": declareMail<{ by: "link" | "firm" }>({
    label: "Two-step sign-in recovery stopped",
    isUrgent: true,
    when: "when the removal of a second factor is stopped or cancelled",
    isAlwaysSent: true,
    sample: () => ({ by: "link" }),
    text: ({ by }, firm) => ({
      subject: "Your two-step sign-in will not be removed",
      paragraphs: [
        by === "link"
          ? `The removal of the second factor of your ${firm} account was stopped by the link in our email.`
          : `We have cancelled the removal of the second factor of your ${firm} account.`,
        "You sign in as before. If you did not expect this, contact us.",
      ],
    }),
  }),
  "recovery-completed": declareMail<{ url: string }>({
    label: "Password after a recovery",
    isUrgent: true,
    when: "when a lost second factor was removed",
    isAlwaysSent: true,
    sample: (origin) => ({ url: `${origin}/reset-password?token=preview` }),
    text: ({ url }, firm) => ({
      subject: "Set a new password",
      paragraphs: [
        `The second factor of your ${firm} account was removed, and your former password no longer works.`,
      ],
      action: { label: "Choose a new password", secretUrl: url },
      note: "The link works once and is valid for 7 days. After that, ask for a new one with “Forgot password” on the sign-in page.",
    }),
  }),
  "factor-confirmation": declareMail<{ url: string; passkey: string | null }>({
    label: "Two-step sign-in confirmation",
    when: "when a trader sets up the first app or passkey",
    isUrgent: true,
    isAlwaysSent: true,
    isRateLimited: true,
    sample: (origin) => ({
      url: `${origin}/confirm-second-factor?token=preview`,
      passkey: "Chrome on macOS",
    }),
    text: ({ url, passkey }, firm) => ({
      subject: passkey === null ? "Confirm your authenticator app" : "Confirm your passkey",
      paragraphs: [
        passkey === null
          ? `An authenticator app was set up for your ${firm} account.`
          : `The passkey “${passkey}” was added to your ${firm} account.`,
        "It counts only after you confirm it. From then on, a password alone no longer signs in.",
      ],
      action: { label: "Confirm", secretUrl: url },
      note: `The link works once and is valid for one hour. ${ifNotYou} Do not confirm it then.`,
    }),
  }),
  "email-verification": declareMail<{ url: string }>({
    label: "Email verification",
    isUrgent: true,
    when: "after registration and when the email changes",
    isRateLimited: true,
    sample: (origin) => ({ url: `${origin}/verify-email?token=preview` }),
    text: ({ url }, firm) => ({
      subject: "Verify your email",
      paragraphs: [
        `Please confirm that this address belongs to your ${firm} account, so that we can reach you about payouts and the security of your account.`,
      ],
      action: { label: "Verify email", secretUrl: url },
      note: "The link works once and is valid for 7 days. If you have no account with us, ignore this email.",
    }),
  }),
};
