/** What a request reveals about its caller. */
export interface Caller {
  /** The network address; forwarded addresses count only if they come from a trusted proxy. */
  address: string;
  requestId: string;
  /** The `User-Agent` header. */
  userAgent: string | null;
}
