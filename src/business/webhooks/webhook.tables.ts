import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** Why an endpoint is paused. `gone`: it responded with 410, which ends a subscription. */
export type PauseReason = "administrator" | "failures" | "gone";

/** `held` waits until the endpoint is resumed. */
export type DeliveryStatus = "pending" | "held" | "delivered" | "failed";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    webhook_endpoints: {
      id: Generated<number>;
      url: string;
      description: string | null;
      events: string[];
      /** Mailed when the endpoint is paused because it failed. */
      contact: string | null;
      /** Encrypted, like `previous_secret`. */
      secret: string;
      previous_secret: Generated<string | null>;
      /** Until this time, events are signed with both secrets. */
      previous_secret_until: Generated<string | null>;
      created_at: string;
      created_by: string;
      paused_at: Generated<string | null>;
      pause_reason: Generated<PauseReason | null>;
      /** The first failure since the last success. */
      failing_since: Generated<string | null>;
      last_attempt_at: Generated<string | null>;
      /** The HTTP status or, if there was no response, the reason. */
      last_outcome: Generated<string | null>;
    };
    webhook_events: {
      id: Generated<string>;
      /** The `webhook-id` of all its deliveries and attempts. */
      message_id: Generated<string>;
      at: string;
      /** The source is an audit event or a verdict; a test event has neither. */
      audit_event_id: Generated<string | null>;
      verdict: Generated<object | null>;
      /** Type and payload are set when the event is dispatched. */
      type: Generated<string | null>;
      payload: Generated<string | null>;
      /** Null until its deliveries have been created. */
      dispatched_at: Generated<string | null>;
    };
    event_deliveries: {
      id: Generated<string>;
      endpoint_id: number;
      event_id: string;
      status: DeliveryStatus;
      /** Only the job with this number may send, so that an older one does nothing. */
      turn: Generated<number>;
      attempts: Generated<number>;
      next_attempt_at: ColumnType<string | null, string | null | undefined, string | null>;
      last_attempt_at: Generated<string | null>;
      last_outcome: Generated<string | null>;
      /** Milliseconds. */
      last_duration: Generated<number | null>;
    };
    webhook_attempts: {
      id: Generated<string>;
      delivery_id: string;
      at: string;
      /** Milliseconds. */
      duration: number;
      status: number | null;
      error: string | null;
      body: string | null;
      /** Attempts of earlier releases have none. */
      request_headers: JSONColumnType<Record<string, string>> | null;
      response_headers: JSONColumnType<Record<string, string>> | null;
    };
  }
}
