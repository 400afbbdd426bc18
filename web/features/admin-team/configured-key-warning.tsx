import type { Member } from "../../../src/identity/team/team.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";

/** The configured key is valid from every start on, whatever happens here. */
export function ConfiguredKeyWarning({ member }: { member: Member }) {
  if (!member.isConfigured) return null;
  return (
    <Notice tone="warning" title="The key is configured">
      <p>
        <code>ADMIN_ACCESS_KEY</code> is set to it. Change or remove the variable too; otherwise the
        next start makes the key valid again.
      </p>
    </Notice>
  );
}
