/** What a request reveals about its caller. */
export interface Caller {
  /** The network address. A forwarded address is only used if it comes from a trusted proxy. */
  address: string;
  requestId: string;
  /** The `User-Agent` header. */
  userAgent: string | null;
}
