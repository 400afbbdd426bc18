/** The actions of the audit log, with their labels. */
export const auditActions = {
  "trader.registered": "Registered",
  "trader.created": "Created the trader",
  "trader.updated": "Changed the profile",
  "trader.banned": "Banned the trader",
  "trader.unbanned": "Unbanned the trader",
  "trader.deleted": "Deleted the trader",
  "trader.signed-in": "Signed in",
  "trader.sign-in-refused": "Sign-in refused",
  "session.ended": "Signed out elsewhere",
  "password.changed": "Changed the password",
  "password.reset-requested": "Asked for a password reset",
  "password.reset": "Reset the password",
  "account.updated": "Changed the trading account",
  "master-password.viewed": "Viewed the master password",
  "payout.requested": "Requested a payout",
  "payout.approved": "Approved a payout",
  "payout.rejected": "Rejected a payout",
  "payout.reversed": "Reversed a payout decision",
  "certificate.issued": "Issued a certificate",
  "stage.started": "Started a stage",
  "stage.ended": "Ended a stage",
  "stage.rules-changed": "Changed the rules of a stage",
  "statement.imported": "Imported a statement",
  "statement.confirmed": "Confirmed a statement",
  "statement.withdrawn": "Withdrew a statement",
  "balance.corrected": "Corrected the balance",
  "rules.created": "Created a rule set",
  "rules.version-added": "Added a version to a rule set",
  "review.opened": "Opened a review",
  "review.confirmed": "Confirmed a review",
  "review.dismissed": "Dismissed a review",
  "rebuild.started": "Started a rebuild of records",
  "rebuild.stopped": "Stopped a rebuild of records",
  "encryption-key.rotated": "Rotated the encryption key",
  "signing-key.rotated": "Rotated the signing key",
  "administrator.created": "Made an administrator",
  "administrator.changed": "Changed an administrator",
  "administrator.key-rotated": "Rotated an access key",
  "administrator.revoked": "Revoked an administrator",
  "administrator.signed-in": "Signed in as administrator",
  "administrator.signed-out": "Signed out an administrator",
  "administrator.sign-in-refused": "Administrator sign-in refused",
  "token.created": "Created an API token",
  "token.revoked": "Revoked an API token",
} as const;

export type AuditAction = keyof typeof auditActions;

export const auditActionCodes = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** A token is a tool's; a visitor is not signed in; the system is the app or its command line. */
export const auditActorKinds = ["trader", "administrator", "token", "visitor", "system"] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];
