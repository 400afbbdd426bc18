/** The maximum size of a statement's file. */
export const MAX_STATEMENT_BYTES = 50 * 1024 * 1024;
