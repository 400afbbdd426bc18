import { supportUrl } from "../../app/document/page-meta.ts";

/** The words "contact support", as a link if the firm has set an address. */
export function ContactSupport() {
  return supportUrl ? <a href={supportUrl}>contact support</a> : "contact support";
}
