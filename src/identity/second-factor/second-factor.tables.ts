import type { Generated } from "kysely";

/** Someone who signs in. Traders and administrators are numbered separately. */
export interface Person {
  kind: "trader" | "administrator";
  id: number;
}

/** Exactly one is set. */
export interface OwnerColumns {
  user_id: number | null;
  admin_id: number | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    totp_factors: OwnerColumns & {
      id: Generated<number>;
      /** Encrypted: see `totp-secret.ts`. */
      secret: string;
      created_at: string;
      /** `null` until a first code has proved that an app has the secret. */
      confirmed_at: string | null;
      /** Codes of this step and of earlier ones are no longer accepted. */
      last_used_step: string | number | null;
    };
    recovery_codes: OwnerColumns & {
      id: Generated<number>;
      code_hash: string;
      /** Shared by all codes that were created together. */
      salt: string;
      used_at: Generated<string | null>;
    };
    passkeys: OwnerColumns & {
      id: Generated<number>;
      credential_id: string;
      public_key: Buffer;
      counter: string | number;
      transports: string[];
      label: string;
      created_at: string;
      last_used_at: Generated<string | null>;
    };
    webauthn_challenges: OwnerColumns & {
      challenge_hash: string;
      /** What the challenge was issued for: a new passkey, or a sign-in of this kind. */
      purpose: "registration" | Person["kind"];
      expires_at: string;
    };
    team_settings: {
      id: number;
      second_factor_required: boolean;
      updated_at: string;
      updated_by: string;
    };
  }
}
