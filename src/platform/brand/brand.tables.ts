/** How the firm presents itself. The table has at most one row; `null` stands for a default. */
export interface BrandRow {
  id: 1;
  name: string | null;
  accent: string | null;
  /** The key of the logo in the file storage. */
  logo_key: string | null;
  sender_name: string | null;
  terms_url: string | null;
  privacy_url: string | null;
  support_address: string | null;
  updated_at: string;
  updated_by: string;
}

declare module "../database/tables.ts" {
  interface Tables {
    firm_brand: BrandRow;
  }
}
