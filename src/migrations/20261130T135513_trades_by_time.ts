import { Migration } from "@mikro-orm/migrations";

/** An index with which accounts whose trades changed are compared without reading the whole firm. */
export class TradesByTime extends Migration {
  override up(): void {
    this.addSql(`create index "trades_opened_index" on "trades" ("open_time")`);
  }
}
