/** What the stand-ins of all platforms can do, for what the connectors of all of them promise. */
export interface StandIn {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Cuts all connections. */
  cutAll(): void;
  /** Texts that are in no log. */
  readonly secrets: readonly string[];
  /** The currency of all accounts. */
  currency: string;
  addAccount(login: string): void;
  /** Makes an account unknown. */
  forget(login: string): void;
  /** Books money. @returns the ticket of the operation */
  book(login: string, amount: string, time?: number, comment?: string): string;
  /** Books a fee. @returns the ticket of the operation */
  charge(login: string, amount: string, time?: number): string;
  /** Gives a fee another amount, and removes one, as the platform's administrators can. */
  amendFee(login: string, ticket: string, amount: string): void;
  removeFee(login: string, ticket: string): void;
  /** Books a fee of half a cent. */
  addInexact(login: string): void;
  /** Opens a position of 0.50 lots. @returns its id */
  open(login: string): string;
  /** Closes a position, with a commission of -1.75 and a swap of -0.55. */
  close(login: string, position: string, profit: string): void;
  /** What was booked with a comment. */
  bookings(): { login: string; comment: string; amount: string }[];
  /** Cuts the connection after the next booking. */
  loseAnswerOfBooking(login: string, kind: "withdraw" | "deposit"): void;
  mayTrade(login: string): boolean;
  refuseSignIn(isRefused: boolean): void;
}
