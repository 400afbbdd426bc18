import type { DeclaredAction } from "./declared-events.rule.ts";

export const signInActions = {
  "trader.signed-in": { label: "Signed in", icon: "signIn" },
  "trader.sign-in-refused": {
    label: "Sign-in refused",
    icon: "alert",
    tone: "critical",
    preposition: "for",
  },
  "session.ended": { label: "Signed out elsewhere", icon: "signIn" },
  "password.changed": { label: "Changed the password", icon: "key" },
  "password.reset-requested": {
    label: "Requested a password reset",
    icon: "key",
    preposition: "for",
  },
  "password.reset": { label: "Reset the password", icon: "key" },
  "email.verified": { label: "Verified the email", icon: "check", tone: "good" },
  "second-factor.totp-added": { label: "Set up an authenticator app", icon: "key", tone: "good" },
  "second-factor.totp-removed": {
    label: "Turned an authenticator app off",
    icon: "key",
    tone: "critical",
  },
  "second-factor.recovery-codes-made": { label: "Created recovery codes", icon: "key" },
  "second-factor.recovery-code-used": {
    label: "Used a recovery code",
    icon: "key",
    tone: "critical",
  },
  "second-factor.removed": {
    label: "Removed another person's second factor",
    icon: "key",
    tone: "critical",
  },
  "second-factor.undone": {
    label: "Undid changes of the second factor",
    icon: "alert",
    tone: "critical",
  },
  "recovery.requested": {
    label: "Started to remove a lost second factor",
    icon: "key",
    tone: "critical",
    preposition: "of",
  },
  "recovery.stopped": { label: "Stopped the removal of the second factor", icon: "close" },
  "recovery.cancelled": {
    label: "Cancelled the removal of a lost second factor",
    icon: "close",
    preposition: "of",
  },
  "recovery.completed": {
    label: "Removed a lost second factor",
    icon: "key",
    tone: "critical",
    preposition: "of",
  },
  "passkey.added": { label: "Added a passkey", icon: "key", tone: "good" },
  "passkey.renamed": { label: "Renamed a passkey", icon: "key" },
  "passkey.removed": { label: "Removed a passkey", icon: "key", tone: "critical" },
} as const satisfies Record<string, DeclaredAction>;

export const teamActions = {
  "administrator.created": { label: "Added an administrator", icon: "plus" },
  "administrator.changed": { label: "Changed an administrator", icon: "edit" },
  "administrator.key-rotated": { label: "Rotated an access key", icon: "key" },
  "administrator.revoked": { label: "Revoked an administrator", icon: "trash", tone: "critical" },
  "administrator.signed-in": { label: "Signed in as administrator", icon: "signIn" },
  "administrator.signed-out": { label: "Signed out an administrator", icon: "close" },
  "administrator.sign-in-refused": {
    label: "Administrator sign-in refused",
    icon: "alert",
    tone: "critical",
    preposition: "for",
  },
  "team-settings.changed": { label: "Changed the team's settings", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

export const tokenActions = {
  "token.created": { label: "Created an API token", icon: "key" },
  "token.taken-over": { label: "Took over an API token", icon: "key" },
  "token.revoked": { label: "Revoked an API token", icon: "trash", tone: "critical" },
} as const satisfies Record<string, DeclaredAction>;
