import { Migration } from "@mikro-orm/migrations";

/**
 * Generated certificates, which have a code, and the withdrawal of certificates. Webhooks also receive withdrawals; the
 * list of audit actions must match `auditSources`.
 */
export class MadeCertificates extends Migration {
  override up(): void {
    this.addSql(
      `alter table "certificates" add "code" text null, add "kind" text null, add "stage_id" int null, add "payout_id" int null, add "printed" jsonb null, add "sha256" text null, add "withdrawn_at" timestamptz(3) null, add "withdrawn_reason" text null, add "is_reason_public" boolean not null default false`,
    );
    this.addSql(
      `alter table "certificates" add constraint "certificates_code_unique" unique ("code"), add constraint "certificates_kind_check" check ("kind" in ('pass', 'payout')), add constraint "certificates_made_or_uploaded" check (num_nulls(code, kind, printed, sha256) in (0, 4)), add constraint "certificates_withdrawn_with_reason" check ((withdrawn_at is null) = (withdrawn_reason is null))`,
    );
    this.addSql(`drop trigger audit_events_webhooks on audit_events`);
    this.addSql(`
      create trigger audit_events_webhooks after insert on audit_events for each row
        when (new.action in (
          'trader.registered', 'trader.created', 'trader.banned', 'trader.unbanned', 'account.updated',
          'payout.requested', 'payout.approved', 'payout.rejected', 'payout.reversed', 'payment.paid',
          'payment.reversed', 'review.opened', 'review.confirmed', 'review.dismissed', 'stage.started',
          'stage.ended', 'certificate.issued', 'certificate.withdrawn', 'statement.imported'))
        execute function webhook_events_of_audit()`);
  }
}
