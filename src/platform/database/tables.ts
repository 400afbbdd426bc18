/**
 * The tables, for queries that bypass the unit of work. The row type of each table is declared in the folder that owns
 * the table. The driver returns `timestamptz` as text and `numeric` as decimal text.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Tables {}
