-- The schema that the migrations create, to be read: written by `npm run db:schema`, compared by
-- test/api/migrations.test.ts, never run. Each table has its indexes and triggers below it; views and functions come last.

create table account_waits (
  account_id integer not null,
  kind text not null,
  actor text not null,
  reason text not null,
  since timestamp(3) with time zone,
  about_kind text,
  about_id integer,
  changed_at timestamp(3) with time zone not null,
  constraint account_waits_pkey PRIMARY KEY (account_id),
  constraint account_waits_about_check CHECK ((about_kind IS NULL) = (about_id IS NULL)),
  constraint account_waits_about_kind_check CHECK (about_kind = ANY (ARRAY['order'::text, 'review'::text, 'appeal'::text, 'identity'::text, 'agreement'::text, 'payout'::text, 'stage'::text, 'action'::text])),
  constraint account_waits_actor_check CHECK (actor = ANY (ARRAY['firm'::text, 'trader'::text, 'checker'::text, 'platform'::text, 'nobody'::text])),
  constraint account_waits_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'review'::text, 'identity'::text, 'agreement'::text, 'platform'::text, 'nothing'::text])),
  constraint account_waits_reason_check CHECK (reason = ANY (ARRAY['dispute'::text, 'review'::text, 'appeal'::text, 'identity'::text, 'identity_submitted'::text, 'identity_checked'::text, 'agreement'::text, 'payout'::text, 'order'::text, 'unpaid'::text, 'login'::text, 'action'::text, 'failed_action'::text, 'nothing'::text])),
  constraint account_waits_since_check CHECK ((kind = 'nothing'::text) = (since IS NULL)),
  constraint account_waits_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE
);
CREATE INDEX account_waits_kind_index ON account_waits USING btree (kind, since, account_id) WHERE kind <> 'nothing'::text;
CREATE INDEX account_waits_since_index ON account_waits USING btree (since, account_id) WHERE kind <> 'nothing'::text;
CREATE TRIGGER account_waits_webhooks_insert AFTER INSERT ON account_waits FOR EACH ROW EXECUTE FUNCTION webhook_events_of_wait();
CREATE TRIGGER account_waits_webhooks_update AFTER UPDATE ON account_waits FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.actor IS DISTINCT FROM new.actor) EXECUTE FUNCTION webhook_events_of_wait();

create table account_warnings (
  account_id integer not null,
  id integer generated always as identity not null,
  stage_id integer not null,
  kind text not null,
  index integer not null,
  percent integer not null,
  day text,
  at timestamp(3) with time zone not null,
  value numeric(30,2) not null,
  floor numeric(30,2) not null,
  room numeric(30,2) not null,
  created_at timestamp(3) with time zone not null,
  constraint account_warnings_pkey PRIMARY KEY (account_id, id),
  constraint account_warnings_kind_check CHECK (kind = ANY (ARRAY['daily_loss'::text, 'max_loss'::text]))
);
CREATE UNIQUE INDEX account_warnings_unique ON account_warnings USING btree (account_id, stage_id, kind, index, COALESCE(day, ''::text), percent);
CREATE TRIGGER account_warnings_webhooks AFTER INSERT ON account_warnings FOR EACH ROW EXECUTE FUNCTION webhook_events_of_warning();

create table action_queues (
  account_id integer not null,
  head_id integer,
  due_at timestamp(3) with time zone,
  constraint action_queues_pkey PRIMARY KEY (account_id),
  constraint action_queues_head_check CHECK ((head_id IS NULL) = (due_at IS NULL)),
  constraint action_queues_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE
);
CREATE INDEX action_queues_due_index ON action_queues USING btree (due_at, head_id) WHERE due_at IS NOT NULL;

create table actions (
  id integer generated always as identity not null,
  account_id integer not null,
  stage_id integer,
  login text,
  kind text not null,
  amount numeric(30,2),
  status text not null,
  reason text not null,
  cause_kind text not null,
  cause_id integer,
  event text,
  requested_at timestamp(3) with time zone not null,
  requested_by text not null,
  delivered_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  attempts integer default 0 not null,
  message text,
  requested_by_id integer,
  unanswered_since timestamp(3) with time zone,
  retry_refusal text,
  server text,
  started_at timestamp(3) with time zone,
  asked_account jsonb,
  constraint actions_pkey PRIMARY KEY (id),
  constraint actions_account_check CHECK ((kind = ANY (ARRAY['create_account'::text, 'change_account'::text])) = (asked_account IS NOT NULL)),
  constraint actions_amount_check CHECK ((kind = ANY (ARRAY['withdraw'::text, 'deposit'::text])) = (amount IS NOT NULL)),
  constraint actions_amount_is_positive CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  constraint actions_cause_check CHECK ((cause_kind = ANY (ARRAY['person'::text, 'gate'::text])) = (cause_id IS NULL) AND (event IS NULL OR cause_kind <> 'person'::text AND cause_kind <> 'gate'::text)),
  constraint actions_cause_kind_check CHECK (cause_kind = ANY (ARRAY['review'::text, 'payment'::text, 'stage'::text, 'order'::text, 'person'::text, 'gate'::text])),
  constraint actions_delivered_check CHECK (status <> 'delivered'::text OR delivered_at IS NOT NULL AND attempts > 0),
  constraint actions_event_check CHECK (event = ANY (ARRAY['breachOpened'::text, 'breachConfirmed'::text, 'breachDismissed'::text, 'passConfirmed'::text, 'payoutPaid'::text])),
  constraint actions_finished_check CHECK ((status = ANY (ARRAY['done'::text, 'failed'::text, 'cancelled'::text])) = (finished_at IS NOT NULL)),
  constraint actions_kind_check CHECK (kind = ANY (ARRAY['disable_trading'::text, 'enable_trading'::text, 'close_positions'::text, 'withdraw'::text, 'deposit'::text, 'create_account'::text, 'reset_password'::text, 'change_account'::text])),
  constraint actions_login_check CHECK (login IS NOT NULL OR kind = 'create_account'::text),
  constraint actions_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'pending'::text, 'delivered'::text, 'done'::text, 'failed'::text, 'cancelled'::text])),
  constraint actions_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE
);
CREATE INDEX actions_account_index ON actions USING btree (account_id, id);
CREATE UNIQUE INDEX actions_event_unique ON actions USING btree (cause_kind, cause_id, event, kind) WHERE event IS NOT NULL;
CREATE INDEX actions_finished_index ON actions USING btree (finished_at) WHERE status = ANY (ARRAY['done'::text, 'failed'::text]);
CREATE INDEX actions_status_index ON actions USING btree (status, id);
CREATE INDEX actions_unfinished_index ON actions USING btree (account_id, id) WHERE status = ANY (ARRAY['pending'::text, 'delivered'::text]);

create table admins (
  id integer default nextval('admins_id_seq'::regclass) not null,
  label text not null,
  access_key text not null,
  created_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  role text default 'owner'::text not null,
  last_seen_at timestamp(3) with time zone,
  constraint admins_pkey PRIMARY KEY (id),
  constraint admins_access_key_unique UNIQUE (access_key),
  constraint admins_role_check CHECK (role = ANY (ARRAY['owner'::text, 'risk'::text, 'payouts'::text, 'support'::text]))
);

create table agreement_acceptances (
  id integer generated always as identity not null,
  user_id integer not null,
  version_id integer not null,
  full_name text,
  accepted_at timestamp(3) with time zone not null,
  constraint agreement_acceptances_pkey PRIMARY KEY (id),
  constraint agreement_acceptances_unique UNIQUE (user_id, version_id),
  constraint agreement_acceptances_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint agreement_acceptances_version_id_foreign FOREIGN KEY (version_id) REFERENCES agreement_versions(id)
);
CREATE INDEX agreement_acceptances_version_id_id_index ON agreement_acceptances USING btree (version_id, id);

create table agreement_versions (
  id integer generated always as identity not null,
  agreement_id integer not null,
  version integer not null,
  text text not null,
  sha256 text not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint agreement_versions_pkey PRIMARY KEY (id),
  constraint agreement_versions_unique UNIQUE (agreement_id, version),
  constraint agreement_versions_agreement_id_foreign FOREIGN KEY (agreement_id) REFERENCES agreements(id)
);

create table agreements (
  id integer generated always as identity not null,
  name text not null,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint agreements_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX agreements_name_unique ON agreements USING btree (lower(name));

create table api_tokens (
  id integer default nextval('api_tokens_id_seq'::regclass) not null,
  label text not null,
  token_hash text not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_feed_at timestamp(3) with time zone,
  last_poll_at timestamp(3) with time zone,
  created_by_id integer,
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_token_hash_unique UNIQUE (token_hash),
  constraint api_tokens_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES admins(id)
);
CREATE INDEX api_tokens_created_by_id_index ON api_tokens USING btree (created_by_id);

create table appeal_attachments (
  id integer generated always as identity not null,
  appeal_id integer not null,
  name text not null,
  kind text not null,
  size integer not null,
  sha256 text not null,
  file_key text not null,
  created_at timestamp(3) with time zone not null,
  constraint appeal_attachments_pkey PRIMARY KEY (id),
  constraint appeal_attachments_file_key_unique UNIQUE (file_key),
  constraint appeal_attachments_kind_check CHECK (kind = ANY (ARRAY['pdf'::text, 'png'::text, 'jpg'::text, 'webp'::text, 'statement'::text])),
  constraint appeal_attachments_appeal_id_foreign FOREIGN KEY (appeal_id) REFERENCES appeals(id) ON DELETE CASCADE
);
CREATE INDEX appeal_attachments_appeal_id_index ON appeal_attachments USING btree (appeal_id);

create table appeal_settings (
  id integer not null,
  days integer not null,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint appeal_settings_pkey PRIMARY KEY (id),
  constraint appeal_settings_days_check CHECK (days >= 0 AND days <= 90),
  constraint appeal_settings_id_check CHECK (id = 1)
);

create table appeals (
  id integer generated always as identity not null,
  user_id integer not null,
  subject_kind text not null,
  subject_id integer not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  appealed_at timestamp(3) with time zone not null,
  appealed_reason text,
  appealed_by text,
  appealed_by_id integer,
  decision text,
  reason text,
  decided_at timestamp(3) with time zone,
  decided_by text,
  place bigint generated always as (
CASE
    WHEN decision IS NULL THEN id::bigint
    ELSE '4294967296'::bigint - id
END) stored not null,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_subject_unique UNIQUE (subject_kind, subject_id, user_id),
  constraint appeals_decided_with_reason CHECK (num_nulls(decision, reason, decided_at, decided_by) = ANY (ARRAY[0, 4])),
  constraint appeals_decision_check CHECK (decision = ANY (ARRAY['grant'::text, 'deny'::text])),
  constraint appeals_subject_kind_check CHECK (subject_kind = ANY (ARRAY['review'::text, 'payout'::text, 'finding'::text, 'link'::text])),
  constraint appeals_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX appeals_decided_index ON appeals USING btree (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX appeals_place_index ON appeals USING btree (place, id);
CREATE INDEX appeals_user_id_id_index ON appeals USING btree (user_id, id);

create table audit_events (
  id bigint not null,
  chain smallint not null,
  "position" bigint not null,
  at timestamp(3) with time zone not null,
  actor_kind text not null,
  actor_id integer,
  actor_name text,
  address text,
  request_id text,
  action text not null,
  trader_id integer,
  trader_name text,
  payout_id integer,
  changes jsonb not null,
  reason text,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_events_pkey PRIMARY KEY (id),
  constraint audit_events_chain_position_unique UNIQUE (chain, "position"),
  constraint audit_events_actor_kind_check CHECK (actor_kind = ANY (ARRAY['trader'::text, 'administrator'::text, 'token'::text, 'visitor'::text, 'system'::text]))
);
CREATE INDEX audit_events_action_id_index ON audit_events USING btree (action, id);
CREATE INDEX audit_events_figures_index ON audit_events USING btree (action, at) WHERE action = ANY (ARRAY['payout.cancelled'::text, 'trader.deleted'::text]);
CREATE INDEX audit_events_payout_id_id_index ON audit_events USING btree (payout_id, id);
CREATE INDEX audit_events_trader_id_id_index ON audit_events USING btree (trader_id, id);
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_refuse();
CREATE TRIGGER audit_events_link BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_link();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse();
CREATE TRIGGER audit_events_webhooks AFTER INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION webhook_events_of_audit();

create table bridge_findings (
  id integer generated always as identity not null,
  account_id integer not null,
  stage_id integer not null,
  token_id integer not null,
  login text not null,
  kind text not null,
  item text not null,
  ticket text not null,
  recorded jsonb not null,
  platform jsonb,
  found_at timestamp(3) with time zone not null,
  status text not null,
  reason text,
  decided_at timestamp(3) with time zone,
  decided_by text,
  constraint bridge_findings_pkey PRIMARY KEY (account_id, id),
  constraint bridge_findings_decided_check CHECK (num_nulls(reason, decided_at, decided_by) =
CASE
    WHEN status = ANY (ARRAY['accepted'::text, 'kept'::text]) THEN 0
    ELSE 3
END),
  constraint bridge_findings_item_check CHECK (item = ANY (ARRAY['deals'::text, 'operations'::text])),
  constraint bridge_findings_kind_check CHECK (kind = ANY (ARRAY['changed'::text, 'missing'::text])),
  constraint bridge_findings_platform_check CHECK ((kind = 'missing'::text) = (platform IS NULL)),
  constraint bridge_findings_status_check CHECK (status = ANY (ARRAY['open'::text, 'accepted'::text, 'kept'::text, 'resolved'::text])),
  constraint bridge_findings_account_id_fkey FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX bridge_findings_id_index ON bridge_findings USING btree (id);
CREATE INDEX bridge_findings_open_stage_index ON bridge_findings USING btree (stage_id) WHERE status = 'open'::text;
CREATE UNIQUE INDEX bridge_findings_open_unique ON bridge_findings USING btree (account_id, item, ticket) WHERE status = 'open'::text;
CREATE INDEX bridge_findings_status_index ON bridge_findings USING btree (status, id);

create table bridge_reports (
  token_id integer not null,
  server text not null,
  report jsonb not null,
  reported_at timestamp(3) with time zone not null,
  away_since timestamp(3) with time zone,
  constraint bridge_reports_pkey PRIMARY KEY (token_id, server)
);

create table calendar_events (
  id integer generated always as identity not null,
  at timestamp(3) with time zone not null,
  currency text not null,
  impact text not null,
  title text not null,
  all_day boolean not null,
  announced_at timestamp(3) with time zone not null,
  added_in integer not null,
  removed_in integer,
  constraint calendar_events_pkey PRIMARY KEY (id, added_in)
);
CREATE INDEX calendar_events_at_index ON calendar_events USING btree (at, id);

create table calendar_versions (
  id integer generated always as identity not null,
  version integer not null,
  from_time timestamp(3) with time zone not null,
  to_time timestamp(3) with time zone not null,
  periods jsonb not null,
  added integer not null,
  removed integer not null,
  kept integer not null,
  note text,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  fingerprint uuid not null,
  constraint calendar_versions_pkey PRIMARY KEY (id),
  constraint calendar_versions_version_key UNIQUE (version)
);
CREATE TRIGGER calendar_versions_immutable BEFORE DELETE OR UPDATE ON calendar_versions FOR EACH ROW EXECUTE FUNCTION calendar_versions_refuse();

create table certificates (
  id integer default nextval('certificates_id_seq'::regclass) not null,
  user_id integer not null,
  name text not null,
  file_key text not null,
  issued_at timestamp(3) with time zone not null,
  uploaded_at timestamp(3) with time zone not null,
  code text,
  kind text,
  stage_id integer,
  payout_id integer,
  printed jsonb,
  sha256 text,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_reason text,
  is_reason_public boolean default false not null,
  constraint certificates_pkey PRIMARY KEY (id),
  constraint certificates_code_unique UNIQUE (code),
  constraint certificates_file_key_unique UNIQUE (file_key),
  constraint certificates_kind_check CHECK (kind = ANY (ARRAY['pass'::text, 'payout'::text])),
  constraint certificates_made_or_uploaded CHECK (num_nulls(code, kind, printed, sha256) = ANY (ARRAY[0, 4])),
  constraint certificates_name_not_blank CHECK (name <> ''::text),
  constraint certificates_withdrawn_with_reason CHECK ((withdrawn_at IS NULL) = (withdrawn_reason IS NULL)),
  constraint certificates_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX certificates_user_id_index ON certificates USING btree (user_id);

create table changed_accounts (
  account_id integer not null,
  is_traded boolean not null,
  changed_at timestamp(6) with time zone default clock_timestamp() not null,
  constraint changed_accounts_pkey PRIMARY KEY (account_id)
);

create table conduct_findings (
  account_id integer not null,
  id integer generated always as identity not null,
  stage_id integer not null,
  key text not null,
  kind text not null,
  index integer not null,
  found_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  status text not null,
  consequence text not null,
  has_ended boolean not null,
  finding jsonb not null,
  digest text not null,
  notified text,
  constraint conduct_findings_pkey PRIMARY KEY (account_id, id),
  constraint conduct_findings_notified_check CHECK (notified = ANY (ARRAY['warn'::text, 'deduct'::text, 'strike'::text, 'waived'::text, 'gone'::text])),
  constraint conduct_findings_status_check CHECK (status = ANY (ARRAY['stands'::text, 'waived'::text, 'gone'::text]))
);
CREATE INDEX conduct_findings_account_index ON conduct_findings USING btree (account_id, found_at, id);
CREATE INDEX conduct_findings_found_index ON conduct_findings USING btree (found_at, id);
CREATE UNIQUE INDEX conduct_findings_id_index ON conduct_findings USING btree (id);
CREATE UNIQUE INDEX conduct_findings_key_unique ON conduct_findings USING btree (account_id, stage_id, key);
CREATE INDEX conduct_findings_kind_index ON conduct_findings USING btree (kind, found_at, id);
CREATE INDEX conduct_findings_status_index ON conduct_findings USING btree (status, found_at, id);
CREATE TRIGGER conduct_findings_webhooks AFTER INSERT OR UPDATE ON conduct_findings FOR EACH ROW EXECUTE FUNCTION webhook_events_of_finding();

create table counters (
  id integer generated always as identity not null,
  kind text not null,
  status text not null,
  count bigint not null,
  amount numeric(20,2) not null,
  currency text default 'USD'::text not null,
  constraint counters_pkey PRIMARY KEY (id)
) with (fillfactor=40, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500);
CREATE INDEX counters_kind_status_index ON counters USING btree (kind, status);

create table current_verdicts (
  account_id integer not null,
  stage_id integer not null,
  is_open boolean not null,
  as_of timestamp(3) with time zone not null,
  outcome text not null,
  grade text not null,
  key text not null,
  daily_room numeric(30,2),
  daily_room_resets_at timestamp(3) with time zone,
  next_check_at timestamp(3) with time zone,
  closest_limit text,
  closest_amount numeric(30,2),
  closest_room numeric(30,2),
  closest_used numeric(9,6),
  constraint current_verdicts_pkey PRIMARY KEY (account_id, stage_id)
) with (fillfactor=80);
CREATE INDEX current_verdicts_closest_index ON current_verdicts USING btree (closest_used DESC, account_id) WHERE is_open AND outcome = 'in_progress'::text AND closest_used IS NOT NULL;
CREATE INDEX current_verdicts_due_index ON current_verdicts USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX current_verdicts_outcome_index ON current_verdicts USING btree (outcome, account_id) WHERE is_open AND outcome <> 'in_progress'::text;
CREATE INDEX current_verdicts_risk_index ON current_verdicts USING btree (daily_room, account_id) WHERE is_open AND outcome = 'in_progress'::text AND daily_room IS NOT NULL;

create table deals (
  account_id integer not null,
  id bigint generated always as identity not null,
  stage_id integer,
  stands boolean not null,
  ticket text not null,
  "time" timestamp(3) with time zone not null,
  statement_id integer,
  "row" integer,
  token_id integer,
  received_at timestamp(3) with time zone,
  "position" text not null,
  entry text not null,
  symbol text not null,
  side text not null,
  volume numeric not null,
  price numeric not null,
  profit numeric(30,2) not null,
  commission numeric(30,2) not null,
  swap numeric(30,2) not null,
  fee numeric(30,2) not null,
  constraint deals_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX deals_position_index ON deals USING btree (account_id, stage_id, "position");
CREATE INDEX deals_repeated_index ON deals USING btree (account_id, stage_id, ticket) WHERE NOT stands;
CREATE INDEX deals_ticket_index ON deals USING btree (account_id, ticket);
CREATE INDEX deals_time_index ON deals USING btree (account_id, stage_id, "time") WHERE stands;

create table decisions (
  id integer generated always as identity not null,
  user_id integer not null,
  subject_kind text not null,
  subject_id integer not null,
  step text not null,
  actor_kind text not null,
  administrator_id integer,
  token_id integer,
  name text not null,
  at timestamp(3) with time zone not null,
  reason text,
  facts_sha256 text,
  flags jsonb,
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_actor_kind_check CHECK (actor_kind = ANY (ARRAY['administrator'::text, 'token'::text])),
  constraint decisions_step_check CHECK (step = ANY (ARRAY['approve-first'::text, 'approve'::text, 'reject'::text, 'reopen'::text, 'confirm'::text, 'dismiss'::text, 'grant'::text, 'deny'::text])),
  constraint decisions_subject_kind_check CHECK (subject_kind = ANY (ARRAY['payout'::text, 'review'::text, 'appeal'::text])),
  constraint decisions_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX decisions_payouts_index ON decisions USING btree (at) WHERE subject_kind = 'payout'::text AND (step = ANY (ARRAY['approve'::text, 'reject'::text]));
CREATE INDEX decisions_subject_kind_subject_id_id_index ON decisions USING btree (subject_kind, subject_id, id);
CREATE INDEX decisions_user_id_id_index ON decisions USING btree (user_id, id);

create table encryption_keys (
  id text not null,
  first_seen_at timestamp(3) with time zone not null,
  constraint encryption_keys_pkey PRIMARY KEY (id)
);

create table enforcement_settings (
  id integer default 1 not null,
  breach_opened text default 'none'::text not null,
  breach_confirmed text default 'none'::text not null,
  breach_dismissed text default 'none'::text not null,
  pass_confirmed text default 'none'::text not null,
  payout_paid text default 'none'::text not null,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint enforcement_settings_pkey PRIMARY KEY (id),
  constraint enforcement_settings_breach_confirmed_check CHECK (breach_confirmed = ANY (ARRAY['none'::text, 'propose'::text, 'automatic'::text])),
  constraint enforcement_settings_breach_dismissed_check CHECK (breach_dismissed = ANY (ARRAY['none'::text, 'propose'::text, 'automatic'::text])),
  constraint enforcement_settings_breach_opened_check CHECK (breach_opened = ANY (ARRAY['none'::text, 'propose'::text, 'automatic'::text])),
  constraint enforcement_settings_id_check CHECK (id = 1),
  constraint enforcement_settings_pass_confirmed_check CHECK (pass_confirmed = ANY (ARRAY['none'::text, 'propose'::text, 'automatic'::text])),
  constraint enforcement_settings_payout_paid_check CHECK (payout_paid = ANY (ARRAY['none'::text, 'propose'::text, 'automatic'::text]))
);

create table equity_hours (
  account_id integer not null,
  stage_id integer not null,
  day date not null,
  hour smallint not null,
  points jsonb not null,
  constraint equity_hours_pkey PRIMARY KEY (account_id, stage_id, day, hour)
);

create table event_deliveries (
  id bigint generated by default as identity not null,
  endpoint_id integer not null,
  event_id bigint not null,
  status text not null,
  turn integer default 0 not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  last_outcome text,
  last_duration integer,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_endpoint_id_event_id_key UNIQUE (endpoint_id, event_id),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'held'::text, 'delivered'::text, 'failed'::text])),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_endpoint_index ON event_deliveries USING btree (endpoint_id, id);
CREATE INDEX webhook_deliveries_event_index ON event_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_failed_index ON event_deliveries USING btree (endpoint_id, last_attempt_at) WHERE status = 'failed'::text;
CREATE INDEX webhook_deliveries_status_index ON event_deliveries USING btree (endpoint_id, status, id);

create table factor_confirmations (
  user_id integer not null,
  token_hash text not null,
  expires_at timestamp(3) with time zone not null,
  passkey jsonb,
  codes jsonb not null,
  session_id integer not null,
  constraint factor_confirmations_pkey PRIMARY KEY (user_id),
  constraint factor_confirmations_token_hash_unique UNIQUE (token_hash),
  constraint factor_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table factor_recoveries (
  user_id integer not null,
  requested_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  requested_by text not null,
  reason text not null,
  constraint factor_recoveries_pkey PRIMARY KEY (user_id),
  constraint factor_recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX factor_recoveries_ends_at_index ON factor_recoveries USING btree (ends_at);

create table firm_brand (
  id integer not null,
  name text,
  accent text,
  logo_key text,
  sender_name text,
  terms_url text,
  privacy_url text,
  support_address text,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint firm_brand_pkey PRIMARY KEY (id),
  constraint firm_brand_logo_key_key UNIQUE (logo_key),
  constraint firm_brand_accent_check CHECK (accent ~ '^#[0-9a-f]{6}$'::text),
  constraint firm_brand_id_check CHECK (id = 1)
);

create table firm_payment_account (
  id integer default 1 not null,
  name text not null,
  iban text not null,
  bic text,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint firm_payment_account_pkey PRIMARY KEY (id),
  constraint firm_payment_account_id_check CHECK (id = 1)
);

create table firm_settings (
  id integer not null,
  time_zone text not null,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint firm_settings_pkey PRIMARY KEY (id),
  constraint firm_settings_id_check CHECK (id = 1)
);

create table former_emails (
  user_id integer not null,
  email text not null,
  until timestamp(3) with time zone not null,
  constraint former_emails_pkey PRIMARY KEY (user_id, email),
  constraint former_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX former_emails_until_index ON former_emails USING btree (until);

create table gate_settings (
  id integer not null,
  funded_step jsonb,
  payout_approval jsonb,
  trading jsonb,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint gate_settings_pkey PRIMARY KEY (id),
  constraint gate_settings_id_check CHECK (id = 1)
);

create table idempotency_keys (
  trader_id integer not null,
  key_hash text not null,
  body_hash text not null,
  payout_id integer,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (trader_id, key_hash),
  constraint idempotency_keys_trader_id_foreign FOREIGN KEY (trader_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_created_at_index ON idempotency_keys USING btree (created_at);

create table idempotent_calls (
  id bigint generated always as identity not null,
  actor_kind text not null,
  actor_id integer not null,
  operation text not null,
  key_hash text not null,
  input_hash text not null,
  answer text,
  created_at timestamp(3) with time zone not null,
  constraint idempotent_calls_pkey PRIMARY KEY (id),
  constraint idempotent_calls_key_unique UNIQUE (actor_kind, actor_id, operation, key_hash),
  constraint idempotent_calls_actor_kind_check CHECK (actor_kind = ANY (ARRAY['trader'::text, 'administrator'::text, 'token'::text]))
);
CREATE INDEX idempotent_calls_created_at_index ON idempotent_calls USING btree (created_at);

create table identities (
  id integer generated always as identity not null,
  user_id integer not null,
  facts text,
  status text not null,
  reason text,
  checker text,
  created_at timestamp(3) with time zone not null,
  submitted_at timestamp(3) with time zone,
  decided_at timestamp(3) with time zone,
  decided_by text,
  expires_at timestamp(3) with time zone,
  place bigint generated always as (COALESCE((EXTRACT(epoch FROM (submitted_at AT TIME ZONE 'UTC'::text)) * 1000::numeric)::bigint, '9007199254740991'::bigint)) stored not null,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_decided CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_at IS NOT NULL)),
  constraint identities_status_check CHECK (status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'rejected'::text])),
  constraint identities_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identities_decided_index ON identities USING btree (decided_at) WHERE decided_at IS NOT NULL;
CREATE UNIQUE INDEX identities_open_unique ON identities USING btree (user_id) WHERE status = ANY (ARRAY['draft'::text, 'submitted'::text]);
CREATE INDEX identities_place_index ON identities USING btree (place, id);
CREATE INDEX identities_status_place_index ON identities USING btree (status, place, id);
CREATE INDEX identities_user_id_id_index ON identities USING btree (user_id, id);

create table identity_files (
  id integer generated always as identity not null,
  identity_id integer not null,
  user_id integer not null,
  side text not null,
  kind text not null,
  size integer not null,
  file_key text not null,
  data_key text not null,
  uploaded_at timestamp(3) with time zone not null,
  constraint identity_files_pkey PRIMARY KEY (id),
  constraint identity_files_side_unique UNIQUE (identity_id, side),
  constraint identity_files_kind_check CHECK (kind = ANY (ARRAY['jpg'::text, 'png'::text, 'pdf'::text])),
  constraint identity_files_side_check CHECK (side = ANY (ARRAY['front'::text, 'back'::text, 'selfie'::text, 'address'::text])),
  constraint identity_files_identity_id_foreign FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE
);
CREATE INDEX identity_files_file_key_index ON identity_files USING btree (file_key);

create table identity_profiles (
  user_id integer not null,
  reference text not null,
  used_attempts integer default 0 not null,
  checked_at timestamp(3) with time zone,
  constraint identity_profiles_pkey PRIMARY KEY (user_id),
  constraint identity_profiles_reference_unique UNIQUE (reference),
  constraint identity_profiles_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table identity_settings (
  id integer not null,
  attempts integer not null,
  pictures text[] not null,
  valid_months integer,
  keep_days integer not null,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint identity_settings_pkey PRIMARY KEY (id),
  constraint identity_settings_id_check CHECK (id = 1),
  constraint identity_settings_numbers_check CHECK (attempts >= 1 AND attempts <= 10 AND (valid_months IS NULL OR valid_months >= 1 AND valid_months <= 120) AND keep_days >= 1 AND keep_days <= 3650)
);

create table known_devices (
  trader_id integer not null,
  device_hash text not null,
  last_seen_at timestamp(3) with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (trader_id, device_hash),
  constraint known_devices_trader_id_foreign FOREIGN KEY (trader_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_last_seen_at_index ON known_devices USING btree (last_seen_at);

create table liability_days (
  day date not null,
  currency text not null,
  computed_at timestamp(3) with time zone not null,
  totals jsonb not null,
  constraint liability_days_pkey PRIMARY KEY (day, currency)
);

create table link_cases (
  id integer generated always as identity not null,
  status text not null,
  opened_at timestamp(3) with time zone not null,
  opened_by text not null,
  reason text,
  is_held_open boolean not null,
  reopened_at timestamp(3) with time zone,
  decided_at timestamp(3) with time zone,
  withhold boolean not null,
  merged_into integer,
  cleared_leavers jsonb default '{}'::jsonb not null,
  constraint link_cases_pkey PRIMARY KEY (id),
  constraint link_cases_merged_check CHECK ((status = 'merged'::text) = (merged_into IS NOT NULL)),
  constraint link_cases_status_check CHECK (status = ANY (ARRAY['open'::text, 'watched'::text, 'confirmed'::text, 'dismissed'::text, 'merged'::text]))
);
CREATE INDEX link_cases_status_index ON link_cases USING btree (status, id);

create table link_deals (
  user_id integer not null,
  decision_id integer not null,
  stages jsonb not null,
  constraint link_deals_pkey PRIMARY KEY (user_id, decision_id),
  constraint link_deals_decision_id_foreign FOREIGN KEY (decision_id) REFERENCES link_decisions(id) ON DELETE CASCADE,
  constraint link_deals_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX link_deals_decision_index ON link_deals USING btree (decision_id);

create table link_decisions (
  id integer generated always as identity not null,
  case_id integer not null,
  decision text not null,
  reason text not null,
  at timestamp(3) with time zone not null,
  by text not null,
  administrator_id integer,
  evidence_sha256 text not null,
  snapshot jsonb,
  constraint link_decisions_pkey PRIMARY KEY (id),
  constraint link_decisions_decision_check CHECK (decision = ANY (ARRAY['watch'::text, 'confirm'::text, 'dismiss'::text])),
  constraint link_decisions_case_id_foreign FOREIGN KEY (case_id) REFERENCES link_cases(id) ON DELETE CASCADE
);
CREATE INDEX link_decisions_case_index ON link_decisions USING btree (case_id, id);
CREATE INDEX link_decisions_confirmed_index ON link_decisions USING gin ((snapshot -> 'userIds'::text)) WITH (fastupdate=off) WHERE decision = 'confirm'::text;

create table link_evidence (
  case_id integer not null,
  kind text not null,
  low integer not null,
  high integer not null,
  evidence jsonb not null,
  rows jsonb not null,
  is_raised boolean not null,
  is_opening boolean not null,
  constraint link_evidence_pkey PRIMARY KEY (case_id, kind, low, high),
  constraint link_evidence_kind_check CHECK (kind = ANY (ARRAY['copied'::text, 'opposite'::text])),
  constraint link_evidence_case_id_foreign FOREIGN KEY (case_id) REFERENCES link_cases(id) ON DELETE CASCADE
);

create table link_facts (
  case_id integer not null,
  kind text not null,
  value_hash text not null,
  fact jsonb not null,
  is_connecting boolean not null,
  is_opening boolean not null,
  constraint link_facts_pkey PRIMARY KEY (case_id, kind, value_hash),
  constraint link_facts_kind_check CHECK (kind = ANY (ARRAY['payee'::text, 'device'::text, 'network'::text, 'person'::text, 'household'::text])),
  constraint link_facts_case_id_foreign FOREIGN KEY (case_id) REFERENCES link_cases(id) ON DELETE CASCADE
);

create table link_members (
  user_id integer not null,
  case_id integer not null,
  is_named boolean not null,
  cleared_at timestamp(3) with time zone,
  constraint link_members_pkey PRIMARY KEY (user_id),
  constraint link_members_case_id_foreign FOREIGN KEY (case_id) REFERENCES link_cases(id) ON DELETE CASCADE,
  constraint link_members_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX link_members_case_index ON link_members USING btree (case_id);

create table link_runs (
  id integer generated always as identity not null,
  from_time timestamp(3) with time zone not null,
  to_time timestamp(3) with time zone not null,
  accounts integer,
  entries integer,
  comparisons bigint,
  opened integer,
  started_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint link_runs_pkey PRIMARY KEY (id)
);

create table link_settings_versions (
  version integer not null,
  settings jsonb not null,
  note text,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint link_settings_versions_pkey PRIMARY KEY (version)
);
CREATE TRIGGER link_settings_versions_immutable BEFORE DELETE OR UPDATE ON link_settings_versions FOR EACH ROW EXECUTE FUNCTION link_settings_versions_refuse();

create table mail_settings (
  id integer not null,
  switched_off text[] not null,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint mail_settings_pkey PRIMARY KEY (id),
  constraint mail_settings_id_check CHECK (id = 1)
);

create table mailed_links (
  id integer generated always as identity not null,
  user_id integer not null,
  purpose text not null,
  token_hash text not null,
  about timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint mailed_links_pkey PRIMARY KEY (id),
  constraint mailed_links_token_hash_unique UNIQUE (token_hash),
  constraint mailed_links_purpose_check CHECK (purpose = ANY (ARRAY['not-me'::text, 'stop-recovery'::text])),
  constraint mailed_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mailed_links_expires_at_index ON mailed_links USING btree (expires_at);
CREATE INDEX mailed_links_user_id_index ON mailed_links USING btree (user_id);

create table migrations (
  id integer default nextval('migrations_id_seq'::regclass) not null,
  name character varying(255) not null,
  executed_at timestamp(6) with time zone default CURRENT_TIMESTAMP(6) not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table notices (
  id integer generated by default as identity not null,
  user_id integer not null,
  kind text not null,
  subject text not null,
  paragraphs text[] not null,
  note text,
  link_label text,
  link_path text,
  at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_check CHECK ((link_label IS NULL) = (link_path IS NULL)),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notices_unread_index ON notices USING btree (user_id) WHERE read_at IS NULL;
CREATE INDEX notices_user_id_index ON notices USING btree (user_id, id);

create table operations (
  account_id integer not null,
  id bigint generated always as identity not null,
  stage_id integer,
  stands boolean not null,
  ticket text not null,
  "time" timestamp(3) with time zone not null,
  statement_id integer,
  "row" integer,
  token_id integer,
  received_at timestamp(3) with time zone,
  kind text not null,
  amount numeric(30,2) not null,
  reason text,
  created_by text,
  constraint operations_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX operations_ticket_index ON operations USING btree (account_id, ticket);
CREATE INDEX operations_time_index ON operations USING btree (account_id, stage_id, "time") WHERE stands;

create table order_items (
  id integer generated always as identity not null,
  order_id integer not null,
  product text,
  name text,
  kind text,
  programme_version_id integer,
  initial_balance numeric(30,2),
  status text not null,
  reason text,
  stage_id integer,
  started_at timestamp(3) with time zone,
  queued_at timestamp(3) with time zone,
  requested_at timestamp(3) with time zone,
  is_currency_released boolean default false not null,
  constraint order_items_pkey PRIMARY KEY (id),
  constraint order_items_held_check CHECK ((status = 'held'::text) = (reason IS NOT NULL)),
  constraint order_items_kind_check CHECK (kind = ANY (ARRAY['start'::text, 'reset'::text, 'addon'::text, 'ignore'::text])),
  constraint order_items_reason_check CHECK (reason = ANY (ARRAY['no_email'::text, 'not_mapped'::text, 'banned'::text, 'archived'::text, 'currency'::text, 'addon'::text, 'under_review'::text, 'not_resettable'::text])),
  constraint order_items_started_check CHECK ((status = 'started'::text) = (stage_id IS NOT NULL AND started_at IS NOT NULL)),
  constraint order_items_status_check CHECK (status = ANY (ARRAY['held'::text, 'queued'::text, 'started'::text, 'done'::text, 'cancelled'::text])),
  constraint order_items_order_id_foreign FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_items_programme_version_id_foreign FOREIGN KEY (programme_version_id) REFERENCES programme_versions(id)
);
CREATE INDEX order_items_order_index ON order_items USING btree (order_id, id);
CREATE INDEX order_items_stage_index ON order_items USING btree (stage_id) WHERE stage_id IS NOT NULL;
CREATE INDEX order_items_waiting_index ON order_items USING btree (status, id) WHERE status = ANY (ARRAY['held'::text, 'queued'::text]);

create table order_steps (
  id integer generated always as identity not null,
  order_id integer,
  source_id integer,
  reference text,
  kind text not null,
  at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  amount numeric(30,2),
  key text,
  dispute text,
  item_id integer,
  reason text,
  by text,
  constraint order_steps_pkey PRIMARY KEY (id),
  constraint order_steps_news_key UNIQUE (source_id, reference, key),
  constraint order_steps_kind_check CHECK (kind = ANY (ARRAY['paid'::text, 'refunded'::text, 'ended'::text, 'dispute_opened'::text, 'dispute_won'::text, 'dispute_lost'::text, 'created'::text, 'held'::text, 'queued'::text, 'started'::text, 'done'::text, 'cancelled'::text, 'released'::text, 'dismissed'::text, 'requested'::text])),
  constraint order_steps_order_id_foreign FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_steps_source_id_foreign FOREIGN KEY (source_id) REFERENCES sources(id)
);
CREATE INDEX order_steps_order_index ON order_steps USING btree (order_id, id);
CREATE INDEX order_steps_returned_index ON order_steps USING btree (at) WHERE kind = ANY (ARRAY['refunded'::text, 'ended'::text, 'dispute_lost'::text]);
CREATE INDEX order_steps_waiting_index ON order_steps USING btree (received_at) WHERE order_id IS NULL;

create table orders (
  id integer generated always as identity not null,
  source_id integer,
  reference text,
  user_id integer,
  email text,
  full_name text,
  currency text,
  total numeric(30,2),
  refunded numeric(30,2) default 0.00 not null,
  payment text default 'paid'::text not null,
  dispute text default 'none'::text not null,
  frozen boolean default false not null,
  received_at timestamp(3) with time zone not null,
  erased_at timestamp(3) with time zone,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_source_reference_key UNIQUE (source_id, reference),
  constraint orders_dispute_check CHECK (dispute = ANY (ARRAY['none'::text, 'open'::text, 'won'::text, 'lost'::text])),
  constraint orders_erased_check CHECK (erased_at IS NULL OR num_nulls(email, full_name, user_id) = 3),
  constraint orders_money_check CHECK (total <> 'NaN'::numeric AND refunded <> 'NaN'::numeric),
  constraint orders_payment_check CHECK (payment = ANY (ARRAY['paid'::text, 'partly_refunded'::text, 'refunded'::text, 'disputed'::text, 'charged_back'::text])),
  constraint orders_source_id_foreign FOREIGN KEY (source_id) REFERENCES sources(id),
  constraint orders_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX orders_email_index ON orders USING btree (email) WHERE email IS NOT NULL;
CREATE INDEX orders_frozen_index ON orders USING btree (user_id) WHERE frozen;
CREATE UNIQUE INDEX orders_own_reference_key ON orders USING btree (reference) WHERE source_id IS NULL;
CREATE INDEX orders_received_index ON orders USING btree (received_at);
CREATE INDEX orders_user_index ON orders USING btree (user_id, id) WHERE user_id IS NOT NULL;

create table passkeys (
  id integer default nextval('passkeys_id_seq'::regclass) not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  label text not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  user_id integer,
  admin_id integer,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_unique UNIQUE (credential_id),
  constraint passkeys_have_one_owner CHECK ((user_id IS NULL) <> (admin_id IS NULL)),
  constraint passkeys_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_admin_id_index ON passkeys USING btree (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX passkeys_user_id_index ON passkeys USING btree (user_id) WHERE user_id IS NOT NULL;

create table payment_exports (
  id integer generated always as identity not null,
  run_id integer not null,
  kind text not null,
  at timestamp(3) with time zone not null,
  by text not null,
  payment_ids integer[] not null,
  constraint payment_exports_pkey PRIMARY KEY (id),
  constraint payment_exports_kind_check CHECK (kind = ANY (ARRAY['csv'::text, 'sepa'::text])),
  constraint payment_exports_run_id_foreign FOREIGN KEY (run_id) REFERENCES payment_runs(id)
);
CREATE INDEX payment_exports_run_id_id_index ON payment_exports USING btree (run_id, id);

create table payment_runs (
  id integer default nextval('payment_runs_id_seq'::regclass) not null,
  message_id text not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  closed_at timestamp(3) with time zone,
  closed_by text,
  constraint payment_runs_pkey PRIMARY KEY (id),
  constraint payment_runs_message_id_key UNIQUE (message_id)
);

create table payments (
  id integer default nextval('payments_id_seq'::regclass) not null,
  run_id integer not null,
  payout_id integer,
  ledger_id integer,
  amount numeric(14,2) not null,
  currency text not null,
  payment_method text not null,
  status text not null,
  paid_at timestamp(3) with time zone,
  paid_by text,
  reference text,
  reversed_at timestamp(3) with time zone,
  reversed_by text,
  reversal_reason text,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_amount_check CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  constraint payments_check CHECK ((status = ANY (ARRAY['paid'::text, 'reversed'::text])) = (paid_at IS NOT NULL)),
  constraint payments_check1 CHECK ((status = 'reversed'::text) = (reversed_at IS NOT NULL)),
  constraint payments_status_check CHECK (status = ANY (ARRAY['open'::text, 'paid'::text, 'removed'::text, 'reversed'::text])),
  constraint payments_ledger_id_foreign FOREIGN KEY (ledger_id) REFERENCES payout_ledger(id),
  constraint payments_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout_requests(id) ON DELETE SET NULL,
  constraint payments_run_id_fkey FOREIGN KEY (run_id) REFERENCES payment_runs(id)
);
CREATE UNIQUE INDEX payments_live_payout_unique ON payments USING btree (payout_id) WHERE status = ANY (ARRAY['open'::text, 'paid'::text]);
CREATE INDEX payments_open_index ON payments USING btree (run_id) WHERE status = 'open'::text;
CREATE INDEX payments_paid_index ON payments USING btree (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX payments_payout_id_index ON payments USING btree (payout_id);
CREATE INDEX payments_reversed_index ON payments USING btree (reversed_at) WHERE reversed_at IS NOT NULL;
CREATE INDEX payments_run_id_id_index ON payments USING btree (run_id, id);

create table payout_ledger (
  id integer default nextval('payout_ledger_id_seq'::regclass) not null,
  amount numeric(14,2) not null,
  currency text not null,
  status text not null,
  requested_on date not null,
  approved_on date,
  paid_on date,
  constraint payout_ledger_pkey PRIMARY KEY (id),
  constraint payout_ledger_status_check CHECK (status = ANY (ARRAY['approved'::text, 'paid'::text]))
);
CREATE TRIGGER payout_ledger_count AFTER INSERT OR UPDATE OF status, amount ON payout_ledger FOR EACH ROW EXECUTE FUNCTION payout_ledger_count();
CREATE TRIGGER payout_ledger_count_week AFTER INSERT ON payout_ledger FOR EACH ROW EXECUTE FUNCTION payout_ledger_count_week();

create table payout_requests (
  id integer default nextval('payout_requests_id_seq'::regclass) not null,
  user_id integer not null,
  amount numeric(14,2) not null,
  payment_method text not null,
  status text default 'pending'::text not null,
  admin_notes text,
  created_at timestamp(3) with time zone not null,
  readiness jsonb,
  payment_id integer,
  sealed_details text,
  details_fingerprint text,
  approvals jsonb default '[]'::jsonb not null,
  decision_flags jsonb,
  approved_currency text,
  currency text default 'USD'::text not null,
  decision_readiness jsonb,
  stage_id integer,
  held_at timestamp(3) with time zone,
  constraint payout_requests_pkey PRIMARY KEY (id),
  constraint payout_requests_amount_is_positive CHECK (amount > 0::numeric AND amount <> 'NaN'::numeric),
  constraint payout_requests_payment_method_check CHECK (payment_method = ANY (ARRAY['bank'::text, 'paypal'::text, 'crypto'::text, 'skrill'::text])),
  constraint payout_requests_rejection_has_notes CHECK (status <> 'rejected'::text OR COALESCE(admin_notes, ''::text) <> ''::text),
  constraint payout_requests_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])),
  constraint payout_requests_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX payout_requests_amount_id_index ON payout_requests USING btree (amount, id);
CREATE INDEX payout_requests_created_at_id_index ON payout_requests USING btree (created_at, id);
CREATE INDEX payout_requests_details_fingerprint_user_id_index ON payout_requests USING btree (details_fingerprint, user_id) WHERE details_fingerprint IS NOT NULL;
CREATE INDEX payout_requests_payment_method_created_at_id_index ON payout_requests USING btree (payment_method, created_at, id);
CREATE INDEX payout_requests_pending_index ON payout_requests USING btree (created_at) WHERE status = 'pending'::text;
CREATE INDEX payout_requests_status_created_at_id_index ON payout_requests USING btree (status, created_at, id);
CREATE INDEX payout_requests_status_id_index ON payout_requests USING btree (status, id);
CREATE INDEX payout_requests_unpaid_index ON payout_requests USING btree ((status = 'approved'::text AND payment_id IS NULL), id);
CREATE INDEX payout_requests_user_id_id_index ON payout_requests USING btree (user_id, id);
CREATE TRIGGER payout_requests_count_delete AFTER DELETE ON payout_requests REFERENCING OLD TABLE AS departed FOR EACH STATEMENT EXECUTE FUNCTION payout_requests_count_delete();
CREATE TRIGGER payout_requests_count_insert AFTER INSERT ON payout_requests REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION payout_requests_count_insert();
CREATE TRIGGER payout_requests_count_update AFTER UPDATE ON payout_requests REFERENCING OLD TABLE AS departed NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION payout_requests_count_update();
CREATE TRIGGER payout_requests_count_week_delete AFTER DELETE ON payout_requests REFERENCING OLD TABLE AS departed FOR EACH STATEMENT EXECUTE FUNCTION payout_requests_count_week_delete();
CREATE TRIGGER payout_requests_count_week_insert AFTER INSERT ON payout_requests REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION payout_requests_count_week_insert();
CREATE TRIGGER payout_requests_count_week_update AFTER UPDATE ON payout_requests REFERENCING OLD TABLE AS departed NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION payout_requests_count_week_update();
CREATE TRIGGER payout_requests_fix_currency BEFORE UPDATE ON payout_requests FOR EACH ROW WHEN (old.approved_currency IS NOT NULL OR old.status <> 'pending'::text OR new.status <> 'pending'::text OR old.approvals <> '[]'::jsonb OR new.approvals <> '[]'::jsonb) EXECUTE FUNCTION payout_requests_fix_currency();
CREATE TRIGGER payout_requests_place BEFORE INSERT ON payout_requests FOR EACH ROW EXECUTE FUNCTION payout_requests_place();

create table payout_settings (
  id integer default 1 not null,
  second_approval_above numeric(14,2),
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  second_approval_currency text default 'USD'::text not null,
  raised_from numeric(14,2),
  raised_to numeric(14,2),
  raised_at timestamp(3) with time zone,
  raised_by text,
  constraint payout_settings_pkey PRIMARY KEY (id),
  constraint payout_settings_id_check CHECK (id = 1),
  constraint payout_settings_second_approval_above_check CHECK (second_approval_above >= 0::numeric AND second_approval_above <> 'NaN'::numeric)
);

create table person_traders (
  user_id integer not null,
  person_id integer not null,
  added_at timestamp(3) with time zone not null,
  constraint person_traders_pkey PRIMARY KEY (user_id),
  constraint person_traders_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id) ON DELETE CASCADE,
  constraint person_traders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX person_traders_person_id_index ON person_traders USING btree (person_id);
CREATE TRIGGER person_traders_delete_person AFTER DELETE ON person_traders FOR EACH ROW EXECUTE FUNCTION person_traders_delete_person();

create table persons (
  id integer generated always as identity not null,
  name text not null,
  reason text not null,
  link_id integer,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint persons_pkey PRIMARY KEY (id)
);
CREATE INDEX persons_link_id_index ON persons USING btree (link_id);

create table programme_versions (
  id integer generated always as identity not null,
  programme_id integer not null,
  version integer not null,
  currency text not null,
  initial_balances text[] not null,
  steps jsonb not null,
  note text,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint programme_versions_pkey PRIMARY KEY (id),
  constraint programme_versions_programme_id_version_key UNIQUE (programme_id, version),
  constraint programme_versions_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id)
);
CREATE TRIGGER programme_versions_immutable BEFORE DELETE OR UPDATE ON programme_versions FOR EACH ROW EXECUTE FUNCTION programme_versions_refuse();

create table programmes (
  id integer generated always as identity not null,
  name text not null,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint programmes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX programmes_name_unique ON programmes USING btree (lower(name));

create table rebuild_chunks (
  rebuild_id integer not null,
  first_account_id integer not null,
  last_account_id integer not null,
  accounts integer not null,
  done_at timestamp(3) with time zone,
  deviations jsonb default '[]'::jsonb not null,
  constraint rebuild_chunks_pkey PRIMARY KEY (rebuild_id, first_account_id),
  constraint rebuild_chunks_rebuild_id_fkey FOREIGN KEY (rebuild_id) REFERENCES rebuilds(id) ON DELETE CASCADE
);

create table rebuilds (
  id integer generated by default as identity not null,
  accounts integer not null,
  started_at timestamp(3) with time zone not null,
  stopped_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint rebuilds_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX rebuilds_unfinished_unique ON rebuilds USING btree ((finished_at IS NULL)) WHERE finished_at IS NULL;

create table recovery_codes (
  id integer default nextval('recovery_codes_id_seq'::regclass) not null,
  code_hash text not null,
  salt text not null,
  used_at timestamp(3) with time zone,
  user_id integer,
  admin_id integer,
  created_at timestamp(3) with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_have_one_owner CHECK ((user_id IS NULL) <> (admin_id IS NULL)),
  constraint recovery_codes_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_admin_id_index ON recovery_codes USING btree (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX recovery_codes_user_id_index ON recovery_codes USING btree (user_id) WHERE user_id IS NOT NULL;

create table removed_factors (
  id integer generated always as identity not null,
  user_id integer not null,
  kind text not null,
  factor_id integer not null,
  added_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone not null,
  secret text,
  data jsonb not null,
  constraint removed_factors_pkey PRIMARY KEY (id),
  constraint removed_factors_kind_check CHECK (kind = ANY (ARRAY['totp'::text, 'passkey'::text, 'recovery-codes'::text])),
  constraint removed_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX removed_factors_removed_at_index ON removed_factors USING btree (removed_at);
CREATE INDEX removed_factors_user_id_index ON removed_factors USING btree (user_id);

create table reviews (
  account_id integer not null,
  id integer generated always as identity not null,
  stage_id integer not null,
  kind text not null,
  verdict jsonb not null,
  subjects text[] not null,
  former_status text not null,
  created_at timestamp(3) with time zone not null,
  decision text,
  reason text,
  decided_at timestamp(3) with time zone,
  decided_by text,
  constraint reviews_pkey PRIMARY KEY (account_id, id),
  constraint reviews_decision_check CHECK (decision = ANY (ARRAY['confirm'::text, 'dismiss'::text])),
  constraint reviews_kind_check CHECK (kind = ANY (ARRAY['breach'::text, 'pass'::text]))
);
CREATE INDEX reviews_breach_index ON reviews USING btree ((verdict ->> 'endedAt'::text)) WHERE kind = 'breach'::text;
CREATE INDEX reviews_decided_index ON reviews USING btree (decided_at) WHERE decided_at IS NOT NULL;
CREATE UNIQUE INDEX reviews_id_index ON reviews USING btree (id);
CREATE INDEX reviews_open_index ON reviews USING btree (id) WHERE decision IS NULL;
CREATE UNIQUE INDEX reviews_open_unique ON reviews USING btree (account_id, stage_id, kind) WHERE decision IS NULL;

create table rule_changes (
  account_id integer not null,
  id integer generated always as identity not null,
  stage_id integer not null,
  from_version_id integer,
  to_version_id integer not null,
  reason text not null,
  at timestamp(3) with time zone not null,
  by text not null,
  constraint rule_changes_pkey PRIMARY KEY (account_id, id)
);

create table rule_sets (
  id integer generated always as identity not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint rule_sets_pkey PRIMARY KEY (id)
);

create table rule_versions (
  id integer generated always as identity not null,
  rule_set_id integer not null,
  version integer not null,
  rules jsonb not null,
  note text,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint rule_versions_pkey PRIMARY KEY (id),
  constraint rule_versions_rule_set_id_version_key UNIQUE (rule_set_id, version),
  constraint rule_versions_rule_set_id_fkey FOREIGN KEY (rule_set_id) REFERENCES rule_sets(id)
);
CREATE TRIGGER rule_versions_immutable BEFORE DELETE OR UPDATE ON rule_versions FOR EACH ROW EXECUTE FUNCTION rule_versions_refuse();

create table saved_details (
  user_id integer not null,
  payment_method text not null,
  sealed_details text not null,
  saved_at timestamp(3) with time zone not null,
  constraint saved_details_pkey PRIMARY KEY (user_id, payment_method),
  constraint saved_details_payment_method_check CHECK (payment_method = ANY (ARRAY['bank'::text, 'paypal'::text, 'crypto'::text, 'skrill'::text])),
  constraint saved_details_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table saved_views (
  id integer generated by default as identity not null,
  author_id integer not null,
  list text not null,
  name text not null,
  parameters jsonb not null,
  is_shared boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_name_check CHECK (btrim(name) <> ''::text),
  constraint saved_views_parameters_check CHECK (jsonb_typeof(parameters) = 'object'::text),
  constraint saved_views_author_id_fkey FOREIGN KEY (author_id) REFERENCES admins(id)
);
CREATE INDEX saved_views_author_id_list_index ON saved_views USING btree (author_id, list);
CREATE INDEX saved_views_shared_index ON saved_views USING btree (list) WHERE is_shared;

create table served_servers (
  server text not null,
  instance text not null,
  former text[] not null,
  since timestamp(3) with time zone not null,
  constraint served_servers_pkey PRIMARY KEY (server)
);
CREATE INDEX served_servers_instance_index ON served_servers USING btree (instance);

create table sessions (
  id integer default nextval('sessions_id_seq'::regclass) not null,
  token_hash text not null,
  user_id integer,
  admin_id integer,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  address text,
  user_agent text,
  last_seen_at timestamp(3) with time zone not null,
  second_factor boolean default false not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_unique UNIQUE (token_hash),
  constraint sessions_have_one_owner CHECK ((user_id IS NULL) <> (admin_id IS NULL)),
  constraint sessions_admin_id_foreign FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  constraint sessions_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_admin_id_index ON sessions USING btree (admin_id);
CREATE INDEX sessions_expires_at_index ON sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_index ON sessions USING btree (user_id);
CREATE TRIGGER sessions_notify_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION sessions_notify_ended();

create table signing_keys (
  number integer generated always as identity not null,
  id text not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp(3) with time zone not null,
  constraint signing_keys_pkey PRIMARY KEY (number),
  constraint signing_keys_id_key UNIQUE (id)
);

create table snapshot_days (
  account_id integer not null,
  day date not null,
  snapshots integer not null,
  step integer not null,
  times bigint[] not null,
  balances bigint[] not null,
  equities bigint[] not null,
  token_ids integer[] not null,
  delays bigint[] not null,
  constraint snapshot_days_pkey PRIMARY KEY (account_id, day)
);

create table snapshots (
  account_id integer not null,
  "time" timestamp(3) with time zone not null,
  balance numeric(30,2) not null,
  equity numeric(30,2) not null,
  token_id integer not null,
  received_at timestamp(3) with time zone not null,
  constraint snapshots_pkey PRIMARY KEY (account_id, "time")
);

create table source_products (
  id integer generated always as identity not null,
  source_id integer not null,
  product text not null,
  kind text not null,
  programme_version_id integer,
  initial_balance numeric(30,2),
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  constraint source_products_pkey PRIMARY KEY (id),
  constraint source_products_product_key UNIQUE (source_id, product),
  constraint source_products_kind_check CHECK (kind = ANY (ARRAY['start'::text, 'reset'::text, 'addon'::text, 'ignore'::text])),
  constraint source_products_start_check CHECK (num_nulls(programme_version_id, initial_balance) =
CASE
    WHEN kind = 'start'::text THEN 0
    ELSE 2
END),
  constraint source_products_programme_version_id_foreign FOREIGN KEY (programme_version_id) REFERENCES programme_versions(id),
  constraint source_products_source_id_foreign FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

create table sources (
  id integer generated by default as identity not null,
  name text not null,
  kind text not null,
  secret text,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  last_received_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  last_refused_at timestamp(3) with time zone,
  last_refusal text,
  constraint sources_pkey PRIMARY KEY (id),
  constraint sources_kind_check CHECK (kind = ANY (ARRAY['woocommerce'::text, 'stripe'::text, 'json'::text, 'sumsub'::text, 'veriff'::text])),
  constraint sources_refused_check CHECK ((last_refused_at IS NULL) = (last_refusal IS NULL)),
  constraint sources_removed_check CHECK ((removed_at IS NULL) = (secret IS NOT NULL))
);

create table stage_progress (
  account_id integer not null,
  stage_id integer not null,
  revision bigint not null,
  state jsonb not null,
  statistics_revision bigint,
  statistics jsonb,
  records_revision bigint,
  records_sha256 text,
  changed_at timestamp(3) with time zone default now() not null,
  constraint stage_progress_pkey PRIMARY KEY (account_id, stage_id)
) with (toast_tuple_target=8160);

create table stages (
  account_id integer not null,
  id integer generated always as identity not null,
  phase text not null,
  currency text not null,
  initial_balance numeric(30,2) not null,
  rules_version_id integer,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  outcome text,
  created_at timestamp(3) with time zone not null,
  programme_version_id integer,
  programme_step integer,
  login text,
  server text,
  waivers jsonb default '[]'::jsonb not null,
  carried_login text,
  carried_balance numeric(30,2),
  constraint stages_pkey PRIMARY KEY (account_id, id),
  constraint stages_check CHECK (ended_at >= started_at),
  constraint stages_initial_balance_check CHECK (initial_balance <> 'NaN'::numeric),
  constraint stages_outcome_check CHECK (outcome = ANY (ARRAY['passed'::text, 'failed'::text, 'abandoned'::text])),
  constraint stages_programme_check CHECK ((programme_version_id IS NULL) = (programme_step IS NULL))
);
CREATE INDEX stages_ended_at_index ON stages USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX stages_id_index ON stages USING btree (id);
CREATE INDEX stages_login_index ON stages USING btree (login) WHERE login IS NOT NULL;
CREATE UNIQUE INDEX stages_open_unique ON stages USING btree (account_id) WHERE ended_at IS NULL;
CREATE INDEX stages_rules_version_index ON stages USING btree (rules_version_id) WHERE rules_version_id IS NOT NULL;
CREATE INDEX stages_started_at_index ON stages USING btree (started_at);
CREATE TRIGGER stages_count_week_delete AFTER DELETE ON stages FOR EACH ROW WHEN (old.outcome = 'failed'::text) EXECUTE FUNCTION stages_count_week();
CREATE TRIGGER stages_count_week_insert AFTER INSERT ON stages FOR EACH ROW WHEN (new.outcome = 'failed'::text) EXECUTE FUNCTION stages_count_week();
CREATE TRIGGER stages_count_week_update AFTER UPDATE OF outcome, ended_at ON stages FOR EACH ROW WHEN (old.outcome IS DISTINCT FROM new.outcome OR old.ended_at IS DISTINCT FROM new.ended_at) EXECUTE FUNCTION stages_count_week();
CREATE TRIGGER stages_currency AFTER INSERT OR UPDATE OF currency, started_at ON stages FOR EACH ROW EXECUTE FUNCTION stages_currency();

create table statements (
  account_id integer not null,
  id integer generated always as identity not null,
  stage_id integer not null,
  format text not null,
  file_name text not null,
  file_key text not null,
  sha256 text not null,
  size integer not null,
  time_zone text not null,
  login text,
  account_name text,
  currency text,
  from_time timestamp(3) with time zone,
  to_time timestamp(3) with time zone,
  counts jsonb not null,
  totals jsonb not null,
  opening_balance numeric(30,2),
  closing_balance numeric(30,2),
  status text not null,
  difference numeric(30,2) not null,
  findings jsonb not null,
  needs_confirmation boolean not null,
  confirmed_at timestamp(3) with time zone,
  confirmed_by text,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_by text,
  withdrawn_reason text,
  time_zone_source text default 'chosen'::text not null,
  financing jsonb,
  constraint statements_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX statements_bytes_unique ON statements USING btree (account_id, stage_id, sha256) WHERE withdrawn_at IS NULL;
CREATE INDEX statements_conflicts_index ON statements USING btree (id) WHERE ((counts ->> 'conflicts'::text)::integer) > 0 AND withdrawn_at IS NULL;
CREATE INDEX statements_file_key_index ON statements USING btree (file_key);
CREATE INDEX statements_held_index ON statements USING btree (id) WHERE needs_confirmation AND confirmed_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX statements_id_index ON statements USING btree (id);
CREATE INDEX statements_sha256_index ON statements USING btree (sha256) WHERE withdrawn_at IS NULL;

create table team_settings (
  id integer default 1 not null,
  second_factor_required boolean not null,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint team_settings_pkey PRIMARY KEY (id),
  constraint team_settings_id_check CHECK (id = 1)
);

create table throttles (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint throttles_pkey PRIMARY KEY (key)
);

create table totp_factors (
  id integer default nextval('totp_factors_id_seq'::regclass) not null,
  secret text not null,
  created_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  last_used_step bigint,
  user_id integer,
  admin_id integer,
  constraint totp_factors_pkey PRIMARY KEY (id),
  constraint totp_factors_admin_id_unique UNIQUE (admin_id),
  constraint totp_factors_user_id_unique UNIQUE (user_id),
  constraint totp_factors_have_one_owner CHECK ((user_id IS NULL) <> (admin_id IS NULL)),
  constraint totp_factors_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  constraint totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table trader_notes (
  id integer default nextval('trader_notes_id_seq'::regclass) not null,
  user_id integer not null,
  body text not null,
  author_kind text not null,
  author_id integer,
  author_name text not null,
  created_at timestamp(3) with time zone not null,
  constraint trader_notes_pkey PRIMARY KEY (id),
  constraint trader_notes_body_check CHECK (body <> ''::text),
  constraint trader_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX trader_notes_user_id_id_index ON trader_notes USING btree (user_id, id);
CREATE TRIGGER trader_notes_reject_update BEFORE UPDATE ON trader_notes FOR EACH STATEMENT EXECUTE FUNCTION trader_notes_reject_update();

create table trader_tags (
  user_id integer not null,
  tag text not null,
  constraint trader_tags_pkey PRIMARY KEY (user_id, tag),
  constraint trader_tags_tag_check CHECK (tag <> ''::text),
  constraint trader_tags_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX trader_tags_tag_user_id_index ON trader_tags USING btree (tag, user_id);

create table trader_traces (
  trader_id integer not null,
  kind text not null,
  hash text not null,
  first_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  sign_ins integer not null,
  constraint trader_traces_pkey PRIMARY KEY (trader_id, kind, hash),
  constraint trader_traces_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX trader_traces_hash_index ON trader_traces USING btree (hash);
CREATE INDEX trader_traces_last_at_index ON trader_traces USING btree (last_at);

create table trades (
  account_id integer not null,
  stage_id integer not null,
  "position" text not null,
  id bigint not null,
  symbol text not null,
  side text not null,
  volume numeric not null,
  open_time timestamp(3) with time zone not null,
  close_time timestamp(3) with time zone,
  close_order timestamp(3) with time zone not null,
  close_day date,
  open_price numeric not null,
  close_price numeric,
  profit numeric(30,2) not null,
  commission numeric(30,2) not null,
  swap numeric(30,2) not null,
  fee numeric(30,2) not null,
  net numeric(30,2) not null,
  has_conflict boolean not null,
  sources jsonb not null,
  constraint trades_pkey PRIMARY KEY (account_id, stage_id, "position")
);
CREATE INDEX trades_close_day_index ON trades USING btree (account_id, stage_id, close_day);
CREATE INDEX trades_open_time_index ON trades USING btree (account_id, stage_id, open_time DESC, id DESC);
CREATE INDEX trades_opened_index ON trades USING btree (open_time);

create table trading_accounts (
  id integer default nextval('trading_accounts_id_seq'::regclass) not null,
  user_id integer not null,
  login text,
  master_password text,
  server text,
  balance numeric(30,2) default 0.00 not null,
  profit_loss numeric(30,2) default 0.00 not null,
  status text default 'pending'::text not null,
  phase text,
  payout_enabled boolean default false not null,
  daily_drawdown_limit text,
  overall_loss_limit text,
  profit_target text,
  created_at timestamp(3) with time zone not null,
  recorded_at timestamp(3) with time zone,
  typed_balance numeric(30,2),
  typed_profit_loss numeric(30,2),
  currency text default 'USD'::text not null,
  constraint trading_accounts_pkey PRIMARY KEY (id),
  constraint trading_accounts_user_id_unique UNIQUE (user_id),
  constraint trading_accounts_money_is_a_number CHECK (balance <> 'NaN'::numeric AND profit_loss <> 'NaN'::numeric),
  constraint trading_accounts_status_check CHECK (status = ANY (ARRAY['pending'::text, 'active'::text, 'under-review'::text, 'breached'::text])),
  constraint trading_accounts_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX trading_accounts_balance_user_id_index ON trading_accounts USING btree (balance, user_id);
CREATE INDEX trading_accounts_login_asc_index ON trading_accounts USING btree ((login IS NULL), COALESCE("left"(login, 200), ''::text), user_id);
CREATE INDEX trading_accounts_login_desc_index ON trading_accounts USING btree ((login IS NOT NULL), COALESCE("left"(login, 200), ''::text), user_id);
CREATE INDEX trading_accounts_login_index ON trading_accounts USING btree (login) WHERE login IS NOT NULL;
CREATE INDEX trading_accounts_payout_enabled_user_id_index ON trading_accounts USING btree (payout_enabled, user_id);
CREATE INDEX trading_accounts_phase_asc_index ON trading_accounts USING btree ((phase IS NULL), COALESCE("left"(phase, 200), ''::text), user_id);
CREATE INDEX trading_accounts_phase_desc_index ON trading_accounts USING btree ((phase IS NOT NULL), COALESCE("left"(phase, 200), ''::text), user_id);
CREATE INDEX trading_accounts_server_index ON trading_accounts USING hash (lower(btrim(server, ' 	
'::text)));
CREATE INDEX trading_accounts_status_user_id_index ON trading_accounts USING btree (status, user_id);
CREATE TRIGGER trading_accounts_count_delete AFTER DELETE ON trading_accounts REFERENCING OLD TABLE AS departed FOR EACH STATEMENT EXECUTE FUNCTION trading_accounts_count_delete();
CREATE TRIGGER trading_accounts_count_insert AFTER INSERT ON trading_accounts REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION trading_accounts_count_insert();
CREATE TRIGGER trading_accounts_count_update AFTER UPDATE ON trading_accounts REFERENCING OLD TABLE AS departed NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION trading_accounts_count_update();
CREATE TRIGGER trading_accounts_delete_findings AFTER DELETE ON trading_accounts FOR EACH ROW EXECUTE FUNCTION trading_accounts_delete_findings();
CREATE TRIGGER trading_accounts_delete_marks AFTER DELETE ON trading_accounts FOR EACH ROW EXECUTE FUNCTION trading_accounts_delete_marks();
CREATE TRIGGER trading_accounts_delete_records AFTER DELETE ON trading_accounts FOR EACH ROW EXECUTE FUNCTION trading_accounts_delete_records();
CREATE TRIGGER trading_accounts_delete_rule_changes AFTER DELETE ON trading_accounts FOR EACH ROW EXECUTE FUNCTION trading_accounts_delete_rule_changes();
CREATE TRIGGER trading_accounts_delete_verdicts AFTER DELETE ON trading_accounts FOR EACH ROW EXECUTE FUNCTION trading_accounts_delete_verdicts();
CREATE TRIGGER trading_accounts_delete_warnings AFTER DELETE ON trading_accounts FOR EACH ROW EXECUTE FUNCTION trading_accounts_delete_warnings();
CREATE TRIGGER trading_accounts_search_text_insert AFTER INSERT ON trading_accounts FOR EACH ROW WHEN (new.login IS NOT NULL) EXECUTE FUNCTION trading_accounts_search_text();
CREATE TRIGGER trading_accounts_search_text_update AFTER UPDATE OF login ON trading_accounts FOR EACH ROW WHEN (old.login IS DISTINCT FROM new.login) EXECUTE FUNCTION trading_accounts_search_text();

create table trading_checks (
  user_id integer not null,
  stage_id integer not null,
  login text not null,
  constraint trading_checks_pkey PRIMARY KEY (user_id),
  constraint trading_checks_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table trading_days (
  account_id integer not null,
  stage_id integer not null,
  day date not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  opening_balance numeric(30,2) not null,
  closing_balance numeric(30,2) not null,
  net numeric(30,2) not null,
  has_deals boolean not null,
  trades integer default 0 not null,
  wins integer default 0 not null,
  losses integer default 0 not null,
  equity_low numeric(30,2),
  equity_high numeric(30,2),
  carried_since timestamp(3) with time zone,
  first_observation timestamp(3) with time zone,
  open_since timestamp(3) with time zone,
  open_seconds integer not null,
  observed_seconds integer not null,
  points jsonb not null,
  checkpoint jsonb not null,
  constraint trading_days_pkey PRIMARY KEY (account_id, stage_id, day)
);

create table users (
  id integer default nextval('users_id_seq'::regclass) not null,
  full_name text,
  email text not null,
  password text,
  country text,
  city text,
  street text,
  house_number text,
  privacy_policy_agreed boolean default false not null,
  banned boolean default false not null,
  ban_reason text,
  reset_token text,
  reset_token_expiry timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  search_text text default ''::text not null,
  email_verified_at timestamp(3) with time zone,
  email_token text,
  email_token_expiry timestamp(3) with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_token_unique UNIQUE (email_token),
  constraint users_email_unique UNIQUE (email),
  constraint users_reset_token_unique UNIQUE (reset_token),
  constraint users_ban_reason_only_while_banned CHECK (banned OR ban_reason IS NULL),
  constraint users_email_lower_case CHECK (email = lower(email)),
  constraint users_email_token_expires CHECK ((email_token IS NULL) = (email_token_expiry IS NULL)),
  constraint users_reset_token_expires CHECK ((reset_token IS NULL) = (reset_token_expiry IS NULL))
);
CREATE INDEX users_banned_index ON users USING btree (id) WHERE banned;
CREATE INDEX users_country_index ON users USING btree ("left"(country, 200), id) WHERE country IS NOT NULL;
CREATE INDEX users_created_at_id_index ON users USING btree (created_at, id);
CREATE INDEX users_full_name_asc_index ON users USING btree ((full_name IS NULL), COALESCE("left"(full_name, 200), ''::text), id);
CREATE INDEX users_full_name_desc_index ON users USING btree ((full_name IS NOT NULL), COALESCE("left"(full_name, 200), ''::text), id);
CREATE INDEX users_search_text_index ON users USING gin (search_text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX users_word_starts_index ON users USING gin (word_starts(search_text)) WITH (fastupdate=off);
CREATE TRIGGER users_count_week_delete AFTER DELETE ON users REFERENCING OLD TABLE AS departed FOR EACH STATEMENT EXECUTE FUNCTION users_count_week_delete();
CREATE TRIGGER users_count_week_insert AFTER INSERT ON users REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION users_count_week_insert();
CREATE TRIGGER users_keep_ledger BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION users_keep_ledger();
CREATE TRIGGER users_notify_banned AFTER UPDATE OF banned ON users FOR EACH ROW WHEN (new.banned IS DISTINCT FROM old.banned) EXECUTE FUNCTION users_notify_banned();
CREATE TRIGGER users_search_text BEFORE INSERT OR UPDATE OF full_name, email ON users FOR EACH ROW EXECUTE FUNCTION users_search_text();

create table verdicts (
  account_id integer not null,
  id integer generated always as identity not null,
  stage_id integer not null,
  at timestamp(3) with time zone not null,
  outcome text not null,
  grade text not null,
  key text not null,
  verdict jsonb not null,
  cause jsonb not null,
  constraint verdicts_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX verdicts_stage_index ON verdicts USING btree (account_id, stage_id, id);
CREATE TRIGGER verdicts_webhooks AFTER INSERT ON verdicts FOR EACH ROW EXECUTE FUNCTION webhook_events_of_verdict();

create table waiting_steps (
  user_id integer not null,
  review_id integer not null,
  stage_id integer not null,
  programme_version_id integer not null,
  step integer not null,
  login text,
  server text,
  master_password text,
  sets text[] not null,
  created_at timestamp(3) with time zone not null,
  id integer generated always as identity not null,
  constraint waiting_steps_pkey PRIMARY KEY (id),
  constraint waiting_steps_user_id_unique UNIQUE (user_id),
  constraint waiting_steps_user_id_foreign FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table warning_settings (
  id integer not null,
  percents jsonb not null,
  updated_at timestamp(3) with time zone not null,
  updated_by text not null,
  constraint warning_settings_pkey PRIMARY KEY (id),
  constraint warning_settings_id_check CHECK (id = 1)
);

create table webauthn_challenges (
  challenge_hash text not null,
  purpose text not null,
  user_id integer,
  admin_id integer,
  expires_at timestamp(3) with time zone not null,
  constraint webauthn_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint webauthn_challenges_purpose_check CHECK (purpose = ANY (ARRAY['registration'::text, 'trader'::text, 'administrator'::text])),
  constraint webauthn_challenges_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE,
  constraint webauthn_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX webauthn_challenges_admin_id_index ON webauthn_challenges USING btree (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX webauthn_challenges_expires_at_index ON webauthn_challenges USING btree (expires_at);
CREATE INDEX webauthn_challenges_user_id_index ON webauthn_challenges USING btree (user_id) WHERE user_id IS NOT NULL;

create table webhook_attempts (
  id bigint generated by default as identity not null,
  delivery_id bigint not null,
  at timestamp(3) with time zone not null,
  duration integer not null,
  status integer,
  error text,
  body text,
  request_headers jsonb,
  response_headers jsonb,
  constraint webhook_attempts_pkey PRIMARY KEY (id),
  constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES event_deliveries(id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_delivery_index ON webhook_attempts USING btree (delivery_id, id);

create table webhook_endpoints (
  id integer generated by default as identity not null,
  url text not null,
  description text,
  events text[] not null,
  contact text,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  paused_at timestamp(3) with time zone,
  pause_reason text,
  failing_since timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  last_outcome text,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_check CHECK ((paused_at IS NULL) = (pause_reason IS NULL)),
  constraint webhook_endpoints_pause_reason_check CHECK (pause_reason = ANY (ARRAY['administrator'::text, 'failures'::text, 'gone'::text]))
);

create table webhook_events (
  id bigint generated always as identity not null,
  message_id text default 'evt_'::text || replace(gen_random_uuid()::text, '-'::text, ''::text) not null,
  at timestamp(3) with time zone not null,
  audit_event_id bigint,
  verdict jsonb,
  type text,
  payload text,
  dispatched_at timestamp(3) with time zone,
  warning jsonb,
  waiting jsonb,
  conduct jsonb,
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_message_id_key UNIQUE (message_id)
);
CREATE INDEX webhook_events_at_index ON webhook_events USING btree (at);
CREATE INDEX webhook_events_undispatched_index ON webhook_events USING btree (id) WHERE dispatched_at IS NULL;

create table weekly_counts (
  id integer generated always as identity not null,
  kind text not null,
  week date not null,
  count bigint not null,
  amount numeric(20,2) not null,
  currency text default 'USD'::text not null,
  constraint weekly_counts_pkey PRIMARY KEY (id)
) with (fillfactor=40, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500);
CREATE INDEX weekly_counts_kind_week_index ON weekly_counts USING btree (kind, week);

create view webhook_deliveries as
 SELECT id::integer AS id,
    endpoint_id,
    event_id,
    status,
    turn,
    attempts,
    next_attempt_at,
    last_attempt_at,
    last_outcome,
    last_duration
   FROM event_deliveries;

CREATE OR REPLACE FUNCTION account_currency(of_account integer)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT stages.currency FROM stages WHERE (stages.account_id = account_currency.of_account) ORDER BY (stages.ended_at IS NOT NULL), stages.started_at DESC, stages.id DESC LIMIT 1);

CREATE OR REPLACE FUNCTION audit_events_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        last record;
      begin
        new.chain := coalesce(new.trader_id, 0) % 16;
        perform pg_advisory_xact_lock(7310005, new.chain);
        select position, hash into last from audit_events
          where chain = new.chain order by position desc limit 1;
        new.id := nextval('audit_events_id_seq');
        new.position := coalesce(last.position, 0) + 1;
        new.previous_hash := coalesce(last.hash, '');
        new.hash := sha256(new.previous_hash || convert_to(jsonb_build_array(
          new.id, new.chain, new.position, (extract(epoch from new.at) * 1000)::bigint,
          new.actor_kind, new.actor_id, new.actor_name, new.address, new.request_id, new.action,
          new.trader_id, new.trader_name, new.payout_id, new.changes, new.reason
        )::text, 'UTF8'));
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION audit_events_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
      end $function$;

CREATE OR REPLACE FUNCTION calendar_versions_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'versions of the calendar are immutable' using errcode = 'insufficient_privilege';
      end $function$;

CREATE OR REPLACE FUNCTION count_change(of_kind text, of_status text, rows bigint, change numeric, of_currency text DEFAULT 'USD'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
       begin
         update counters set count = count + rows, amount = amount + change
         where id = (
           select id from counters
           where kind = of_kind and status = of_status and currency = of_currency
           limit 1 for update skip locked);
         if not found then
           insert into counters (kind, status, currency, count, amount)
           values (of_kind, of_status, of_currency, rows, change);
         end if;
       end $function$;

CREATE OR REPLACE FUNCTION firm_day(instant timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN ((instant AT TIME ZONE COALESCE((SELECT firm_settings.time_zone FROM firm_settings), 'UTC'::text)))::date;

CREATE OR REPLACE FUNCTION firm_week(instant timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN (date_trunc('week'::text, (firm_day(instant))::timestamp with time zone))::date;

CREATE OR REPLACE FUNCTION fold_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = length(value)) THEN lower(value) ELSE lower(NORMALIZE(replace(replace(replace(replace(replace(replace(replace(replace(translate(regexp_replace(NORMALIZE(value, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]'::text, ''::text, 'g'::text), 'ØøŁłÐðĐđĦħŦŧıς‘’ʼيىك'::text, 'oollddddhhttiσ''''''ییک'::text), 'ß'::text, 'ss'::text), 'ẞ'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'Æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'Œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'Þ'::text, 'th'::text), NFC)) END;

CREATE OR REPLACE FUNCTION link_settings_versions_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'versions of the settings for links are immutable' using errcode = 'insufficient_privilege';
      end $function$;

CREATE OR REPLACE FUNCTION payout_currency(of_user integer, requested timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
       begin
         return coalesce((select stages.currency from stages
           join trading_accounts on trading_accounts.id = stages.account_id
           where trading_accounts.user_id = of_user
           order by stages.started_at > requested,
             abs(extract(epoch from stages.started_at - requested)), stages.id desc
           limit 1), 'USD');
       end $function$;

CREATE OR REPLACE FUNCTION payout_ledger_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         if tg_op = 'UPDATE' then
           perform count_change('ledger', old.status, -1, -old.amount, old.currency);
         end if;
         perform count_change('ledger', new.status, 1, new.amount, new.currency);
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION payout_ledger_count_week()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         perform weekly_count_change(
           kind, date_trunc('week', new.requested_on)::date, 0, new.amount, new.currency)
         from unnest(array['requested', 'approved']) as kind;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION payout_requests_count_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
         declare
           change record;
         begin
           for change in
             select status, currency, sum(rows) as rows, sum(amount) as amount from (select status, currency, -1 as rows, -amount as amount from departed) as changes
             group by status, currency having sum(rows) <> 0 or sum(amount) <> 0
           loop
             perform count_change('payout', change.status, change.rows, change.amount, change.currency);
           end loop;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION payout_requests_count_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
         declare
           change record;
         begin
           for change in
             select status, currency, sum(rows) as rows, sum(amount) as amount from (select status, currency, 1 as rows, amount as amount from entered) as changes
             group by status, currency having sum(rows) <> 0 or sum(amount) <> 0
           loop
             perform count_change('payout', change.status, change.rows, change.amount, change.currency);
           end loop;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION payout_requests_count_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
         declare
           change record;
         begin
           for change in
             select status, currency, sum(rows) as rows, sum(amount) as amount from (select status, currency, 1 as rows, amount as amount from entered union all select status, currency, -1 as rows, -amount as amount from departed) as changes
             group by status, currency having sum(rows) <> 0 or sum(amount) <> 0
           loop
             perform count_change('payout', change.status, change.rows, change.amount, change.currency);
           end loop;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION payout_requests_count_week_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
         declare
           change record;
         begin
           for change in
             select kind, week, currency, sum(rows) as rows, sum(amount) as amount
             from (select 'requested' as kind, firm_week(created_at) as week,
         currency, -1 as rows, -amount as amount from departed where status <> 'cancelled'
       union all select 'approved' as kind, firm_week(created_at) as week,
         currency, -1 as rows, -amount as amount from departed where status = 'approved') as changes
             group by kind, week, currency having sum(rows) <> 0 or sum(amount) <> 0
           loop
             perform weekly_count_change(
               change.kind, change.week, change.rows, change.amount, change.currency);
           end loop;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION payout_requests_count_week_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
         declare
           change record;
         begin
           for change in
             select kind, week, currency, sum(rows) as rows, sum(amount) as amount
             from (select 'requested' as kind, firm_week(created_at) as week,
         currency, 1 as rows, amount as amount from entered where status <> 'cancelled'
       union all select 'approved' as kind, firm_week(created_at) as week,
         currency, 1 as rows, amount as amount from entered where status = 'approved') as changes
             group by kind, week, currency having sum(rows) <> 0 or sum(amount) <> 0
           loop
             perform weekly_count_change(
               change.kind, change.week, change.rows, change.amount, change.currency);
           end loop;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION payout_requests_count_week_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
         declare
           change record;
         begin
           for change in
             select kind, week, currency, sum(rows) as rows, sum(amount) as amount
             from (select 'requested' as kind, firm_week(created_at) as week,
         currency, 1 as rows, amount as amount from entered where status <> 'cancelled'
       union all select 'approved' as kind, firm_week(created_at) as week,
         currency, 1 as rows, amount as amount from entered where status = 'approved' union all select 'requested' as kind, firm_week(created_at) as week,
         currency, -1 as rows, -amount as amount from departed where status <> 'cancelled'
       union all select 'approved' as kind, firm_week(created_at) as week,
         currency, -1 as rows, -amount as amount from departed where status = 'approved') as changes
             group by kind, week, currency having sum(rows) <> 0 or sum(amount) <> 0
           loop
             perform weekly_count_change(
               change.kind, change.week, change.rows, change.amount, change.currency);
           end loop;
           return null;
         end $function$;

CREATE OR REPLACE FUNCTION payout_requests_fix_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         new.approved_currency := coalesce(old.approved_currency, old.currency);
         new.currency := new.approved_currency;
         return new;
       end $function$;

CREATE OR REPLACE FUNCTION payout_requests_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       declare
         nearest record;
       begin
         select stages.id, stages.currency, stages.started_at into nearest from stages
         join trading_accounts on trading_accounts.id = stages.account_id
         where trading_accounts.user_id = new.user_id
         order by stages.started_at > new.created_at,
           abs(extract(epoch from stages.started_at - new.created_at)), stages.id desc
         limit 1;
         if found and nearest.started_at <= new.created_at then
           new.stage_id := nearest.id;
         else
           new.stage_id := null;
         end if;
         new.currency := coalesce(nearest.currency, 'USD');
         return new;
       end $function$;

CREATE OR REPLACE FUNCTION person_traders_delete_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        -- Two traders may be deleted at once.
        perform from persons where id = old.person_id for update;
        delete from persons where id = old.person_id
          and not exists (select from person_traders where person_id = old.person_id);
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION programme_versions_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'versions of programmes are immutable' using errcode = 'insufficient_privilege';
      end $function$;

CREATE OR REPLACE FUNCTION rule_versions_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        raise exception 'versions of rules are immutable' using errcode = 'insufficient_privilege';
      end $function$;

CREATE OR REPLACE FUNCTION search_text_of(full_name text, email text, login text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
       declare
         name text := translate(coalesce(full_name, ''), chr(31), ' ');
         number text := translate(coalesce(login, ''), chr(31), ' ');
         unfolded text := lower(name || chr(31) || email || chr(31) || number);
         folded text;
       begin
         if octet_length(unfolded) = length(unfolded) then
           return unfolded;
         end if;
         folded := fold_text(name) || chr(31) || fold_text(email) || chr(31) || fold_text(number);
         if folded = unfolded then
           return folded;
         end if;
         return folded || chr(31) || unfolded;
       end $function$;

CREATE OR REPLACE FUNCTION sessions_notify_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_notify('propdesk_live', 'session:' || old.id);
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION stages_count_week()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         if tg_op <> 'INSERT' and old.outcome = 'failed' and old.ended_at is not null then
           perform weekly_count_change('failed', firm_week(old.ended_at), -1, 0);
         end if;
         if tg_op <> 'DELETE' and new.outcome = 'failed' and new.ended_at is not null then
           perform weekly_count_change('failed', firm_week(new.ended_at), 1, 0);
         end if;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION stages_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         update trading_accounts set currency = account_currency(id)
         where id = new.account_id and currency <> account_currency(id);
         update payout_requests set currency = case
             when stage_id is null then payout_currency(user_id, created_at) else new.currency end
         where user_id = (select user_id from trading_accounts where id = new.account_id)
           and (stage_id is null or stage_id = new.id)
           and status = 'pending' and approvals = '[]' and approved_currency is null
           and currency <> case
             when stage_id is null then payout_currency(user_id, created_at) else new.currency end;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION text_without_domains(search_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(search_text, '@[^\x1f]*'::text, ''::text, 'g'::text);

CREATE OR REPLACE FUNCTION trader_notes_reject_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         raise exception 'trader_notes is append-only';
       end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_count_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     declare
       change record;
     begin
       for change in
         select status, sum(rows) as rows, sum(amount) as amount from (select status, -1 as rows, -(0) as amount from departed) as changes
         group by status having sum(rows) <> 0 or sum(amount) <> 0
       loop
         perform count_change('account', change.status, change.rows, change.amount);
       end loop;
       return null;
     end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_count_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     declare
       change record;
     begin
       for change in
         select status, sum(rows) as rows, sum(amount) as amount from (select status, 1 as rows, 0 as amount from entered) as changes
         group by status having sum(rows) <> 0 or sum(amount) <> 0
       loop
         perform count_change('account', change.status, change.rows, change.amount);
       end loop;
       return null;
     end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_count_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     declare
       change record;
     begin
       for change in
         select status, sum(rows) as rows, sum(amount) as amount from (select status, 1 as rows, 0 as amount from entered union all select status, -1 as rows, -(0) as amount from departed) as changes
         group by status having sum(rows) <> 0 or sum(amount) <> 0
       loop
         perform count_change('account', change.status, change.rows, change.amount);
       end loop;
       return null;
     end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_delete_findings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         delete from conduct_findings where account_id = old.id;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_delete_marks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         delete from changed_accounts where account_id = old.id;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_delete_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         delete from stages where account_id = old.id;
delete from statements where account_id = old.id;
delete from deals where account_id = old.id;
delete from operations where account_id = old.id;
delete from snapshots where account_id = old.id;
delete from snapshot_days where account_id = old.id;
delete from trades where account_id = old.id;
delete from trading_days where account_id = old.id;
delete from equity_hours where account_id = old.id;
delete from stage_progress where account_id = old.id;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_delete_rule_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from rule_changes where account_id = old.id;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_delete_verdicts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         delete from verdicts where account_id = old.id;
delete from current_verdicts where account_id = old.id;
delete from reviews where account_id = old.id;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_delete_warnings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         delete from account_warnings where account_id = old.id;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION trading_accounts_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         update users set search_text = search_text_of(full_name, email, new.login)
         where id = new.user_id;
         return null;
       end $function$;

CREATE OR REPLACE FUNCTION users_count_week_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     declare
       change record;
     begin
       for change in
         select kind, week, sum(rows) as rows, sum(amount) as amount
         from (select 'registered' as kind, firm_week(created_at) as week, -1 as rows,
             -(0) as amount from departed where true) as changes
         group by kind, week having sum(rows) <> 0 or sum(amount) <> 0
       loop
         perform weekly_count_change(change.kind, change.week, change.rows, change.amount);
       end loop;
       return null;
     end $function$;

CREATE OR REPLACE FUNCTION users_count_week_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     declare
       change record;
     begin
       for change in
         select kind, week, sum(rows) as rows, sum(amount) as amount
         from (select 'registered' as kind, firm_week(created_at) as week, 1 as rows,
             (0) as amount from entered where true) as changes
         group by kind, week having sum(rows) <> 0 or sum(amount) <> 0
       loop
         perform weekly_count_change(change.kind, change.week, change.rows, change.amount);
       end loop;
       return null;
     end $function$;

CREATE OR REPLACE FUNCTION users_keep_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       declare
         payout record;
         entry int;
       begin
         for payout in
           select payout_requests.id, payout_requests.amount, created_at, payout_requests.currency,
             case when payments.status = 'paid' then 'paid' else 'approved' end as status,
             case when payments.status = 'paid' then payments.paid_at end as paid_at,
             (select max(at) from decisions where subject_kind = 'payout' and subject_id = payout_requests.id and step = 'approve') as approved_at
           from payout_requests left join payments on payments.id = payment_id
           where user_id = old.id and payout_requests.status = 'approved'
           order by payout_requests.id
         loop
           insert into payout_ledger (amount, currency, status, requested_on, approved_on, paid_on)
           values (payout.amount, payout.currency, payout.status,
             firm_day(payout.created_at),
             firm_day(payout.approved_at),
             firm_day(payout.paid_at))
           returning id into entry;
           update payments set ledger_id = entry
           where payout_id = payout.id and status in ('open', 'paid');
         end loop;
         -- References and reasons are free text, which may name the trader.
         update payments set reference = null, reversal_reason = null
         where payout_id in (select id from payout_requests where user_id = old.id);
         return old;
       end $function$;

CREATE OR REPLACE FUNCTION users_notify_banned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_notify('propdesk_live', 'trader:' || new.id);
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION users_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       begin
         new.search_text := search_text_of(new.full_name, new.email,
           (select login from trading_accounts where user_id = new.id));
         return new;
       end $function$;

CREATE OR REPLACE FUNCTION webhook_events_of_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from webhook_endpoints) then
          insert into webhook_events (at, audit_event_id) values (new.at, new.id);
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION webhook_events_of_finding()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        was_held boolean := tg_op = 'UPDATE' and old.status = 'stands' and old.consequence <> 'note';
        is_held boolean := new.status = 'stands' and new.consequence <> 'note';
      begin
        if not exists (select from webhook_endpoints)
          or not (was_held or is_held)
          or (was_held and is_held and old.consequence = new.consequence) then
          return null;
        end if;
        insert into webhook_events (at, conduct) select new.changed_at, jsonb_build_object(
          'type', case when is_held then 'conduct.found' else 'conduct.closed' end,
          'userId', user_id, 'stageId', new.stage_id, 'findingId', new.id, 'kind', new.kind,
          'index', new.index, 'consequence', case when is_held then new.consequence else old.consequence end)
          || case when is_held then '{}' else jsonb_build_object('status',
            case new.status when 'stands' then 'noted' else new.status end) end
        from trading_accounts where id = new.account_id;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION webhook_events_of_verdict()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from webhook_endpoints) then
          insert into webhook_events (at, verdict) select new.at, jsonb_build_object(
            'userId', user_id, 'stageId', new.stage_id, 'verdictId', new.id,
            'outcome', new.outcome, 'grade', new.grade)
          from trading_accounts where id = new.account_id;
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION webhook_events_of_wait()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from webhook_endpoints) then
          insert into webhook_events (at, waiting) select new.changed_at, jsonb_build_object(
            'userId', user_id, 'kind', new.kind, 'actor', new.actor)
          from trading_accounts where id = new.account_id;
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION webhook_events_of_warning()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from webhook_endpoints) then
          insert into webhook_events (at, warning) select new.created_at, jsonb_build_object(
            'userId', user_id, 'stageId', new.stage_id, 'warningId', new.id, 'kind', new.kind,
            'index', new.index, 'percent', new.percent, 'day', new.day,
            'at', to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'value', new.value::text, 'floor', new.floor::text, 'room', new.room::text)
          from trading_accounts where id = new.account_id;
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION weekly_count_change(of_kind text, of_week date, rows bigint, change numeric, of_currency text DEFAULT 'USD'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
       begin
         update weekly_counts set count = count + rows, amount = amount + change
         where id = (
           select id from weekly_counts
           where kind = of_kind and week = of_week and currency = of_currency
           limit 1 for update skip locked);
         if not found then
           insert into weekly_counts (kind, week, currency, count, amount)
           values (of_kind, of_week, of_currency, rows, change);
         end if;
       end $function$;

CREATE OR REPLACE FUNCTION word_starts(search_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(array_agg(DISTINCT "left"(word.word, letters.letters)), '{}'::text[]) AS "coalesce" FROM regexp_split_to_table(text_without_domains(word_starts.search_text), '[^[:alnum:]]+'::text) word(word), LATERAL generate_series(1, LEAST(2, length(word.word))) letters(letters));
